/** Conditions of search boxes, shared by lists and their exports. */
import { type Column, or, type SQL, sql } from 'drizzle-orm';
import type { Hidden } from '../../domain/people/mask.ts';
import { compactPhone, normalisePhone } from '../../domain/people/phone.ts';

/** A search in somebody's words. */
export interface Words {
  /** The text as typed. Empty: everything. */
  readonly q: string;
  /** Fields that are hidden from the searcher, and find nothing. */
  readonly hidden?: Hidden | undefined;
}

/** Seven digits, together or not, that may be a phone number, unless the text is a device id. */
const mayHidePhone = `*${'[0-9๐-๙]*'.repeat(7)}`;
const mayHideKey = '*?????-?????-?????-?????*';

/** Rows whose column contains this text. Case does not matter, and `%` and `_` stand for themselves. */
export function holdsText(column: Column | SQL, { q, hidden = 'nothing' }: Words): SQL {
  const literal = q.replace(/[\\%_]/g, (char) => `\\${char}`);
  const holds = sql`${column} LIKE ${`%${literal}%`} ESCAPE '\\'`;
  if (hidden === 'nothing') return holds;
  const isOpen = sql`${holds} AND ${column} NOT GLOB ${mayHideKey}`;
  // Words without digits cannot reveal a phone number beside them.
  if (hidden === 'keys' || !/[0-9๐-๙]/.test(q)) return sql`(${isOpen})`;
  return sql`(${isOpen} AND (${column} GLOB 'fw-????????????' OR ${column} NOT GLOB ${mayHidePhone}))`;
}

/**
 * Rows whose phone number (E.164) contains what somebody typed, in local or international form:
 * `081-234`, `+66 81 234` and `1234` all find +66812345678.
 * @returns undefined if the text cannot be part of a number, or numbers are hidden
 */
export function holdsPhone(
  column: Column | SQL,
  { q, hidden = 'nothing' }: Words,
): SQL | undefined {
  if (hidden === 'personal') return undefined;
  const typed = compactPhone(q);
  if (!/^\+?\d+$/.test(typed)) return undefined;
  const digits = typed.replace('+', '');
  // Only digits from here on, so nothing in them is a wildcard.
  const patterns = [typed.startsWith('+') ? `+${digits}%` : `%${digits}%`];
  if (digits.startsWith('00')) patterns.push(`+${digits.slice(2)}%`);
  else if (digits.startsWith('0')) patterns.push(`+66${digits.slice(1)}%`);
  // +66 (0)81 234 5678, whole.
  const whole = normalisePhone(typed);
  if (whole !== null) patterns.push(whole);
  return or(...patterns.map((pattern) => sql`${column} LIKE ${pattern}`));
}
