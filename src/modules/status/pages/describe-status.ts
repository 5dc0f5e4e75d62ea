import type { Monitor } from '../../../actions/monitor.ts';
import { type StatusKind, saidTimes } from '../../../domain/fleet/status-news.ts';
import { localDayOf, localPeriodOf, type Period, splitByDay } from '../../../domain/local-days.ts';
import type { Language } from '../../../domain/states.ts';
import { nameArea } from '../../../notify/messages/area-names.ts';
import { readGaps } from '../../../store/fleet/report.ts';
import { type PublishedOutage, readStatusAreas, readStatusOutages } from '../page-rows.ts';
import { statusDelayMs } from '../public-status.ts';
import { statusDays } from '../publish-status.ts';

export interface ShownOutage extends Pick<PublishedOutage, 'id' | 'kind' | 'beganAt' | 'endedAt'> {
  readonly minutes: number;
}

export interface ShownDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The worst of the day. Null: not known. The area was not shown then, or this server could not see. */
  readonly state: 'up' | StatusKind | null;
}

/** An area as everybody may see it. */
export interface ShownArea {
  readonly area: string;
  readonly name: string;
  /** The outage that goes on. */
  readonly now: ShownOutage | null;
  /** The newest first. */
  readonly outages: readonly ShownOutage[];
  /** The oldest first. */
  readonly days: readonly ShownDay[];
  /** Date since which the area is shown. */
  readonly since: string;
}

export interface ShownStatus {
  /** Epoch ms. */
  readonly at: number;
  readonly areas: readonly ShownArea[];
}

const minute = 60_000;
/** A day of which more was not seen is not said to be one without an outage. */
const mostUnseenMs = 60 * minute;

/** Areas without power first, then by name; an area in each turn. */
export async function describeStatus(
  { store, turns }: Pick<Monitor, 'store' | 'turns'>,
  timezone: string,
  nowMs: number,
  language: Language,
): Promise<ShownStatus> {
  await turns.next();
  const at = nowMs - statusDelayMs;
  const dates = lastDays(at, timezone);
  const first = dates[0]?.fromAt ?? at;
  const blind = readGaps(store, { fromAt: first, toAt: at }, at);
  const outages = Map.groupBy(readStatusOutages(store, first), ({ area }) => area);
  const areas = await Promise.all(
    readStatusAreas(store).map(async ({ area, since }): Promise<ShownArea> => {
      await turns.next();
      const shown = (outages.get(area) ?? []).map((outage) => showOutage(outage, at));
      return {
        area,
        name: await nameArea(area, language),
        now: shown.find(({ endedAt }) => endedAt === null) ?? null,
        outages: shown.toReversed(),
        days: dates.map(({ date, fromAt, toAt }) => ({
          date,
          state:
            toAt <= since
              ? null
              : (worstOf(shown, { fromAt, toAt }, at) ?? stateOfQuiet({ fromAt, toAt }, blind)),
        })),
        since: localDayOf(since, timezone).date,
      };
    }),
  );
  return {
    at,
    areas: areas.sort(
      (one, other) =>
        Number(other.now !== null) - Number(one.now !== null) ||
        one.name.localeCompare(other.name, language),
    ),
  };
}

function showOutage({ id, kind, ...times }: PublishedOutage, at: number): ShownOutage {
  const { beganAt, endedAt } = saidTimes(times);
  const minutes = Math.max(0, Math.round(((endedAt ?? at) - beganAt) / minute));
  return { id, kind, beganAt, endedAt, minutes };
}

function worstOf(
  outages: readonly ShownOutage[],
  { fromAt, toAt }: Period,
  at: number,
): StatusKind | null {
  const kinds = outages
    .filter(({ beganAt, endedAt }) => beganAt < toAt && (endedAt ?? at) > fromAt)
    .map(({ kind }) => kind);
  return kinds.includes('out') ? 'out' : (kinds[0] ?? null);
}

/** Of a day without an outage: whether this server saw enough of it to say so. */
function stateOfQuiet({ fromAt, toAt }: Period, blind: readonly Period[]): 'up' | null {
  const parts = blind.map((gap) => Math.min(gap.toAt, toAt) - Math.max(gap.fromAt, fromAt));
  const unseen = parts.reduce((sum, ms) => sum + Math.max(0, ms), 0);
  return unseen > mostUnseenMs ? null : 'up';
}

function lastDays(at: number, timezone: string) {
  const { toAt } = localPeriodOf(at, 'day', timezone);
  // Days have 23 to 25 hours: begin in the middle of one.
  const around = toAt - (statusDays - 0.5) * 24 * 60 * minute;
  const { fromAt } = localPeriodOf(around, 'day', timezone);
  return [...splitByDay({ fromAt, toAt }, timezone)];
}
