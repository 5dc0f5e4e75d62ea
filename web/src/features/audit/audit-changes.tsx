import type { TFunction } from 'i18next';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntryAnswer } from '../../../../src/contract/people/audit.ts';
import { classNames } from '../../lib/class-names.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { formatBytes } from '../../lib/console/format-bytes.ts';
import { roleWords } from '../../lib/console/role-words.ts';
import {
  formatBaht,
  formatDateTime,
  formatNumber,
  formatPhone,
  formatSeconds,
} from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { describeField } from './field-words.ts';

/** How many changes are shown at first; a deletion may have a dozen. */
const shownAtOnce = 3;

/** What an entry changed: each field with what it was and what it is. */
export function AuditChanges({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const changes = listChanges(entry.before, entry.after);
  if (changes.length === 0) return <span className="text-muted">-</span>;
  const hidden = changes.length - shownAtOnce;
  const shown = isOpen || hidden <= 1 ? changes : changes.slice(0, shownAtOnce);
  return (
    <div className="flex flex-col items-start gap-1 text-left">
      <ul className="flex flex-col gap-0.5">
        {shown.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
      </ul>
      {hidden > 1 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-muted text-xs transition hover:bg-raised hover:text-text md:pointer-fine:min-h-8"
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-3.5 transition', isOpen && 'rotate-180')}
          />
          {isOpen ? t('audit.show_less') : t('audit.show_more', { count: hidden })}
        </button>
      )}
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { field, before, after } = change;
  const format = (value: unknown) => formatValue(field, value, t, language);
  return (
    <li className="text-sm">
      <span className="text-muted">{describeField(field, t)}: </span>
      {before !== undefined && (
        <del
          className={classNames(
            'break-words',
            after === undefined ? 'decoration-muted' : 'text-muted no-underline',
          )}
        >
          {format(before)}
        </del>
      )}
      {before !== undefined && after !== undefined && (
        <>
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5 text-muted" />
          <span className="sr-only"> {t('audit.becomes')} </span>
        </>
      )}
      {after !== undefined && (
        <ins className="break-words font-semibold no-underline">{format(after)}</ins>
      )}
    </li>
  );
}

/** A field that an entry of the audit log speaks of. */
interface Change {
  field: string;
  /** Undefined: it was not there. */
  before: unknown;
  /** Undefined: it is no more. */
  after: unknown;
}

/** Fields that mean nothing to a reader. */
const hidden = new Set(['row', 'id', 'deviceRow', 'tokenHash', 'tokenVersion']);

/**
 * What changed, field by field, in the order in which it was written down. What was empty and stays so is
 * left out, and so is what is the same on both sides.
 */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [was, is] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !hidden.has(field))
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter(({ before: one, after: other }) => !isSame(one ?? null, other ?? null));
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
