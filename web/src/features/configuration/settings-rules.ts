import { isOwnNetworkHost } from '../../../../src/domain/ip-address.ts';

export type AuthorityFault = 'not_pem' | 'long';

/** What a board can keep of one, as firmware/core/own-authority.h has it. */
const mostBytes = 1536;

const certificate = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** @param pem what somebody pasted; null where it is nothing, or one certificate that a board can keep */
export function findAuthorityFault(pem: string): AuthorityFault | null {
  if (pem.trim() === '') return null;
  const base64 = readAuthority(pem);
  if (base64 === null) return 'not_pem';
  return base64.length > (mostBytes / 3) * 4 ? 'long' : null;
}

/** Its DER in base64, in one piece; null: it is not exactly one certificate in PEM. */
export function readAuthority(pem: string): string | null {
  const found = [...pem.matchAll(certificate)];
  const base64 = found[0]?.[1]?.replaceAll(/\s/g, '');
  // DER of a certificate begins with a sequence of two bytes' length.
  if (found.length !== 1 || base64 === undefined || base64.length % 4 !== 0) return null;
  return base64.startsWith('MI') ? base64 : null;
}

/** `https://fai.example/x` → `https://fai.example`; null: no address of a server. */
export function normaliseServerAddress(text: string): string | null {
  try {
    const { protocol, host, origin } = new URL(text.trim());
    return (protocol === 'http:' || protocol === 'https:') && host !== '' ? origin : null;
  } catch {
    return null;
  }
}

/** Names that mean this computer itself: to a board they mean the board. */
export function isThisComputer(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  } catch {
    return false;
  }
}

/** Whether what a board sends there can be read on the way, beyond the household's own network. */
export function isPlainOutside(address: string): boolean {
  const origin = normaliseServerAddress(address);
  if (origin === null) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isOwnNetworkHost(hostname);
}

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
