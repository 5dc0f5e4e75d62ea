import { isOwnNetworkHost } from '../../../../src/domain/ip-address.ts';

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
