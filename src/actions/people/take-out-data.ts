import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type PersonalSection,
  personalSections,
  type TakenBy,
} from '../../store/people/personal-data.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';

const hourMs = 3_600_000;
const aDay = { maxFailures: 5, windowMs: 24 * hourMs } as const;
/** The rate limit of handing out one customer's data. The operator's downloads do not use up the customer's. */
const limits: Readonly<Record<TakenBy, AttemptLimit>> = {
  customer: { scope: 'data-own', ...aDay },
  operator: { scope: 'data-operator', ...aDay },
};

/**
 * Everything stored about a customer, read step by step; five times in 24 hours. The audit log records the
 * download. In an account that may be a stranger's, the operator's own notes are left out.
 * @throws AppError CUSTOMER_NOT_FOUND, RATE_LIMITED
 */
export function takeOutData(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  takenBy: TakenBy,
  actor: Actor,
  now: Instant,
): PersonalSection[] {
  store.transaction(() => {
    getCustomer(store, customerId);
    countDownload(store, limits[takenBy], String(customerId), now);
    const entry = { actor, action: 'customer.take-out-data', subject: `customer:${customerId}` };
    writeAudit(store, entry, now.wallMs);
  });
  return personalSections(store, customerId, takenBy);
}

function countDownload(
  store: Monitor['store'],
  limit: AttemptLimit,
  subject: string,
  { wallMs }: Instant,
): void {
  const refusal = (waitMs: number) =>
    refusals.dataEnough
      .replace('{n}', String(limit.maxFailures))
      .replace('{m}', String(Math.ceil(waitMs / hourMs)));
  spendAttempts(store, [[limit, subject]], refusal, wallMs);
}
