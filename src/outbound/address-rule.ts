import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges of this house, this machine or this provider. They may be called where the operator allows it. */
const local: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Addresses at which machines in data centres read their secrets. They are never called. */
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
].map((address) => ipaddr.parse(address).toNormalizedString());

/** All of IPv6 that is given out. Addresses outside of it may embed one of IPv4. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address that somebody else chose may be called.
 * @param address as a resolver answers it, or as a URL has it, without brackets
 */
export function mayCall(address: string, allowPrivate: boolean): boolean {
  // Only the usual form: the system may read an old way of writing differently from ipaddr.js.
  if (isIP(address) === 0) return false;
  // A zone says by which of this machine's cards; the address is the same.
  const parsed = ipaddr.parse(address.replace(/%.*$/, ''));
  if (metadata.includes(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  if (local.has(range)) return allowPrivate;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(globalUnicast);
}
