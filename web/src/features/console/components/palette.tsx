import { Autocomplete } from '@base-ui/react/autocomplete';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import {
  ArrowLeft,
  ArrowUpRight,
  ChevronRight,
  Cpu,
  KeyRound,
  type LucideIcon,
  Search,
  UserRound,
} from 'lucide-react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type {
  DeviceAnswer,
  devicesAnswerSchema,
} from '../../../../../src/contract/devices/devices.ts';
import type { KeyAnswer, keyListAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type {
  CustomerAnswer,
  customersAnswerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { Spinner } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { inputClasses, optionClasses } from '../../../components/ui/input-style.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { classNames } from '../../../lib/class-names.ts';
import { consoleKey } from '../../../lib/console/live-query.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { isLetter } from '../../../lib/search-early.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { allPages, extraEntries } from '../navigation.ts';
import { isFocusNowhere } from './palette-button.tsx';

/** Between two letters of somebody who types. */
const quietMs = 100;

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  role: OperatorRole;
  /** Hands out, once, what was typed before it was there. */
  takeTyped: () => string;
}

interface FinderProps extends PaletteProps {
  /** What can be done to something that was found; nothing where who looks may change nothing. */
  entriesOf: (thing: Thing) => readonly MenuEntry[];
}

/** Finds a customer by phone, a device by its id, a key, or a page, and goes there or acts on it. */
export function Palette(props: FinderProps) {
  const { t } = useTranslation();
  const { isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('palette.title')}>
      <Finder {...props} />
    </Dialog>
  );
}

