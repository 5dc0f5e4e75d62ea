import { sendQueued } from '../../actions/engine/follow-up.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { lastMonthOf } from '../../domain/alerts/digest.ts';
import { daytimeFrom } from '../../domain/daytime.ts';
import type { Instant } from '../../domain/instant.ts';
import { queueDigests } from '../../store/outbox/digests.ts';

/** Reports queued in one transaction, so that nothing else waits for long. */
const batchSize = 500;

/**
 * Queues the report of the month that is over for everybody who wanted it when it came due: once for each.
 * A server that was off on the first of the month makes up for it, until the next month is over.
 * @param timezone IANA name
 * @returns how many
 * @throws StoreUnavailable; what was queued until then stays, and the next call goes on from there
 */
export async function queueDueDigests(
  monitor: Monitor,
  timezone: string,
  now: Instant,
): Promise<number> {
  const { store, channels, log } = monitor;
  const month = lastMonthOf(now.wallMs, timezone);
  if (now.wallMs < month.dueAt) return 0;
  const batch = { dueAt: daytimeFrom(now.wallMs, timezone), nowMs: now.wallMs, limit: batchSize };
  let queued = 0;
  for (;;) {
    const more = store.transaction(() => queueDigests(store, month, channels, batch));
    queued += more;
    if (more < batchSize) break;
    // Other waiting work (a heartbeat, an alert) comes first.
    await new Promise(setImmediate);
  }
  if (queued > 0) {
    log.info({ reports: queued, month: month.month }, 'reports of the month are on their way');
    sendQueued(monitor);
  }
  return queued;
}
