import { householdOf } from '../domain/ip-address.ts';
import type { Session } from './session.ts';

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
