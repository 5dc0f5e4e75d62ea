import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

/** Whether this page can make and show passkeys: they belong to a name, never to an address of digits. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn() && !isAddress(location.hostname);
}

/** `127.0.0.1`, `[::1]` */
export function isAddress(hostname: string): boolean {
  return /^[\d.]+$|^\[/.test(hostname);
}
