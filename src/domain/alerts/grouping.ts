/** Which notifications of one recipient go in one message. */
import type { OutageKind } from '../states.ts';
import { groupingWindowMs } from './delivery.ts';
import type { DeliveryFacts, OutageTimes } from './delivery-facts.ts';

/** What decides whether two notifications of one recipient go in one message. */
export type GroupingFacts =
  | {
      readonly kind: OutageKind;
      readonly dueAt: number;
      readonly outage: Pick<OutageTimes, 'downAt' | 'confirmedAt'>;
      /** By quiet hours, until now. */
      readonly isHeld?: boolean;
    }
  | { readonly kind: 'key-expiry' | 'operator' | 'digest'; readonly dueAt: number }
  | {
      readonly kind: 'account' | 'status' | 'test';
      readonly dueAt: number;
      readonly isAlone: boolean;
    };

export function groupingOf(facts: DeliveryFacts): GroupingFacts {
  const { dueAt } = facts;
  switch (facts.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery': {
      const { kind, nextAttemptAt, quietUntil } = facts;
      const outage = facts.outage ?? { downAt: 0, confirmedAt: null };
      return { kind, dueAt: Math.min(dueAt, nextAttemptAt), outage, isHeld: quietUntil !== null };
    }
    case 'account':
    case 'status':
      return { kind: facts.kind, dueAt, isAlone: facts.isQuestion };
    case 'test':
      return { kind: facts.kind, dueAt, isAlone: facts.isSimulated };
    default:
      return { kind: facts.kind, dueAt };
  }
}

/**
 * Whether `other` goes along in one message with `first`, which is due.
 *
 * - Outages: those that began (for a recovery: ended) within 10 s of each other.
 * - Reminders: those due within 10 s.
 * - What quiet hours have held: all of it, of whatever kind.
 * - Tests, ends of keys, news of the account, the service or the public page: all, but a question stands
 *   alone with its buttons, and so does each word of the simulated board.
 *
 * A notification that is not due yet may go up to 10 s early. An alert may do so only once its outage has
 * lasted half of its threshold, so that a short outage is not told just because an older one is.
 *
 * @param now epoch ms
 */
export function canShareMessage(first: GroupingFacts, other: GroupingFacts, now: number): boolean {
  if (other.dueAt > now + groupingWindowMs) return false;
  const isHeld = [first, other].map((facts) => 'isHeld' in facts && facts.isHeld === true);
  if (isHeld.includes(true)) return !isHeld.includes(false);
  switch (first.kind) {
    case 'alert':
      return (
        other.kind === 'alert' &&
        Math.abs(first.outage.downAt - other.outage.downAt) <= groupingWindowMs &&
        now - other.outage.downAt >= (other.dueAt - other.outage.downAt) / 2
      );
    case 'recovery':
      return other.kind === 'recovery' && areClose(first.outage, other.outage);
    case 'reminder':
      return other.kind === 'reminder' && Math.abs(first.dueAt - other.dueAt) <= groupingWindowMs;
    case 'key-expiry':
    case 'operator':
      return other.kind === first.kind;
    case 'account':
    case 'status':
    case 'test':
      return other.kind === first.kind && 'isAlone' in other && !first.isAlone && !other.isAlone;
    case 'digest':
      return false;
  }
}

type End = Pick<OutageTimes, 'confirmedAt'>;

function areClose(one: End, other: End): boolean {
  return Math.abs((one.confirmedAt ?? 0) - (other.confirmedAt ?? 0)) <= groupingWindowMs;
}
