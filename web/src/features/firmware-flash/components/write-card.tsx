import { Download } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice } from '../../../components/serial/problem-notice.tsx';
import { StepCard } from '../../../components/serial/step-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { type FlashState, isFlashing } from '../flash-state.ts';
import type { Flasher, FlashOrder } from '../flasher.ts';
import { describeProblem } from '../problem-words.ts';
import { FlashDone } from './flash-done.tsx';
import { FlashProgress } from './flash-progress.tsx';

interface WriteCardProps {
  flasher: Flasher;
  state: FlashState;
  chooseBoard: FlashOrder['chooseBoard'];
}

/** The writing: keep or erase settings, the button, the progress and the result. */
export function WriteCard({ flasher, state, chooseBoard }: WriteCardProps) {
  const { t } = useTranslation();
  const [isErasing, setIsErasing] = useState(false);
  const { phase, problem } = state;
  const isBusy = isFlashing(state);
  const words = problem === null ? null : describeProblem(problem, t);
  return (
    <StepCard number={3} title={t('firmware.write.title')} isDone={phase === 'done'}>
      <CheckboxField
        label={t('firmware.write.erase')}
        hint={t('firmware.write.erase_hint')}
        isChecked={isErasing}
        onChange={setIsErasing}
        isDisabled={isBusy}
      />
      <Button
        look="primary"
        isBusy={isBusy}
        className="mt-5 w-full sm:w-auto"
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() => void flasher.flash({ chooseBoard, isErasing })}
      >
        {isBusy
          ? t('firmware.write.busy')
          : phase === 'failed'
            ? t('firmware.write.again')
            : t('firmware.write.action')}
      </Button>
      {words !== null && (
        <ProblemNotice
          kind={words.kind}
          title={words.title}
          hints={words.hints}
          // The board does not start now, which may alarm people.
          note={problem?.isHalfWritten ? t('firmware.problem.half_written') : undefined}
          reason={problem?.reason}
          className="mt-4"
        />
      )}
      {phase === 'done' && <FlashDone setupNetwork={state.setupNetwork} />}
      {(isBusy || phase === 'done' || problem?.isHalfWritten === true) && (
        <FlashProgress state={state} />
      )}
    </StepCard>
  );
}
