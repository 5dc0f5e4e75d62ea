/** A caller by their address: a private network or not, which household, which provider of internet. */

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

/** An address as a socket gives it, in its usual form: lower case, without a zone, IPv4 as itself. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  return plain.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Whether a caller is on this machine. @param address as a socket gives it */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/**
 * Whether an address is of a private network.
 * @param address as a socket gives it
 */
export function isPrivateAddress(address: string): boolean {
  const plain = plainAddress(address);
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

/**
 * The network that counts as one visitor where failures are limited: an IPv4 address, or the /64 network of an IPv6
 * address, since a household gets no less than that (RFC 6177) and may use another of its 2⁶⁴ addresses
 * for every try.
 * @param address as the server sees it; what is no IPv6 address comes back as it is
 */
export function householdOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = ipv4Of(plain);
  if (mapped !== null) return mapped;
  const network = ipv6Groups(address)
    ?.slice(0, 4)
    .map((group) => group.toString(16));
  return network === undefined ? address : `${network.join(':')}::/64`;
}

/**
 * The network that stands for a caller's provider of internet: the /16 of an IPv4 address, or the /32 of an IPv6
 * address, which is what providers are given. Null: the address is of a private network, such as that of a proxy
 * that hides it, or is none.
 */
export function providerOfCaller(address: string): string | null {
  if (isPrivateAddress(address)) return null;
  const v4 = ipv4Of(address);
  if (v4 !== null) return v4.split('.').slice(0, 2).join('.');
  const groups = ipv6Groups(address)?.slice(0, 2);
  return groups?.map((group) => group.toString(16)).join(':') ?? null;
}

/** The eight groups of an IPv6 address, without its zone. Null: it is none. */
function ipv6Groups(address: string): number[] | null {
  const [plain = ''] = address.split('%');
  if (!/^[0-9a-f:]{2,39}$/i.test(plain) || !plain.includes(':')) return null;
  const [left = '', right] = plain.split('::');
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<number>(zeros).fill(0), ...tail];
  return groups.length === 8 ? groups : null;
}

/** The IPv4 address that an address is, plain or within IPv6. Null: it is none. */
function ipv4Of(address: string): string | null {
  return /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.exec(address)?.[1] ?? null;
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function oneOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
