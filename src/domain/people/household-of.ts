import { ipv4Of, ipv6Groups } from '../ip-address.ts';

/**
 * What counts as one visitor where failures are limited: an IPv4 address, or the /64 network of an IPv6
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
