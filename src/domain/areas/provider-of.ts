import { ipv4Of, ipv6Groups } from '../ip-address.ts';

/**
 * What stands for the provider of a site's internet: the /16 of its IPv4 address, or the /32 of its IPv6
 * address, which is what providers are given.
 * @param address a public one
 */
export function providerOf(address: string): string | null {
  const v4 = ipv4Of(address);
  if (v4 !== null) return v4.split('.').slice(0, 2).join('.');
  const groups = ipv6Groups(address);
  return groups === null
    ? null
    : groups
        .slice(0, 2)
        .map((group) => group.toString(16))
        .join(':');
}
