import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { type MarkedState, StepCard, StepMark } from '../../components/serial/step-card.tsx';
import { buttonClasses, Spinner } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { classNames } from '../../lib/class-names.ts';
import { formatPercent } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { DeviceProblem } from './connect-card.tsx';
import { nameSubject } from './problem-words.ts';
import { stepIds } from './session/configure-run.ts';
import type { DeviceSession } from './session/device-session.ts';
import { isBusy, type SessionState } from './session/session-state.ts';

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

/** Every step as it ticks off: what is sent, then what the board does with it. */
function RunSteps({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { steps, arrival, phase } = state;
  const check: MarkedState =
    phase === 'checking' ? 'active' : phase === 'done' ? 'done' : 'waiting';
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <ol className="space-y-1.5 text-sm" aria-label={t('configure.run.steps_sent')}>
        {stepIds.map((id) => {
          const state = steps[id];
          return state && <Step key={id} state={state} name={nameSubject(id, t)} />;
        })}
      </ol>
      <ol className="space-y-1.5 text-sm" aria-label={t('configure.run.steps_board')}>
        <Step state={check} name={t('configure.step.check')} />
        <Step state={arrival.wifi} name={t('configure.step.wifi')} />
        <Step state={arrival.online} name={t('configure.step.online')} />
      </ol>
    </div>
  );
}

function Step({ state, name }: { state: MarkedState; name: string }) {
  return (
    <li
      className={classNames(
        'flex items-center gap-2.5',
        state === 'waiting' && 'text-muted',
        state === 'active' && 'font-semibold',
      )}
    >
      <StepMark state={state} />
      {name}
    </li>
  );
}
