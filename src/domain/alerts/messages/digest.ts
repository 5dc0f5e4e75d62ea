/** The report of a month. */
import { daytimeFrom } from '../../daytime.ts';
import { lastMonthOf } from '../digest.ts';
import { type QuietHours, quietPeriodOf } from '../quiet-hours.ts';
import {
  type CommonFacts,
  dayMs,
  expired,
  type MessageKind,
  send,
  supersede,
  triedForMs,
  type Verdict,
} from './verdict.ts';

// After a week nobody waits for the report of a month.
export const digestKind: MessageKind = { tells: 'customer', triedForMs: 7 * dayMs };

/** The facts that decide about the report of a month. */
export interface DigestFacts extends CommonFacts {
  readonly kind: 'digest';
  readonly isRecipientTheirs: boolean;
  /** The recipient still wants it. */
  readonly isWanted: boolean;
  /** As `DigestMonth` has it. */
  readonly number: number;
  /** Quiet hours of the contact. Null: there are none. */
  readonly quietHours: QuietHours | null;
}

export function judgeDigest(facts: DigestFacts, now: number, timezone: string): Verdict {
  const { quietHours } = facts;
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  if (!facts.isWanted) return supersede('the recipient wants no reports');
  const last = lastMonthOf(now, timezone);
  if (last.number > facts.number) return supersede('the month after it is over, too');
  // The clock by which it was queued ran ahead.
  if (last.number < facts.number) return supersede('the month is not over');
  if (now >= facts.dueAt + triedForMs(digestKind)) return expired;
  // A contact with quiet hours of its own is told at any other time, by night as well.
  const mayGoAt =
    quietHours === null
      ? daytimeFrom(now, timezone)
      : (quietPeriodOf(quietHours, now, timezone)?.toAt ?? now);
  if (mayGoAt <= now) return send;
  return { action: 'postpone', until: mayGoAt, reason: 'it waits for the day', by: 'plan' };
}
