import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { StepCard } from '../../../components/serial/step-card.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { formatPercent } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { isBusy, type SessionState } from '../session/session-state.ts';
import { DeviceProblem } from './device-problem.tsx';
import { RunSteps } from './run-steps.tsx';

interface ConfigureCardProps {
  session: DeviceSession;
  state: SessionState;
  /** The board is connected and both Wi-Fi fields are filled. */
  isReady: boolean;
}

/** The configuring itself: a button, the progress, and each step as it is done. */
export function ConfigureCard({ session, state, isReady }: ConfigureCardProps) {
  const { t } = useTranslation();
  const { phase, arrival } = state;
  const isRunning = phase === 'running' || phase === 'checking';
  return (
    <StepCard number={3} title={t('configure.run.title')} isDone={phase === 'done'}>
      <p className="text-muted text-sm">{t('configure.run.text')}</p>
      <button
        type="submit"
        // Not `disabled`: pressed too early it tells what is missing, and Enter in a field presses it.
        aria-disabled={!isReady || isBusy(state) || undefined}
        aria-busy={isRunning || undefined}
        className={buttonClasses('primary', 'mt-4 w-full aria-disabled:opacity-60 sm:w-auto')}
      >
        {isRunning ? <Spinner /> : <Send aria-hidden="true" className="size-4" />}
        {isRunning ? t('configure.run.busy') : t('configure.run.action')}
      </button>
      <DeviceProblem session={session} state={state} place="configure" />
      {phase === 'done' && arrival.online === 'done' && <Arrived />}
      {phase !== 'idle' && <RunProgress state={state} />}
    </StepCard>
  );
}

function RunProgress({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { phase, progress } = state;
  const tone = phase === 'failed' ? 'bad' : phase === 'done' ? 'good' : 'accent';
  return (
    <div className="mt-5">
      <div className="flex items-center gap-3">
        <ProgressBar
          label={t('configure.run.progress')}
          percent={progress}
          tone={tone}
          className="flex-1"
        />
        <span aria-hidden="true" className="w-12 text-right font-semibold text-sm tabular-nums">
          {formatPercent(progress, language)}
        </span>
      </div>
      <RunSteps state={state} />
    </div>
  );
}

function Arrived() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-4">
      <Notice
        kind="success"
        title={t('configure.arrived.title')}
        action={
          <Link to="/customer/dashboard" className={buttonClasses('secondary', undefined, 'small')}>
            {t('configure.arrived.action')}
          </Link>
        }
      >
        {t('configure.arrived.text')}
      </Notice>
    </div>
  );
}
