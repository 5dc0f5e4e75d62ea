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
