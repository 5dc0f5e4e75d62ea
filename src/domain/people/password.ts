/** Rules for the passwords of administrators. */

import { AppError } from '../errors.ts';
import { refusals } from '../findings.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Below this length the refusal says no more than that. */
const shortest = 6;
const minimumLength = 10;
const maximumLength = 128;
/** A password with fewer different characters is quickly tried through. */
const minimumVariety = 5;

/** Most guessable passwords are one of these words with something before or after it. */
const commonWords: ReadonlySet<string> = new Set(
  `admin administrator asdf asdfgh baseball bangkok changeme charlie default dragon faiwatch fallout
  football freedom hello iloveyou letmein login lovely master michael monkey nothing operator passcode
  passwd password princess qazwsx qwer qwerty qwertyuiop root secret shadow starwars sunshine superman
  system temp test thailand trustno user welcome whatever zxcv zxcvbn`.split(/\s+/),
);

const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** To a guesser, `P@ssw0rd-1234` is `password`. */
function isCommonWord(plain: string): boolean {
  const word = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return commonWords.has(word.replace(/[@431!0$5]/g, (char) => lookalikes[char] ?? char));
}

/**
 * @param username whose password it is to be
 * @throws AppError VALIDATION
 */
export function checkNewPassword(password: string, username: string): void {
  const fail = (text: string): never => {
    throw new AppError('VALIDATION', text, { fields: { newPassword: text } });
  };
  const plain = password.toLowerCase();
  if (password.length < shortest) fail(`must be at least ${shortest} characters`);
  if (password.length < minimumLength) fail(`must be at least ${minimumLength} characters`);
  if (password.length > maximumLength) fail(`must be at most ${maximumLength} characters`);
  if (isCommonPassword(plain) || isCommonWord(plain) || new Set(plain).size < minimumVariety) {
    fail(refusals.passwordCommon);
  }
  // A password may contain the letters of a short name by chance.
  const name = username.toLowerCase();
  if (name.length >= 4 && plain.includes(name)) fail(refusals.passwordHoldsName);
}

/** The text with look-alike characters replaced. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A random password of 20 characters (115 bits).
 * @param randomBytes gives so many random bytes
 */
export function generatePassword(randomBytes: (count: number) => Uint8Array): string {
  let password = '';
  while (password.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole multiple would make some characters likelier.
      if (byte >= Math.floor(256 / alphabet.length) * alphabet.length) continue;
      if (password.length < 20) password += alphabet[byte % alphabet.length];
    }
  }
  return password;
}