/** A component of its own, so that each opening begins with a fresh state. */
function Finder({ onClose, role, entriesOf, takeTyped }: FinderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // Whose actions are listed; null: what was found is.
  const [chosen, setChosen] = useState<Target | null>(null);
  const highlighted = useRef<Target | undefined>(undefined);
  /** A key that was pressed while nothing was found yet. */
  const pressed = useRef<string | null>(null);
  const words = useSettledValue(chosen === null ? typed.trim() : '', quietMs);
  const { data: found = nothingFound, isFetching } = useQuery(findQuery(words));
  // Enter opens a result of the present words, never of earlier letters.
  const isCurrent = words === typed.trim();
  const targets =
    chosen === null
      ? listTargets(typed.trim(), isCurrent ? found : nothingFound, role, t, language)
      : listActions(typed.trim(), chosen, entriesOf, t);
  const isSearching = !isCurrent || isFetching;
  const choose = (target: Target | null) => {
    setChosen(target);
    setTyped('');
    input.current?.focus();
  };
  const go = (target: Target) => {
    // If it is opened again while it fades out, it begins anew.
    choose(null);
    onClose();
    if (target.path === undefined) target.act?.();
    else router.history.push(target.path);
  };
  const onKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget, shiftKey } = event;
    if (chosen !== null) {
      const isBack = key === 'Backspace' || key === 'ArrowLeft' || (key === 'Tab' && shiftKey);
      if (!isBack || typed !== '') return;
      event.preventDefault();
      choose(null);
      return;
    }
    const isAtEnd = currentTarget.selectionStart === typed.length;
    const isIn = (key === 'ArrowRight' && isAtEnd) || (key === 'Tab' && !shiftKey);
    const target = highlighted.current;
    if ((isIn || key === 'Enter') && targets.length === 0 && isSearching) {
      event.preventDefault();
      pressed.current = key;
      return;
    }
    pressed.current = null;
    if (!isIn || target?.thing === undefined || entriesOf(target.thing).length === 0) return;
    event.preventDefault();
    choose(target);
  };
  const press = useEffectEvent(() => {
    const [first] = targets;
    const key = pressed.current;
    pressed.current = null;
    if (key === null || first === undefined) return;
    if (key === 'Enter') go(first);
    else if (first.thing !== undefined && entriesOf(first.thing).length > 0) choose(first);
  });
  useEffect(() => {
    if (!isSearching) press();
  }, [isSearching]);
  const begin = useEffectEvent(() => setTyped((before) => before + takeTyped()));
  // At once, so that no letter falls in between.
  useLayoutEffect(() => {
    begin();
    // The focus comes a moment after the dialog.
    const writeHere = (event: KeyboardEvent) => {
      if (!isLetter(event) || !isFocusNowhere()) return;
      input.current?.focus();
      // `usePalette` (palette-button.tsx) has kept this letter with those before it.
      begin();
    };
    addEventListener('keydown', writeHere);
    return () => removeEventListener('keydown', writeHere);
  }, []);
  const label =
    chosen === null ? t('palette.search') : t('palette.actions_of', { name: chosen.label });
  return (
    <Autocomplete.Root
      items={targets}
      mode="none"
      inline
      open
      autoHighlight="always"
      value={typed}
      onValueChange={(value, { reason }) => {
        // A choice navigates and is not written into the field.
        if (reason !== 'item-press') setTyped(value);
      }}
      onItemHighlighted={(target) => {
        highlighted.current = target;
      }}
      itemToStringValue={({ label }) => label}
    >
      <div className="flex items-center gap-1">
        {chosen !== null && (
          <IconButton
            label={t('palette.back')}
            icon={ArrowLeft}
            className="-ml-2.5"
            onClick={() => choose(null)}
          />
        )}
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
          />
          <Autocomplete.Input
            ref={input}
            aria-label={label}
            placeholder={label}
            onKeyDown={onKeyDown}
            className={`${inputClasses} pr-10 pl-10`}
          />
          {isFetching && <Spinner className="absolute inset-y-0 right-3.5 my-auto text-muted" />}
        </div>
      </div>
      <Autocomplete.Empty className="text-muted text-sm not-empty:px-3 not-empty:py-4">
        {isFetching ? t('ui.loading') : t('ui.empty_search.title')}
      </Autocomplete.Empty>
      <Autocomplete.List aria-label={label} className="mt-2 max-h-[50dvh] overflow-y-auto">
        {(target: Target) => {
          const { thing } = target;
          const hasActions = thing !== undefined && entriesOf(thing).length > 0;
          return (
            <Autocomplete.Item
              key={target.id}
              value={target}
              disabled={target.isDisabled === true}
              onClick={(event) => {
                const { target: at } = event;
                const isInto = at instanceof Element && at.closest('[data-actions]') !== null;
                if (isInto) choose(target);
                else go(target);
              }}
              className={classNames(optionClasses, 'group py-0 pr-0')}
            >
              <target.icon
                aria-hidden="true"
                className={classNames(
                  'size-4.5 shrink-0',
                  target.isDestructive === true ? 'text-mains-lost' : 'text-muted',
                )}
              />
              <span className="min-w-0 flex-1 py-1">
                <span className="wrap-anywhere line-clamp-1">{target.label}</span>
                {target.detail !== undefined && (
                  <span className="block truncate text-muted text-xs">{target.detail}</span>
                )}
              </span>
              {hasActions && (
                // An option holds no button of its own; by keyboard it is Tab, and it says so.
                <span
                  data-actions
                  className="flex min-h-11 shrink-0 cursor-pointer items-center gap-1 self-stretch px-3 text-muted text-xs hover:text-text md:pointer-fine:min-h-9"
                >
                  <span className="hidden sm:group-data-highlighted:inline">
                    {t('palette.hint')}
                  </span>
                  <ChevronRight aria-hidden="true" className="size-4" />
                </span>
              )}
            </Autocomplete.Item>
          );
        }}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** Something that was found, and that something can be done to. */
export type Thing =
  | { readonly kind: 'customer'; readonly customer: CustomerAnswer }
  | { readonly kind: 'device'; readonly device: DeviceAnswer }
  | { readonly kind: 'key'; readonly key: KeyAnswer };

/** Somewhere to go, or something to do. */
interface Target {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** Text that tells it from others of the same name. */
  readonly detail?: string;
  readonly path?: string;
  readonly act?: () => void;
  readonly thing?: Thing;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
}

/** The console's pages whose names hold the words; all of them without words. */
function listPages(words: string, role: OperatorRole, t: TFunction, language: Language): Target[] {
  const own = allPages
    .filter(({ needs }) => mayDo(role, needs))
    .map(({ to, label, icon }) => ({ to, label: t(label), icon }));
  return [...own, ...extraEntries(role, language)]
    .map(({ to, label, icon }) => ({ id: to, icon, label, detail: t('palette.page'), path: to }))
    .filter((page) => holds(page, words));
}

function holds({ label }: Target, words: string): boolean {
  return label.toLowerCase().includes(words.toLowerCase());
}

/** All that was found, people first, and the pages. */
function listTargets(
  words: string,
  { customers, devices, keys }: Found,
  role: OperatorRole,
  t: TFunction,
  language: Language,
): Target[] {
  const found = [
    ...customers.map((customer): Target => {
      const { id, name, phone } = customer;
      return {
        id: `customer ${id}`,
        icon: UserRound,
        label: formatPhone(name),
        detail: `${t('customers.one')} · ${formatPhone(phone)}`,
        path: `/admin/customers/${id}`,
        thing: { kind: 'customer', customer },
      };
    }),
    ...devices.map((device): Target => {
      const { device_id: id, site_name: name, customer_name: owner } = device;
      return {
        id: `device ${id}`,
        icon: Cpu,
        label: name,
        detail: [id, owner].filter((text) => text !== null).join(' · '),
        path: `/admin/devices/${id}`,
        thing: { kind: 'device', device },
      };
    }),
    ...keys.map((key): Target => {
      const { key_code: code, customer_name: owner, site_name: site } = key;
      return {
        id: `key ${code}`,
        icon: KeyRound,
        label: code,
        detail: [t('palette.key'), owner, site].filter((text) => text !== null).join(' · '),
        path: `/admin/keys?q=${encodeURIComponent(code)}`,
        thing: { kind: 'key', key },
      };
    }),
  ];
  return [...(words === '' ? [] : found), ...listPages(words, role, t, language)];
}

/** What can be done to something that was found, and the way to its page. */
function listActions(
  words: string,
  { thing, path }: Target,
  entriesOf: (thing: Thing) => readonly MenuEntry[],
  t: TFunction,
): Target[] {
  const entries = thing === undefined ? [] : entriesOf(thing);
  const actions = entries.map(
    ({ label, icon = ArrowUpRight, onSelect, isDisabled, isDestructive }): Target => ({
      id: `action ${label}`,
      icon,
      label,
      act: onSelect,
      ...(isDisabled !== undefined && { isDisabled }),
      ...(isDestructive !== undefined && { isDestructive }),
    }),
  );
  const page: Target[] =
    path === undefined
      ? []
      : [{ id: 'page', icon: ArrowUpRight, label: t('palette.open_page'), path }];
  return [...actions.filter(({ isDisabled }) => isDisabled !== true), ...page].filter((one) =>
    holds(one, words),
  );
}

/** How many of each kind are shown; more letters narrow the search. */
const limit = 5;

interface Found {
  readonly customers: readonly CustomerAnswer[];
  readonly devices: readonly DeviceAnswer[];
  readonly keys: readonly KeyAnswer[];
}

const nothingFound: Found = { customers: [], devices: [], keys: [] };

/** Customers, devices and keys that hold these words; a phone, a key or an id among them. */
function findQuery(q: string) {
  return queryOptions({
    queryKey: [...consoleKey, 'find', q],
    queryFn: async ({ signal }): Promise<Found> => {
      const ask = async <Answer extends { data: unknown }>(path: string): Promise<Answer['data']> =>
        (await adminApi.get<Answer>(path, { query: { q, limit }, signal })).data;
      const [customers, devices, keys] = await Promise.all([
        ask<OutputOf<typeof customersAnswerSchema>>('/api/customers'),
        ask<OutputOf<typeof devicesAnswerSchema>>('/api/devices'),
        ask<OutputOf<typeof keyListAnswerSchema>>('/api/keys'),
      ]);
      return { customers, devices, keys } as Found;
    },
    enabled: q !== '',
  });
}
