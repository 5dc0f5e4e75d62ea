import { householdOf } from '../domain/ip-address.ts';
import type { BrokerLimits } from './limits.ts';
import type { Session } from './session.ts';

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
    const most = connections * shareOfOne;
    const cap = isLoopback(key) ? most : Math.min(connectionsPerAddress, most);
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

/** Of all connections. Whoever keeps them open at one address must leave room for boards that come from another. */
const shareOfOne = 0.8;

/** Many connections come through a proxy or tunnel on this machine, which only that share bounds. */
function isLoopback(household: string): boolean {
  return household.startsWith('127.') || household === householdOf('::1');
}

/** Connections that have said no CONNECT yet, in the order in which they came, of each household and of all. */
export class SilentSessions {
  readonly #all = new Set<Session>();
  readonly #ofHousehold = new Map<string, Set<Session>>();

  add(session: Session): void {
    const household = householdOf(session.address);
    const theirs = this.#ofHousehold.get(household) ?? new Set();
    this.#ofHousehold.set(household, theirs.add(session));
    this.#all.add(session);
  }

  delete(session: Session): void {
    if (!this.#all.delete(session)) return;
    const household = householdOf(session.address);
    const theirs = this.#ofHousehold.get(household);
    theirs?.delete(session);
    if (theirs?.size === 0) this.#ofHousehold.delete(household);
  }

  countOf(address: string): number {
    return this.#ofHousehold.get(householdOf(address))?.size ?? 0;
  }

  /** The one that has waited for longest. @param address of whose household; null: of all */
  oldest(address: string | null): Session | undefined {
    const sessions = address === null ? this.#all : this.#ofHousehold.get(householdOf(address));
    return sessions?.values().next().value;
  }
}
