import { ProblemNotice } from '../../../components/serial/problem-notice.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { describeProblem, type Remedy, reasonToShow } from '../problem-words.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { isBusy, type SessionState } from '../session/session-state.ts';
import { FlashingLinkText, flashingPage } from './flashing-link.tsx';

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
