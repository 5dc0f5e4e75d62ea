import { EllipsisVertical } from 'lucide-react';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

interface EntryButtonsProps {
  /** What they are about, for screen readers: `Actions for Corner shop`. */
  label: string;
  entries: readonly MenuEntry[];
}

/** So many are seen on a desk; a phone has room for the first. */
const mostSeen = 3;

/**
 * What a menu would offer, the first of it as buttons, without what is not possible now. What is seldom wanted, and
 * what destroys, is a press away.
 */
export function EntryButtons({ label, entries }: EntryButtonsProps) {
  const isPhone = useIsPhone();
  const possible = entries.filter(({ isDisabled }) => isDisabled !== true);
  const harmless = possible.filter(({ isDestructive }) => isDestructive !== true);
  const shown = harmless.slice(0, isPhone ? 1 : mostSeen);
  const others = possible.filter((entry) => !shown.includes(entry));
  return (
    <>
      {shown.map(({ id, label: name, icon: Icon, onSelect }) => (
        <Button
          key={id ?? name}
          look="secondary"
          {...(Icon !== undefined && { icon: <Icon aria-hidden="true" className="size-4" /> })}
          // The second click of a double one would undo the first where an entry has turned into its opposite.
          onClick={({ detail }) => detail <= 1 && onSelect()}
        >
          {name}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          label={label}
          trigger={<IconButton label={label} icon={EllipsisVertical} look="secondary" />}
          entries={() => others}
        />
      )}
    </>
  );
}
