import type { TFunction } from 'i18next';
import { roleWords } from '../../components/console/role-words.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { formatBytes } from '../../lib/console/format-bytes.ts';
import {
  formatBaht,
  formatDateTime,
  formatNumber,
  formatPhone,
  formatSeconds,
} from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** A smaller number is not taken for epoch milliseconds. */
const firstTime = Date.UTC(2000, 0, 1);

const purchaseTypes = {
  key_only: 'activation_keys.type.key_only',
  device_bundle: 'activation_keys.type.device_bundle',
  renewal: 'activation_keys.type.renewal',
} as const;

const boards = {
  's2-mini': 'activation_keys.board.s2_mini',
  't-display': 'activation_keys.board.t_display',
  's2-test': 'activation_keys.board.s2_test',
  'c3-mini': 'activation_keys.board.c3_mini',
  other: 'activation_keys.board.other',
} as const;

/** By what a chat showed whose it is. */
const proofs = {
  link: 'audit.proof.link',
  key: 'audit.proof.key',
  contact: 'audit.proof.contact',
} as const;

/** A value of the audit log as people read it, by the name of its field. */
export function formatValue(
  field: string,
  value: unknown,
  t: TFunction,
  language: Language,
): string {
  if (value === null || value === undefined || value === '') return t('audit.value.none');
  if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no');
  if (typeof value === 'number') return formatFigure(field, value, language);
  if (typeof value === 'string') return formatText(field, value, t);
  if (Array.isArray(value)) {
    return value.map((item) => formatValue(field, item, t, language)).join(', ');
  }
  return JSON.stringify(value);
}

function formatText(field: string, value: string, t: TFunction): string {
  // An order holds the phone number as it was typed.
  if (field === 'phone') return formatPhone(value.replace(/^0(?=\d{8,9}$)/, '+66'));
  if (field === 'role' && isKey(roleWords, value)) return t(roleWords[value]);
  if (field === 'purchaseType' && isKey(purchaseTypes, value)) return t(purchaseTypes[value]);
  if (field === 'deviceType' && isKey(boards, value)) return t(boards[value]);
  if (field === 'channel' && isKey(channelWords, value)) return t(channelWords[value]);
  if (field === 'proof' && isKey(proofs, value)) return t(proofs[value]);
  // The beginning of a hash is enough.
  if (/^[0-9a-f]{32,}$/.test(value)) return `${value.slice(0, 8)}…`;
  return value;
}

function isKey<Known extends object>(known: Known, key: PropertyKey): key is keyof Known {
  return Object.hasOwn(known, key);
}

function formatFigure(field: string, value: number, language: Language): string {
  if (/(At|Until|Since)$/.test(field) && value >= firstTime) return formatDateTime(value, language);
  if (/Seconds$/.test(field) || field === 'heartbeatTimeout') return formatSeconds(value, language);
  if (field === 'recoveryDelay') return formatSeconds(value * 60, language);
  if (/^price/.test(field)) return formatBaht(value);
  if (field === 'bytes') return formatBytes(value, language);
  // Locations are kept to three digits, some 100 m.
  return /Id$/.test(field) ? String(value) : formatNumber(value, language, 3);
}
