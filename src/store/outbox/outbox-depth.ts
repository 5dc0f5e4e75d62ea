import { and, count, inArray, lte, min } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { notifications } from '../engine/schema.ts';

/** How many notifications are due and not sent, and for how long the oldest has been (ms). */
export function readOutboxDepth(
  store: Store,
  nowMs: number,
): { readonly waiting: number; readonly oldestMs: number } {
  const row = store.db
    .select({ waiting: count(), oldest: min(notifications.dueAt) })
    .from(notifications)
    .where(
      and(
        inArray(notifications.status, ['pending', 'sending']),
        lte(notifications.nextAttemptAt, nowMs),
      ),
    )
    .get();
  const oldest = row?.oldest ?? null;
  return {
    waiting: row?.waiting ?? 0,
    oldestMs: oldest === null ? 0 : Math.max(0, nowMs - oldest),
  };
}
