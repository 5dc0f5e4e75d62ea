const thaiDigits = '๐๑๒๓๔๕๖๗๘๙';

/**
 * A phone number as E.164 (`+66812345678`), or null when it cannot be one.
 *
 * Takes the Thai local form (`081-234-5678`, `02 123 4567`), the international one with `+` or `00`,
 * and `66…` without a plus, as Telegram gives it in a shared contact. Thai digits count as digits.
 */
export function normalisePhone(text: string): string | null {
  const compact = compactPhone(text);
  if (compact.startsWith('+')) return checkE164(compact.slice(1));
  if (!/^\d+$/.test(compact)) return null;
  if (compact.startsWith('00')) return checkE164(compact.slice(2));
  if (compact.startsWith('0')) return checkE164(`66${compact.slice(1)}`);
  return compact.startsWith('66') ? checkE164(compact) : null;
}

/** A number, or a part of one, without what people put between the digits; Thai digits as Arabic ones. */
export function compactPhone(text: string): string {
  return text
    .replace(/[๐-๙]/g, (digit) => String(thaiDigits.indexOf(digit)))
    .replace(/[\s().\-‐‑–—]/g, '');
}

/**
 * The number of a contact that Telegram itself vouches for: always international, the plus often
 * missing (https://core.telegram.org/bots/api#contact).
 */
export function normaliseContactPhone(text: string): string | null {
  return normalisePhone(text.startsWith('+') ? text : `+${text}`);
}

/** @param digits country code and national number */
function checkE164(digits: string): string | null {
  if (!/^[1-9]\d{6,14}$/.test(digits)) return null;
  if (!digits.startsWith('66')) return `+${digits}`;
  // +66 (0)81…: the trunk zero is for calls within the country only.
  const national = digits.slice(2).replace(/^0/, '');
  // 9 digits for mobile phones, 8 for landlines; none begins with 0.
  return /^[1-9]\d{7,8}$/.test(national) ? `+66${national}` : null;
}
