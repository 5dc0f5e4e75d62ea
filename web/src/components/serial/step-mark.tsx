import { Check, CircleDashed, LoaderCircle, Minus, X } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** `unanswered`: sent, and nobody knows whether it arrived. */
export type MarkedState = 'waiting' | 'active' | 'done' | 'unanswered' | 'failed';

const marks = {
  waiting: { icon: CircleDashed, text: 'text-muted', word: 'serial.step.waiting' },
  active: { icon: LoaderCircle, text: 'text-accent-text', word: 'serial.step.active' },
  done: { icon: Check, text: 'text-up', word: 'serial.step.done' },
  unanswered: { icon: Minus, text: 'text-contact-lost', word: 'serial.step.unanswered' },
  failed: { icon: X, text: 'text-mains-lost', word: 'serial.step.failed' },
} as const;

interface StepMarkProps {
  state: MarkedState;
  /** Words beside it say the same. */
  isDecoration?: boolean;
}

/** A step that ticks off: a picture, and the same as a word for screen readers. */
export function StepMark({ state, isDecoration = false }: StepMarkProps) {
  const { t } = useTranslation();
  const { icon: Icon, text, word } = marks[state];
  return (
    <span className={classNames('grid size-5 shrink-0 place-items-center', text)}>
      <Icon
        aria-hidden="true"
        strokeWidth={state === 'waiting' ? 1.75 : 2.5}
        className={classNames('size-4', state === 'active' && 'animate-spin')}
      />
      {!isDecoration && <span className="sr-only">{t(word)}</span>}
    </span>
  );
}
