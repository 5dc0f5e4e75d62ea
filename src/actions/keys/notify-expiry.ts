import type { Instant } from '../../domain/instant.ts';
import { noticeBands, noticeTime } from '../../domain/keys/expiry-notice.ts';
import { findUntoldExpiries, queueExpiryNotice } from '../../store/outbox/expiring-keys.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

/** Notices queued in one transaction, so that nothing else waits for long. */
const batchSize = 500;

/** Notices wait so long for each other, in ms, so that the keys of one owner share a message. */
const gatherMs = 10_000;

/**
 * Queues notices for the owners of activation keys: that a key ends in 30, 7 or 1 day, or that it has
 * ended. Of each key only the nearest one is queued, once for every recipient; a renewed key begins again.
 * Whether it is still true is checked again when it is sent.
 * @param timezone IANA name; nobody is told in the night
 * @returns how many were queued
 * @throws StoreUnavailable; what was queued until then stays, and the next call goes on from there
 */
export async function notifyExpiry(
  monitor: Monitor,
  timezone: string,
  now: Instant,
): Promise<number> {
  const { store, channels, log } = monitor;
  const soonest = now.wallMs + gatherMs;
  let queued = 0;
  for (const band of noticeBands(now.wallMs)) {
    const untold = findUntoldExpiries(store, band, channels);
    for (let start = 0; start < untold.length; start += batchSize) {
      // Other waiting work (a heartbeat, an alert) comes first.
      if (start > 0) await new Promise(setImmediate);
      const batch = untold.slice(start, start + batchSize);
      store.transaction(() => {
        for (const expiry of batch) {
          const dueAt = noticeTime(expiry.expiresAt, soonest, timezone);
          queueExpiryNotice(store, expiry, { step: band.step, dueAt }, now.wallMs);
        }
      });
      queued += batch.length;
    }
  }
  if (queued > 0) {
    log.info({ notices: queued }, 'owners will be told that their keys end');
    sendQueued(monitor);
  }
  return queued;
}
