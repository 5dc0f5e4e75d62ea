import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of this house, this machine or this provider: allowed where the operator allows them. */
const local: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Where machines in data centres are told their secrets; never allowed. */
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
].map((address) => ipaddr.parse(address).toNormalizedString());

/** All of IPv6 that is given out; what lies outside and has no use of its own embeds IPv4 addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address that somebody else chose may be called.
 * @param address as a resolver answers it, or as a URL has it, without brackets
 */
export function mayCall(address: string, allowPrivate: boolean): boolean {
  // Its one form only: what ipaddr.js takes for an old way of writing, the system may take for another.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (metadata.includes(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  if (local.has(range)) return allowPrivate;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(globalUnicast);
}
