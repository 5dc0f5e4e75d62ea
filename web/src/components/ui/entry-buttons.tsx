import { useIsPhone } from '../../lib/use-is-phone.ts';
import { Button } from './button.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

interface EntryButtonsProps {
  /** What they are about, for screen readers: `Actions for Corner shop`. */
  label: string;
  entries: readonly MenuEntry[];
}

/**
 * What a menu would offer, as buttons, without what is not possible now. A phone has room for the first;
 * the others stay in the menu.
 */
export function EntryButtons({ label, entries }: EntryButtonsProps) {
  const isPhone = useIsPhone();
  const possible = entries.filter(({ isDisabled }) => isDisabled !== true);
  const shown = isPhone ? possible.slice(0, 1) : possible;
  const others = possible.slice(shown.length);
  return (
    <>
      {shown.map(({ id, label: name, icon: Icon, onSelect, isDestructive }) => (
        <Button
          key={id ?? name}
          look="secondary"
          {...(isDestructive === true && { className: 'text-mains-lost!' })}
          {...(Icon !== undefined && { icon: <Icon aria-hidden="true" className="size-4" /> })}
          // The second click of a double one would undo the first where an entry has turned into its opposite.
          onClick={({ detail }) => detail <= 1 && onSelect()}
        >
          {name}
        </Button>
      ))}
      {others.length > 0 && <Menu label={label} entries={() => others} />}
    </>
  );
}
