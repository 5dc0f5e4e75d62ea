/** What a search box finds: conditions that lists and their exports share. */
import { type Column, or, type SQL, sql } from 'drizzle-orm';
import { compactPhone, normalisePhone } from '../../domain/people/phone.ts';

/** What somebody looks for. */
export interface Words {
  /** As typed; empty: everything. */
  readonly q: string;
  /** True: for somebody from whom keys and phone numbers are hidden, who finds nothing by them. */
  readonly isMasked?: boolean | undefined;
}

/** Seven digits, together or not: what may be a phone number, unless it is a device id. */
const mayHidePhone = `*${'[0-9๐-๙]*'.repeat(7)}`;
const mayHideKey = '*?????-?????-?????-?????*';

/** Rows whose column holds this text anywhere; capitals do not matter, `%` and `_` are themselves. */
export function holdsText(column: Column | SQL, { q, isMasked = false }: Words): SQL {
  const literal = q.replace(/[\\%_]/g, (char) => `\\${char}`);
  const holds = sql`${column} LIKE ${`%${literal}%`} ESCAPE '\\'`;
  if (!isMasked) return holds;
  const isOpen = sql`${holds} AND ${column} NOT GLOB ${mayHideKey}`;
  // Letters say nothing of a number that stands beside them.
  if (!/[0-9๐-๙]/.test(q)) return sql`(${isOpen})`;
  return sql`(${isOpen} AND (${column} GLOB 'fw-????????????' OR ${column} NOT GLOB ${mayHidePhone}))`;
}

/**
 * Rows whose phone number (E.164) holds what somebody typed of one, in local form or international:
 * `081-234`, `+66 81 234` and `1234` all find +66812345678.
 * @returns undefined where the text cannot be a part of a number, or numbers are hidden
 */
export function holdsPhone(column: Column | SQL, { q, isMasked = false }: Words): SQL | undefined {
  if (isMasked) return undefined;
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
