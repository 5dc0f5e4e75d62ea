import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useFloatContainer } from './dialog.tsx';
import { floatClasses } from './input-style.ts';

/** Once one bubble was shown, the next opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <BaseTooltip.Provider delay={350}>{children}</BaseTooltip.Provider>;
}

interface TooltipProps {
  /** What the bubble says. Never the only place where it can be learned: a finger cannot hover. */
  text: ReactNode;
  /** The element it belongs to; something that takes focus. */
  children: ReactElement;
}

export function Tooltip({ text, children }: TooltipProps) {
  const container = useFloatContainer();
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal {...container}>
        <BaseTooltip.Positioner sideOffset={6} className="z-50">
          <BaseTooltip.Popup
            className={classNames(floatClasses, 'max-w-72 bg-raised px-3 py-1.5 text-xs')}
          >
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
