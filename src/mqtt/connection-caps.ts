import { householdOf } from '../domain/ip-address.ts';
import type { BrokerLimits } from './limits.ts';

/**
 * Counts open connections, per household and in all, over every listener.
 */
export class ConnectionCaps {
  readonly #limits: BrokerLimits;
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: BrokerLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether one more connection may come. */
  roomFor(address: string): 'free' | 'household-full' | 'full' {
    const key = householdOf(address);
    const { connections, connectionsPerAddress } = this.#limits;
    const cap = isLoopback(key) ? connections * loopbackShare : connectionsPerAddress;
    if ((this.#perAddress.get(key) ?? 0) >= cap) return 'household-full';
    return this.#total >= connections ? 'full' : 'free';
  }

  add(address: string): void {
    const key = householdOf(address);
    this.#perAddress.set(key, (this.#perAddress.get(key) ?? 0) + 1);
    this.#total++;
  }

  /** Removes a connection that `add` counted. */
  release(address: string): void {
    const key = householdOf(address);
    const count = this.#perAddress.get(key);
    if (count === undefined) return;
    this.#total--;
    if (count > 1) this.#perAddress.set(key, count - 1);
    else this.#perAddress.delete(key);
  }
}

/** A proxy that keeps connections open must leave room for boards that come directly. */
const loopbackShare = 0.8;

/** Many connections come through a proxy or tunnel on this machine. */
function isLoopback(household: string): boolean {
  return household.startsWith('127.') || household === householdOf('::1');
}
