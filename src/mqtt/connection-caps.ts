import type { BrokerLimits } from './limits.ts';

/**
 * Counts open connections, per address and in all, over every listener.
 */
export class ConnectionCaps {
  readonly #limits: BrokerLimits;
  readonly #trusted: ReadonlySet<string>;
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  /** @param trustedAddresses besides loopback: those from which a proxy brings many */
  constructor(limits: BrokerLimits, trustedAddresses: readonly string[]) {
    this.#limits = limits;
    this.#trusted = new Set(trustedAddresses.map(addressKey));
  }

  get total(): number {
    return this.#total;
  }

  /** Counts a connection in; false when there are too many, and it is not counted. */
  admit(address: string): boolean {
    const key = addressKey(address);
    const count = this.#perAddress.get(key) ?? 0;
    const cap = this.#isTrusted(key)
      ? this.#limits.connectionsPerTrustedAddress
      : this.#limits.connectionsPerAddress;
    if (this.#total >= this.#limits.connections || count >= cap) return false;
    this.#perAddress.set(key, count + 1);
    this.#total++;
    return true;
  }

  /** Counts out what `admit` counted in. */
  release(address: string): void {
    const key = addressKey(address);
    const count = this.#perAddress.get(key);
    if (count === undefined) return;
    this.#total--;
    if (count > 1) this.#perAddress.set(key, count - 1);
    else this.#perAddress.delete(key);
  }

  #isTrusted(key: string): boolean {
    return key.startsWith('127.') || key === '::1' || this.#trusted.has(key);
  }
}

/**
 * What counts as one address: an IPv4 address, mapped or not, or the /64 of an IPv6 address, since
 * that is what a single household is given.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':') || address === '::1') return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
