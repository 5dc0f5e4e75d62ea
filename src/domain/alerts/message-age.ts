/** How old a message is, and when it is too old to be said. Nothing else decides about that. */
import type { NotificationKind } from '../states.ts';
import type { OutageTimes } from './delivery-facts.ts';
import { triedForMs } from './message-kinds.ts';

/** The facts by which a message ages; epoch ms. */
export interface AgeFacts {
  readonly kind: NotificationKind;
  readonly dueAt: number;
  /** As `OutageFacts` has it. Left out: the kind does not ask. */
  readonly sayableSince?: number | null;
  /** Null or left out: it is about none. */
  readonly outage?: Pick<OutageTimes, 'confirmedAt'> | null;
}

/**
 * When a message is given up that did not get through until then. Epoch ms, as `now`; Infinity: it is tried for as
 * long as it is true.
 *
 * - A loss that goes on is news for as long as it goes on. A channel with a schedule of its own tries it to the end
 *   of that.
 * - That one, and the end of a loss that was told, age from when they could be said: a mute, quiet hours,
 *   maintenance, a server that is off and a channel that is not set up do not age them.
 * - A loss that is over and was never told ages from when it was due, whatever kept it back.
 * - Everything else ages from when it was due.
 *
 * @param patienceMs how long its channel tries. Left out: it has no schedule of its own
 */
export function lapsesAt(facts: AgeFacts, now: number, patienceMs?: number): number {
  const forMs = triedForMs(facts.kind, patienceMs);
  const sayableSince = facts.sayableSince ?? now;
  switch (facts.kind) {
    case 'alert':
      if (facts.outage?.confirmedAt !== null) return facts.dueAt + forMs;
      return patienceMs === undefined ? Number.POSITIVE_INFINITY : sayableSince + patienceMs;
    case 'recovery':
      return sayableSince + (patienceMs ?? forMs);
    default:
      return facts.dueAt + forMs;
  }
}
