import type { TFunction } from 'i18next';
import { ArrowUpRight, Cpu, KeyRound, type LucideIcon, UserRound } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import { formatPhone } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { allPages, extraEntries } from '../navigation.ts';
import type { Found } from './find-anything.ts';

/** Something that was found, and that something can be done to. */
export type Thing =
  | { readonly kind: 'customer'; readonly customer: CustomerAnswer }
  | { readonly kind: 'device'; readonly device: DeviceAnswer }
  | { readonly kind: 'key'; readonly key: KeyAnswer };

/** Somewhere to go, or something to do. */
export interface Target {
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
export function listTargets(
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
export function listActions(
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
