import { Menu as BaseMenu } from '@base-ui/react/menu';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useCallback,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { Button } from './button.tsx';
import { useFloatContainer } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { floatClasses, optionClasses } from './input-style.ts';

/** Something that can be done. */
export interface MenuEntry {
  /** For one that says something else once it was chosen, as its button stays the same. Default: its label. */
  id?: string;
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  isDisabled?: boolean;
  /** Red, and set apart from what stands above it. */
  isDestructive?: boolean;
}

/** What a menu gives the button that opens it. */
interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** What the button opens, for screen readers: `Actions for Corner shop`. */
  label: string;
  /** Asked only when it is opened: a list has a menu in each row, and words take time to look up. */
  entries: () => readonly MenuEntry[];
  /** A button of your own; otherwise three dots. */
  trigger?: ReactElement<TriggerProps>;
}

/**
 * A button with what it can do behind it. The library's menu is made when it is first opened: a list has
 * one in each row, which would take a quarter of the time in which the list is drawn.
 */
export function Menu({ label, entries, trigger }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // Opened by a key, its first entry has the focus; by a pointer, the menu as a whole.
  const [isByKey, setIsByKey] = useState(false);
  const open = (byKey: boolean) => {
    setIsByKey(byKey);
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      {cloneElement<TriggerProps>(
        trigger ?? <IconButton label={label} icon={EllipsisVertical} size="small" />,
        {
          ref: button,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          // Enter and the space bar click, too, with no button of a mouse.
          onClick: (event) => open(event.detail === 0),
          onKeyDown: (event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            open(true);
          },
        },
      )}
      {wasOpened && (
        <MenuList
          label={label}
          entries={entries}
          button={button}
          isOpen={isOpen}
          isByKey={isByKey}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface MenuListProps extends Pick<MenuProps, 'label' | 'entries'> {
  button: { readonly current: HTMLButtonElement | null };
  isOpen: boolean;
  isByKey: boolean;
  onClose: () => void;
}

function MenuList({ label, entries, button, isOpen, isByKey, onClose }: MenuListProps) {
  const container = useFloatContainer();
  const popup = useRef<HTMLDivElement>(null);
  const focusFirst = useCallback(
    (entry: HTMLElement | null) => {
      // In the next frame, when the menu knows its entries; the library then leaves the focus there.
      if (isByKey && entry) requestAnimationFrame(() => entry.focus({ preventScroll: true }));
    },
    [isByKey],
  );
  const chooseReturn = () => {
    const { activeElement: focused } = document;
    // An entry may have opened a dialog, or Tab may have gone on: then the focus is where it belongs. A
    // click beside the menu leaves it with what lies around the button.
    const isAround = focused === null || focused.contains(button.current);
    const hasMoved = !isAround && !popup.current?.contains(focused);
    return hasMoved ? false : button.current;
  };
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <BaseMenu.Portal {...container}>
        <BaseMenu.Positioner
          anchor={button}
          sideOffset={4}
          align="end"
          className="z-50 outline-hidden"
        >
          <BaseMenu.Popup
            aria-label={label}
            ref={popup}
            finalFocus={chooseReturn}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return;
              // The browser goes on from the button, to what stands behind or before it.
              button.current?.focus();
              onClose();
            }}
            className={classNames(floatClasses, 'min-w-48 p-1')}
          >
            {entries().map(
              ({ label: name, icon: Icon, onSelect, isDisabled, isDestructive }, index) => (
                <BaseMenu.Item
                  key={name}
                  {...(index === 0 && { ref: focusFirst })}
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
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

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
