import { type MarkedState, StepMark } from '../../../components/serial/step-mark.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { nameSubject } from '../problem-words.ts';
import { stepIds } from '../session/configure-steps.ts';
import type { SessionState } from '../session/session-state.ts';

/** Every step as it ticks off: what is sent, then what the board does with it. */
export function RunSteps({ state }: { state: SessionState }) {
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
