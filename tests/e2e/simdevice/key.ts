import { generateActivationKey } from '../../../src/domain/keys/activation-key.ts';

/** A key that no server knows, but that is well formed: a board takes it. */
export function makeKey(): string {
  return generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
}

export const phone = '081 234 5678';

let phones = 0;

/** A phone that no account has: another board's key would have to ask before it joins one. */
export function makePhone(): string {
  phones += 1;
  return `082${String(phones).padStart(7, '0')}`;
}
