import { generateActivationKey } from '../../../src/domain/activation-key.ts';

/** A key that no server knows, but that is well formed: a board takes it. */
export function makeKey(): string {
  return generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
}

export const phone = '081 234 5678';
