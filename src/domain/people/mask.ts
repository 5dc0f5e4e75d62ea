/** Masks that some are shown instead of activation keys and phone numbers. */
import { maskKey, normaliseActivationKey } from '../keys/activation-key.ts';

/** Values that are hidden from somebody: `personal` are keys and phone numbers. */
export type Hidden = 'nothing' | 'keys' | 'personal';

const group = '[0-9A-Za-z]{5}';
const between = '[\\s\\-‐‑–—_]?';
const keyLike = new RegExp(`(?<![0-9A-Za-z])${group}(?:${between}${group}){3}(?![0-9A-Za-z])`, 'g');

const storedKey = /^[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}$/;

const digit = '[0-9๐-๙]';
const next = `[\\s().\\-‐‑–—]{0,2}${digit}`;
/** E.164, the Thai local form, and `66…` without a plus; a device id is none of them. */
const phoneLike = new RegExp(
  `(?<![0-9A-Za-z])(?<!fw-)(?:\\+(?:${next}){7,15}|[0๐](?:${next}){8,9}|[6๖]${next}(?:${next}){8,9})(?![0-9A-Za-z])`,
  'g',
);

/** The first two digits and the last three stay: enough to tell two customers apart. */
function maskPhone(phone: string): string {
  const digits = phone.match(/[0-9๐-๙]/g)?.length ?? 0;
  let seen = 0;
  return phone.replace(/[0-9๐-๙]/g, (char) => {
    seen += 1;
    return seen <= 2 || seen > digits - 3 ? char : '*';
  });
}

/** Hides each key, or each key and each phone number, in a text, however it came there. */
export function maskText(text: string, hidden: Hidden = 'personal'): string {
  if (hidden === 'nothing') return text;
  const keyless = maskKeys(text);
  return hidden === 'keys' ? keyless : keyless.replace(phoneLike, maskPhone);
}

/** Hides each key in a text, and nothing else. */
export function maskKeys(text: string): string {
  const pattern = new RegExp(keyLike);
  let masked = '';
  let rest = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match;
    // Twenty letters in a row may be a word; the form that is stored is a key whatever it holds.
    const key = storedKey.test(found) ? found : normaliseActivationKey(found);
    if (key === null) {
      // The word before a key may look like its first part.
      pattern.lastIndex = match.index + 1;
      continue;
    }
    masked += text.slice(rest, match.index) + maskKey(key);
    rest = pattern.lastIndex;
  }
  return masked + text.slice(rest);
}

/** The same for every text in a value that goes out as JSON. */
export function maskValue<T>(value: T, hidden: Hidden = 'personal'): T {
  return mask(value, hidden) as T;
}

function mask(value: unknown, hidden: Hidden): unknown {
  if (typeof value === 'string') return maskText(value, hidden);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => mask(one, hidden));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one, hidden)]));
}
