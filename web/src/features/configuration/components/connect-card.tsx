import { Cable, CircleDashed, type LucideIcon, Plug, Unplug } from 'lucide-react';
import { SetupNetworkNotice } from '../../../components/serial/setup-network-notice.tsx';
import { StepCard } from '../../../components/serial/step-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { SessionState } from '../session/session-state.ts';
import { DeviceProblem } from './device-problem.tsx';

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
