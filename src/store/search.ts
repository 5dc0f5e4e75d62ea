/** What a search box finds: conditions that lists and their exports share. */
import { type Column, or, type SQL, sql } from 'drizzle-orm';
import { compactPhone, normalisePhone } from '../domain/phone.ts';

/** Rows whose column holds this text anywhere; capitals do not matter, `%` and `_` are themselves. */
export function holdsText(column: Column, text: string): SQL {
  const literal = text.replace(/[\\%_]/g, (char) => `\\${char}`);
  return sql`${column} LIKE ${`%${literal}%`} ESCAPE '\\'`;
}

/**
 * Rows whose phone number (E.164) holds what somebody typed of one, in local form or international:
 * `081-234`, `+66 81 234` and `1234` all find +66812345678.
 * @returns undefined where the text cannot be a part of a number
 */
export function holdsPhone(column: Column, text: string): SQL | undefined {
  const typed = compactPhone(text);
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
