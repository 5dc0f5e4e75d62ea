/** The eight groups of an IPv6 address, without its zone. Null: it is none. */
export function ipv6Groups(address: string): number[] | null {
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
export function ipv4Of(address: string): string | null {
  return /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.exec(address)?.[1] ?? null;
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
