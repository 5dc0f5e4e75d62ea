import { Menu as BaseMenu } from '@base-ui/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useFloatContainer } from './float-container.tsx';
import { IconButton } from './icon-button.tsx';
import { floatClasses, optionClasses } from './input-style.ts';

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  isDisabled?: boolean;
  /** Red, and set apart from what stands above it. */
  isDestructive?: boolean;
}

interface MenuProps {
  /** What the button opens, for screen readers: `Actions for Corner shop`. */
  label: string;
  entries: readonly MenuEntry[];
  /** A button of your own; otherwise three dots. */
  trigger?: ReactElement;
}

export function Menu({ label, entries, trigger }: MenuProps) {
  const container = useFloatContainer();
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger
        render={trigger ?? <IconButton label={label} icon={EllipsisVertical} size="small" />}
      />
      <BaseMenu.Portal {...container}>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50 outline-hidden">
          <BaseMenu.Popup className={classNames(floatClasses, 'min-w-48 p-1')}>
            {entries.map(({ label: name, icon: Icon, onSelect, isDisabled, isDestructive }) => (
              <BaseMenu.Item
                key={name}
                onClick={onSelect}
                disabled={isDisabled === true}
                className={classNames(
                  optionClasses,
                  isDestructive &&
                    'not-first:mt-1 text-mains-lost not-first:border-line not-first:border-t',
                )}
              >
                {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
                {name}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
