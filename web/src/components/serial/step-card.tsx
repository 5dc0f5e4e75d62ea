import { Check, CircleDashed, LoaderCircle, Minus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card } from '../ui/card.tsx';

interface StepCardProps {
  /** Its place among the steps of the page. */
  number: number;
  title: string;
  /** Done: its number becomes a tick. */
  isDone?: boolean;
  children: ReactNode;
}

/** One of the numbered parts of a page that is worked through from above. */
export function StepCard({ number, title, isDone = false, children }: StepCardProps) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span
            className={classNames(
              'grid size-8 shrink-0 place-items-center rounded-full border font-semibold text-sm tabular-nums transition',
              isDone ? 'border-up text-up' : 'border-line bg-raised text-accent-text',
            )}
          >
            {isDone ? (
              <>
                <Check aria-hidden="true" strokeWidth={2.5} className="size-4" />
                <span className="sr-only">{t('serial.step.done')}</span>
              </>
            ) : (
              number
            )}
          </span>
          <h2 id={headingId} className="min-w-0 flex-1 text-balance font-semibold text-lg">
            {title}
          </h2>
        </div>
        <div className="mt-4">{children}</div>
      </section>
    </Card>
  );
}

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
