import type { TFunction } from 'i18next';
import { Cpu, KeyRound, type LucideIcon, UserRound } from 'lucide-react';
import { formatPhone } from '../../../lib/format.ts';
import { mayDo, type OperatorRole } from '../../../lib/operator-role.ts';
import { navigation } from '../navigation.ts';
import type { Found } from './find-anything.ts';

/** Somewhere to go. */
export interface Target {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** Text that tells it from others of the same name. */
  readonly detail: string;
  readonly path: string;
}

/** The console's pages whose names hold the words; all of them without words. */
function listPages(words: string, role: OperatorRole, t: TFunction): Target[] {
  return navigation
    .filter(({ needs }) => mayDo(role, needs))
    .map(({ to, label, icon }) => ({
      id: to,
      icon,
      label: t(label),
      detail: t('palette.page'),
      path: to,
    }))
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()));
}

/** All that was found, people first, and the pages. */
export function listTargets(
  words: string,
  { customers, devices, keys }: Found,
  role: OperatorRole,
  t: TFunction,
): Target[] {
  const found = [
    ...customers.map(({ id, name, phone }) => ({
      id: `customer ${id}`,
      icon: UserRound,
      label: name,
      detail: `${t('customers.one')} · ${formatPhone(phone)}`,
      path: `/admin/customers/${id}`,
    })),
    ...devices.map(({ device_id: id, site_name: name, customer_name: owner }) => ({
      id: `device ${id}`,
      icon: Cpu,
      label: name,
      detail: [id, owner].filter((text) => text !== null).join(' · '),
      path: `/admin/devices/${id}`,
    })),
    ...keys.map(({ key_code: code, customer_name: owner, site_name: site }) => ({
      id: `key ${code}`,
      icon: KeyRound,
      label: code,
      detail: [t('palette.key'), owner, site].filter((text) => text !== null).join(' · '),
      path: `/admin/keys?q=${encodeURIComponent(code)}`,
    })),
  ];
  return [...(words === '' ? [] : found), ...listPages(words, role, t)];
}
