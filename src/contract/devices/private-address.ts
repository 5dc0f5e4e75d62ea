/**
 * Networks of a household or a company, into which the internet does not reach; RFC 1918, 3927, 4193,
 * 4291. As one expression, for it is asked of every heartbeat.
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
/** What carriers and overlay networks such as Tailscale number their own with; RFC 6598. */
const sharedNetwork = /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** Whether an address, as a socket gives it, is of a private network; what is no address is not. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return sharedNetwork.test(plain) || ownNetwork.test(plain);
}

/**
 * Whether a board speaks in clear to a server there without being told to, as its firmware has it
 * (isOnPrivateNetwork in firmware/core/server-url.cpp). A carrier's network is shared with strangers, so
 * that it does not count.
 * @param host as `URL` gives it: `192.168.1.10`, `[fe80::1]`, `pi.local`
 */
export function isOwnNetworkHost(host: string): boolean {
  if (host === 'localhost' || /.\.local$/.test(host)) return true;
  // A name may begin like an address.
  return /^(\[.*\]|[\d.]+)$/.test(host) && ownNetwork.test(host.replace(/^\[|\]$/g, ''));
}

function oneOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
