/**
 * Activation keys: `XXXXX-XXXXX-XXXXX-XXXXX` in Crockford's base32 (https://www.crockford.com/base32.html),
 * 19 random characters (95 bits) and a check character.
 */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomChars = 19;

/** @param randomBytes a cryptographic source, `(n) => crypto.getRandomValues(new Uint8Array(n))` */
export function generateActivationKey(randomBytes: (count: number) => Uint8Array): string {
  const values = takeBits(randomBytes(Math.ceil((randomChars * 5) / 8)));
  return format([...values, timesAlpha(syndromeOf(values))]);
}

/**
 * A key as it is stored, from what a person typed: case, spaces and dashes do not matter, and O, I
 * and L are read as 0, 1 and 1.
 * @returns null when it has the wrong length, a character no key has, or a wrong check character
 */
export function normaliseActivationKey(text: string): string | null {
  const compact = compactKey(text.replaceAll('_', ''));
  if (compact?.length !== randomChars + 1) return null;
  const values = [...compact].map((char) => alphabet.indexOf(char));
  return syndromeOf(values) === 0 ? format(values) : null;
}

/**
 * A key, or a part of one, in the form in which its characters are stored: capitals, without spaces and
 * dashes.
 * @returns null when there are no characters, or one that no key has
 */
export function compactKey(text: string): string | null {
  const compact = text
    .toUpperCase()
    .replace(/[\s\-‐‑–—]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return compact !== '' && [...compact].every((char) => alphabet.includes(char)) ? compact : null;
}

/** This many characters of a key tell it from the others and open nothing. */
const shownChars = 5;

/** The end of a key, as messages name it. */
export function hintOfKey(keyCode: string): string {
  return keyCode.slice(-shownChars);
}

/** A key as lists show it: `*****-*****-*****-W1P5E`. */
export function maskKey(keyCode: string): string {
  return keyCode.slice(0, -shownChars).replace(/[^-]/g, '*') + hintOfKey(keyCode);
}

/** The first 95 bits, five at a time. */
function takeBits(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5 && values.length < randomChars) {
      bits -= 5;
      values.push((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return values;
}

/**
 * The characters as a polynomial over GF(32), evaluated at a generator of the field. It is zero for a
 * correct key. Any one wrong character and any two swapped ones make it something else.
 */
function syndromeOf(values: readonly number[]): number {
  return values.reduce((sum, value) => timesAlpha(sum) ^ value, 0);
}

/** Multiplication by x modulo the primitive polynomial x⁵ + x² + 1. */
function timesAlpha(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ 0b100101 : doubled;
}

function format(values: readonly number[]): string {
  const text = values.map((value) => alphabet.charAt(value)).join('');
  return `${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10, 15)}-${text.slice(15)}`;
}
