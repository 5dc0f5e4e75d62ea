/**
 * What counts as one visitor where failures are limited: an IPv4 address, or the /64 network of an IPv6
 * address, since a household gets no less than that (RFC 6177) and may use another of its 2⁶⁴ addresses
 * for every try.
 * @param address as the server sees it; what is no IPv6 address comes back as it is
 */
export function householdOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!/^[0-9a-f:]{2,39}$/i.test(plain) || !plain.includes(':')) return address;
  const [left = '', right] = plain.split('::');
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<number>(zeros).fill(0), ...tail];
  if (groups.length !== 8) return address;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
