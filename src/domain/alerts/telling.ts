/** Who is told of an outage, and how long after the first: the plan of telling. */

/** `in_turn`: one address after the other, until one of them took the message. */
export const contactOrders = ['together', 'in_turn'] as const;
export type ContactOrder = (typeof contactOrders)[number];

/** A person, or a group of people, who is told. */
export interface Contact {
  readonly id: number;
  readonly order: ContactOrder;
  /** Told only if nobody has acknowledged for so long after the first were told. 0: at once. */
  readonly afterMinutes: number;
  /** Told of this site. */
  readonly isForSite: boolean;
}

/** How long an address that is tried in turn waits for the one before it, in ms. */
export const turnMs = 60_000;

const minuteMs = 60_000;

/** An address, and how long after the first it is told. */
export interface Told<Address> {
  readonly address: Address;
  readonly delayMs: number;
}

/**
 * Who is told of an outage of one site, the first of them first. Contacts that cannot be reached count as
 * not there: whoever comes first among the others is told at once, and if none of those that are for the
 * site can be reached, everybody else is told.
 * @param addresses that can be reached, each contact's in its own order
 */
export function planTelling<Address extends { readonly contact: Contact }>(
  addresses: readonly Address[],
): Told<Address>[] {
  const chosen = addresses.filter(({ contact }) => contact.isForSite);
  const told = chosen.length === 0 ? addresses : chosen;
  const first = Math.min(...told.map(({ contact }) => contact.afterMinutes));
  const places = new Map<number, number>();
  return told
    .map((address) => {
      const { id, order, afterMinutes } = address.contact;
      const place = places.get(id) ?? 0;
      places.set(id, place + 1);
      const waits = afterMinutes === first ? 0 : afterMinutes * minuteMs;
      return { address, delayMs: waits + (order === 'in_turn' ? place * turnMs : 0) };
    })
    .toSorted((a, b) => a.delayMs - b.delayMs);
}
