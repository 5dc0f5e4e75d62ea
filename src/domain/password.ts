/** Rules for the passwords of administrators. */
import { AppError } from './errors.ts';

/** Spec section 5; the texts are part of its catalogue. */
const minimumLength = 6;

/** Those that guessing begins with; long enough to pass the minimum. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 password password1 password123 qwerty qwerty123
   qwertyuiop abc123 111111 000000 123123 654321 666666 888888 iloveyou admin123 administrator
   letmein welcome welcome1 monkey dragon sunshine princess football baseball superman trustno1
   passw0rd p@ssw0rd changeme secret secret123 faiwatch faiwatch123 raspberry 1q2w3e4r 1qaz2wsx
   zaq12wsx asdfgh asdfghjkl zxcvbn zxcvbnm 121212 112233 123321 696969 987654321 default`.split(
    /\s+/,
  ),
);

/** @throws AppError VALIDATION */
export function checkNewPassword(password: string): void {
  const fail = (text: string): never => {
    throw new AppError('VALIDATION', text, { fields: { newPassword: text } });
  };
  if (password.length < minimumLength) fail(`must be at least ${minimumLength} characters`);
  if (password.length > 128) fail('must be at most 128 characters');
  if (common.has(password.toLowerCase())) fail('is too common');
}

/** Without the characters that are taken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A random password of 20 characters (115 bits).
 * @param randomBytes gives so many random bytes
 */
export function generatePassword(randomBytes: (count: number) => Uint8Array): string {
  let password = '';
  while (password.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes past the last whole multiple would make some characters likelier.
      if (byte >= Math.floor(256 / alphabet.length) * alphabet.length) continue;
      if (password.length < 20) password += alphabet[byte % alphabet.length];
    }
  }
  return password;
}
