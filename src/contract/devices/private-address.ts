import { providerOf } from '../../domain/areas/provider-of.ts';

/**
 * Networks of a household or a company, which the internet does not reach (RFC 1918, 3927, 4193, 4291).
 * One expression, as every heartbeat is matched against it.
 */
const ownNetwork = oneOf([
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^::1$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
]);
/** Networks of carriers, and of overlay networks such as Tailscale (RFC 6598). */
const sharedNetwork = /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/**
 * Whether an address is of a private network.
 * @param address as a socket gives it
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return sharedNetwork.test(plain) || ownNetwork.test(plain);
}

/**
 * Whether a board may speak unencrypted to a server at `host`, by the firmware's rule (isOnPrivateNetwork
 * in firmware/core/server-url.cpp). A carrier's network does not count, as strangers share it.
 * @param host as `URL` gives it: `192.168.1.10`, `[fe80::1]`, `pi.local`
 */
export function isOwnNetworkHost(host: string): boolean {
  if (host === 'localhost' || /.\.local$/.test(host)) return true;
  // A host name may begin like an address.
  return /^(\[.*\]|[\d.]+)$/.test(host) && ownNetwork.test(host.replace(/^\[|\]$/g, ''));
}

function oneOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/**
 * What stands for a caller’s provider of internet. Null: the address is of a private network, such as that
 * of a proxy that hides it.
 */
export function providerOfCaller(address: string): string | null {
  return isPrivateAddress(address) ? null : providerOf(address);
}
