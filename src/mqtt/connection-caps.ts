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

  /** Counts a new connection. False: there are too many, and it is not counted. */
  admit(address: string): boolean {
    const key = householdOf(address);
    const count = this.#perAddress.get(key) ?? 0;
    const { connections, connectionsPerAddress } = this.#limits;
    const cap = isLoopback(key) ? connections * loopbackShare : connectionsPerAddress;
    if (this.#total >= connections || count >= cap) return false;
    this.#perAddress.set(key, count + 1);
    this.#total++;
    return true;
  }

  /** Removes a connection that `admit` counted. */
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
