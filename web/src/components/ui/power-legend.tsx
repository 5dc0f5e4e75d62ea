import { useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type PowerState, powerStates } from '../../lib/power-state.ts';
import { powerStateStyles, powerStateWords } from './power-state-style.ts';
import { RibbonTextures, shapeProps } from './ribbon/ribbon-drawing.tsx';

interface PowerLegendProps {
  /** Those that are drawn; all when left out. */
  states?: Iterable<PowerState>;
  className?: string;
}

/** What each colour and texture of a ribbon stands for. */
export function PowerLegend({ states = powerStates, className }: PowerLegendProps) {
  const { t } = useTranslation();
  const id = useId();
  const shown = new Set(states);
  return (
    <ul
      aria-label={t('ui.ribbon.legend')}
      className={classNames('flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs', className)}
    >
      {powerStates
        .filter((state) => shown.has(state))
        .map((state) => (
          <li key={state} className="flex items-center gap-2">
            <svg
              aria-hidden="true"
              className="h-3.5 w-5 shrink-0 rounded-[3px] bg-raised print-exact"
            >
              <RibbonTextures id={`${id}${state}`} />
              <rect width="100%" height="100%" {...shapeProps(state, `${id}${state}`)} />
            </svg>
            {t(powerStateWords[state])}
          </li>
        ))}
    </ul>
  );
}

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
