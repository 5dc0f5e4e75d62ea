import { Button } from './button.tsx';
import type { MenuEntry } from './menu.tsx';

/** What a menu would offer, as buttons, where there is room to see it; without what is not possible now. */
export function EntryButtons({ entries }: { entries: readonly MenuEntry[] }) {
  return entries
    .filter(({ isDisabled }) => isDisabled !== true)
    .map(({ label, icon: Icon, onSelect, isDestructive }) => (
      <Button
        key={label}
        look="secondary"
        {...(isDestructive === true && { className: 'text-mains-lost!' })}
        {...(Icon !== undefined && { icon: <Icon aria-hidden="true" className="size-4" /> })}
        onClick={onSelect}
      >
        {label}
      </Button>
    ));
}
