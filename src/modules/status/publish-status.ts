import { sendQueued } from '../../actions/engine/follow-up.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { StatusNews, StatusOutage } from '../../domain/fleet/status-news.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { pruneStatusNews, queueStatusNews } from '../../store/outbox/status-news.ts';
import {
  chooseStatusMembers,
  insertStatusOutage,
  pruneStatusOutages,
  readStatusAreas,
  readStatusLosses,
  readStatusOutages,
  updateStatusOutage,
} from './page-rows.ts';
import {
  findStatusOutage,
  followStatusOutage,
  newsMs,
  statusDelayMs,
  togetherMs,
} from './public-status.ts';

const dayMs = 86_400_000;
/** How far back the public page goes. */
export const statusDays = 90;

interface StatusSettings {
  /** IANA name. */
  readonly timezone: string;
  /** Whether those who follow an area are told. */
  readonly public_status_messages: boolean;
}

/**
 * Brings what the public page says up to date. Who counts is chosen at midnight, so that nobody learns
 * anything by joining or leaving; what was said stays as it was said.
 */
export function publishStatus(
  monitor: Monitor,
  { timezone, public_status_messages: areMessagesSent }: StatusSettings,
  now: Instant,
): void {
  const { store } = monitor;
  const { date, fromAt } = localDayOf(now.wallMs, timezone);
  const isSaid = store.transaction(() => {
    let isNew = false;
    const say = (area: string, news: StatusNews) => {
      if (areMessagesSent) queueStatusNews(store, area, news, now.wallMs);
      isNew = true;
    };
    if (readMeta(store, 'status_day') !== date) {
      writeMeta(store, 'status_day', date);
      chooseStatusMembers(store, fromAt, (area) => say(area, { says: 'left', area }));
      pruneStatusOutages(store, fromAt - statusDays * dayMs);
      pruneStatusNews(store, fromAt);
    }
    sayWhatIs(store, now.wallMs - statusDelayMs, say);
    return isNew;
  });
  if (isSaid) sendQueued(monitor);
}

/** @param tell called for whoever follows the area, once it is stored what the page says */
function sayWhatIs(store: Store, at: number, tell: (area: string, news: StatusNews) => void): void {
  const areas = readStatusAreas(store);
  if (areas.length === 0) return;
  const said = Map.groupBy(readStatusOutages(store, at - newsMs - togetherMs), ({ area }) => area);
  const recent = readStatusLosses(store, at - newsMs, at);
  for (const { area, since } of areas) {
    const last = said.get(area)?.at(-1);
    if (last?.endedAt === null) {
      const { beganAt } = last;
      const fallen = readStatusLosses(store, beganAt - 1, beganAt + togetherMs).get(area) ?? [];
      const now = followStatusOutage(last, fallen, at);
      if (isOther(last, now)) updateStatusOutage(store, last.id, now);
      if (now.endedAt !== null) tell(area, { says: 'outage', outage: last.id, isOver: true });
      continue;
    }
    // What fell with the last one, and is not back, is no new one.
    const after = Math.max(since, last === undefined ? 0 : last.beganAt + togetherMs + 1);
    const losses = (recent.get(area) ?? []).filter(({ downAt }) => downAt >= after);
    const found = findStatusOutage(losses, at);
    if (found === null) continue;
    const outage = insertStatusOutage(store, area, found);
    tell(area, { says: 'outage', outage, isOver: false });
  }
}

function isOther(one: StatusOutage, other: StatusOutage): boolean {
  return one.kind !== other.kind || one.endedAt !== other.endedAt;
}
