/** What a board can join: IEEE 802.11, and the rules of firmware/core/config.cpp. */
export type WifiFault =
  | 'name_missing'
  | 'name_long'
  | 'password_missing'
  | 'password_short'
  | 'password_long';

const nameBytes = 32;
const passwordLength = { least: 8, most: 63 };

export function findNameFault(name: string): WifiFault | null {
  if (name.trim() === '') return 'name_missing';
  return countBytes(name) > nameBytes ? 'name_long' : null;
}

export function findPasswordFault(password: string): WifiFault | null {
  if (password === '') return 'password_missing';
  // 64 hex digits are the key itself, as some routers print it.
  if (/^[0-9a-f]{64}$/i.test(password)) return null;
  const length = countBytes(password);
  if (length < passwordLength.least) return 'password_short';
  return length > passwordLength.most ? 'password_long' : null;
}

/** A Thai letter has three. */
function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
