/** The escalation: who is told of an outage, and how long after the first. */

import { groupingWindowMs } from './messages/verdict.ts';

/** `in_turn`: one address after the other, until one of them took the message. */
export const contactOrders = ['together', 'in_turn'] as const;
export type ContactOrder = (typeof contactOrders)[number];

/** A person, or a group of people, who is told. */
export interface Contact {
  readonly id: number;
  readonly order: ContactOrder;
  /** Delay after the first were told, if nobody has acknowledged. 0: none. */
  readonly afterMinutes: number;
  /** Told of this site. */
  readonly isForSite: boolean;
}

/**
 * How long the next address in turn, or the next step, waits until those before it are reached; in ms. The promise is
 * a minute, by when the next one is to be told.
 */
export const turnMs = 50_000;

const minuteMs = 60_000;

/** An address, and how long after the first it is told. */
export interface Told<Address> {
  readonly address: Address;
  readonly delayMs: number;
  /**
   * Delay after the first if nobody before it was told. A step waits for an acknowledgement, which
   * nobody gives whom no message reaches.
   */
  readonly lookMs: number;
}

/**
 * The recipients of an outage of one site, in their order. Contacts that cannot be reached do not count: the
 * first of the others is told at once. If none of those that are for the site can be reached, everybody
 * else is told.
 * @param addresses that can be reached, each contact's in its own order
 */
export function planTelling<Address extends { readonly contact: Contact }>(
  addresses: readonly Address[],
): Told<Address>[] {
  // Most outages have one addressee, and in a storm there are thousands of them.
  if (addresses.length <= 1) {
    return addresses.map((address) => ({ address, delayMs: 0, lookMs: 0 }));
  }
  const chosen = addresses.filter(({ contact }) => contact.isForSite);
  const told = chosen.length === 0 ? addresses : chosen;
  const steps = Map.groupBy(told, ({ contact }) => contact.afterMinutes);
  const inOrder = [...steps].toSorted(([one], [other]) => one - other);
  let passedOnMs = 0;
  return inOrder
    .flatMap(([afterMinutes, addresses], step) => {
      const stepMs = step === 0 ? 0 : afterMinutes * minuteMs;
      // One that is due within the window would be taken along with what goes at the look.
      const lookMs = stepMs - passedOnMs > groupingWindowMs ? passedOnMs : stepMs;
      const places = new Map<number, number>();
      return addresses.map((address) => {
        const { id, order } = address.contact;
        const place = places.get(id) ?? 0;
        places.set(id, place + 1);
        const placeMs = order === 'in_turn' ? place * turnMs : 0;
        passedOnMs = Math.max(passedOnMs, lookMs + placeMs + turnMs);
        return { address, delayMs: stepMs + placeMs, lookMs: lookMs + placeMs };
      });
    })
    .toSorted((a, b) => a.delayMs - b.delayMs);
}
