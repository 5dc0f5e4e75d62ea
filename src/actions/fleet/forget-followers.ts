import type { Instant } from '../../domain/instant.ts';
import { deleteMeta, readMeta, writeMeta } from '../../store/engine/meta.ts';
import {
  deleteAllSubscriptions,
  hasSubscriptions,
} from '../../store/fleet/status-subscriptions.ts';
import { forgetAllStatusNews, hasStatusNews } from '../../store/outbox/status-news.ts';
import type { Monitor } from '../monitor.ts';

/** For an operator who switched it off by mistake. */
const graceMs = 86_400_000;

/** Where areas can be followed no longer, nothing is kept of those who did. */
export function forgetFollowers(
  { store }: Pick<Monitor, 'store'>,
  isOffered: boolean,
  { wallMs }: Instant,
): void {
  const offAt = readMeta(store, 'status_unoffered_at');
  if (isOffered) {
    if (offAt !== undefined) store.transaction(() => deleteMeta(store, 'status_unoffered_at'));
    return;
  }
  if (!hasSubscriptions(store) && !hasStatusNews(store)) return;
  store.transaction(() => {
    // A time to come is of a clock that was wrong.
    if (offAt === undefined || Number(offAt) > wallMs) {
      writeMeta(store, 'status_unoffered_at', String(wallMs));
    } else if (wallMs - Number(offAt) >= graceMs) {
      deleteAllSubscriptions(store);
      forgetAllStatusNews(store);
    }
  });
}
