import { Cable, CircleDashed, ExternalLink, type LucideIcon, Plug, Unplug } from 'lucide-react';
import { ProblemNotice, SetupNetworkNotice } from '../../components/serial/serial-notices.tsx';
import { StepCard } from '../../components/serial/step-card.tsx';
import { Button, buttonClasses, Spinner } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { describeProblem, type Remedy, reasonToShow } from './problem-words.ts';
import type { DeviceSession } from './session/device-session.ts';
import { isBusy, type SessionState } from './session/session-state.ts';

interface ConnectCardProps {
  session: DeviceSession;
  state: SessionState;
}

/** The cable: connect and disconnect. What helps when it hangs stands with the problem, and below the log. */
export function ConnectCard({ session, state }: ConnectCardProps) {
  const { t } = useTranslation();
  const { link } = state;
  const isOpen = link === 'open';
  const isLost = link === 'lost';
  return (
    <StepCard number={1} title={t('configure.connect.title')} isDone={isOpen}>
      <p className="text-muted text-sm">{t('configure.connect.text')}</p>
      <LinkState state={state} />
      <div className="mt-4 flex flex-wrap gap-2">
        {isOpen || isLost ? (
          <Button
            look="secondary"
            icon={<Unplug aria-hidden="true" className="size-4" />}
            onClick={() => void session.disconnect()}
          >
            {t('configure.connect.disconnect')}
          </Button>
        ) : (
          <Button
            look="primary"
            isBusy={link === 'connecting'}
            icon={<Cable aria-hidden="true" className="size-4" />}
            onClick={() => void session.connect()}
          >
            {t('configure.connect.connect')}
          </Button>
        )}
      </div>
      <DeviceProblem session={session} state={state} place="connect" />
      <SetupNetworkNotice network={state.setupNetwork} className="mt-5 border-line border-t pt-4" />
    </StepCard>
  );
}

function LinkState({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = describeLink(state);
  return (
    <p
      role="status"
      className={classNames('mt-3 flex items-center gap-2 font-semibold text-sm', tone)}
    >
      {Icon === null ? <Spinner /> : <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {t(word)}
    </p>
  );
}

function describeLink({ link, hasHeard }: SessionState): {
  /** Null: a spinner is shown. */
  icon: LucideIcon | null;
  tone: string;
  word:
    | 'configure.link.closed'
    | 'configure.link.connecting'
    | 'configure.link.lost'
    | 'configure.link.heard'
    | 'configure.link.silent';
} {
  switch (link) {
    case 'closed':
      return { icon: CircleDashed, tone: 'text-muted', word: 'configure.link.closed' };
    case 'connecting':
      return { icon: null, tone: 'text-muted', word: 'configure.link.connecting' };
    case 'lost':
      return { icon: null, tone: 'text-contact-lost', word: 'configure.link.lost' };
    case 'open':
      return hasHeard
        ? { icon: Plug, tone: 'text-up', word: 'configure.link.heard' }
        : { icon: Plug, tone: 'text-accent-text', word: 'configure.link.silent' };
  }
}

interface DeviceProblemProps {
  session: DeviceSession;
  state: SessionState;
  place: 'connect' | 'configure';
}

/** The present problem, if it belongs to this part of the page, with buttons for what helps. */
export function DeviceProblem({ session, state, place }: DeviceProblemProps) {
  const { t } = useTranslation();
  const { problem } = state;
  if (problem === null) return null;
  const words = describeProblem(problem, t);
  if (words.place !== place) return null;
  return (
    <ProblemNotice
      kind={words.kind}
      title={words.title}
      hints={words.hints}
      reason={reasonToShow(problem)}
      className="mt-4"
      {...(words.remedies.length > 0 && {
        actions: words.remedies.map((remedy) => (
          <RemedyButton key={remedy} remedy={remedy} session={session} state={state} />
        )),
      })}
    />
  );
}

interface RemedyButtonProps {
  remedy: Remedy;
  session: DeviceSession;
  state: SessionState;
}

function RemedyButton({ remedy, session, state }: RemedyButtonProps) {
  const { t } = useTranslation();
  if (remedy === 'flash') {
    return (
      <a {...flashingPage} className={buttonClasses('secondary', undefined, 'small')}>
        <FlashingLinkText />
      </a>
    );
  }
  if (remedy === 'configure') {
    return (
      <Button look="secondary" size="small" type="submit" disabled={isBusy(state)}>
        {t('configure.remedy.configure')}
      </Button>
    );
  }
  const { word, run } = {
    connect: { word: t('configure.remedy.connect'), run: () => session.connect() },
    reconnect: { word: t('configure.connect.reconnect'), run: () => session.reconnect() },
    read: { word: t('configure.connect.read_again'), run: () => session.restartReading() },
  }[remedy];
  return (
    <Button look="secondary" size="small" onClick={() => void run()}>
      {word}
    </Button>
  );
}

/**
 * The page that puts the firmware on a board, in a window of its own. As an opener's it has a copy of the
 * session storage, and leads back here with the same key.
 */
export const flashingPage = {
  href: '/firmware-flash.html',
  target: '_blank',
  rel: 'opener',
} as const;

export function FlashingLinkText() {
  const { t } = useTranslation();
  return (
    <>
      {t('configure.flashing.link')}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">({t('configure.flashing.new_window')})</span>
    </>
  );
}
