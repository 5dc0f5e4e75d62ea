import { generateActivationKey } from '../../../src/domain/keys/activation-key.ts';

/** A well-formed key that no server knows; a board accepts it. */
export function makeKey(): string {
  return generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
}

export const phone = '081 234 5678';

let phones = 0;

/** A phone number without an account. With one, the board would have to ask to join the account. */
export function makePhone(): string {
  phones += 1;
  return `082${String(phones).padStart(7, '0')}`;
}
