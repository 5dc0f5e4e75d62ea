import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { PowerState } from '../../lib/power-state.ts';
import { powerStateStyles, powerStateWords } from './power-state-style.ts';

/** A state as icon and word in its colour. */
export function PowerStateMark({ state, className }: { state: PowerState; className?: string }) {
  const { t } = useTranslation();
  const { icon: Icon, text } = powerStateStyles[state];
  return (
    <span className={classNames('inline-flex items-baseline gap-2 font-semibold', text, className)}>
      <Icon aria-hidden="true" className="h-lh w-[1.15em] shrink-0 self-start" />
      {t(powerStateWords[state])}
    </span>
  );
}
