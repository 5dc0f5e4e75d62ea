import { openHistories, readOutageReport } from '../../actions/alerts/read-outage-history.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { thaiAreaCode } from '../../domain/devices/place.ts';
import { reportOutages } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import { localPeriodOf, type Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import { type HistoryScope, type ReportDevice, readAreaDevices } from '../../store/fleet/report.ts';
import { isInArea } from './areas.ts';

/** Fewer sites, or of fewer owners, are no area: what is said of it would be said of homes. */
const leastSites = 5;
const leastOwners = 3;

/** An area is read so seldom, in ms: thousands of customers may ask for the same one. */
const freshMs = 3_600_000;
/** More areas than are asked for at a time, so that what is kept has a bound. */
const mostAreas = 500;

const dayMs = 86_400_000;
const monthMs = (365.25 / 12) * dayMs;
/** Of less, a rate says nothing: one cut on the first evening would be thousands a month. */
const leastObservedMs = 7 * dayMs;

/** Power outages, all of them, as the report counts them. */
interface Rate {
  readonly lostMs: number;
  readonly count: number;
  readonly observedMs: number;
}

export interface YearFigures {
  /** Minutes without power per site. */
  readonly minutes: number;
  readonly cutsPerMonth: number;
}

/** A year at somebody's sites, beside that of the area around them. */
interface ComparedYear {
  readonly period: Period;
  /** The number of sites of which anything is known this year. */
  readonly sites: number;
  /** Null: less than a week is known of this year, of one site on average. */
  readonly own: YearFigures | null;
  /** Of all sites of the area, in as much time as the own ones were observed. Null: there is none. */
  readonly around: (YearFigures & { readonly area: string }) | null;
}

type Reader = Pick<Monitor, 'store' | 'fleet' | 'settings'>;

/** Compares customers' sites with the areas around them, and keeps for an hour what it reads of an area. */
export class YearComparison {
  readonly #monitor: Reader;
  readonly #timezone: string;
  /** By area; null: it has too few sites or owners. In the order in which they were read. */
  readonly #areas = new Map<string, { readonly at: number; readonly rate: Rate | null }>();

  constructor(monitor: Reader, timezone: string) {
    this.#monitor = monitor;
    this.#timezone = timezone;
  }

  /** @throws AppError NOT_FOUND when the device asked for is not there or not theirs */
  *compare(scope: HistoryScope, now: Instant): Steps<ComparedYear> {
    const report = yield* readOutageReport(this.#monitor, scope, 'year', this.#timezone, now);
    const { period, total, bySite } = report;
    const seen = bySite.filter(({ observedMs }) => observedMs > 0);
    const siteMs = seen.length === 0 ? 0 : total.observedMs / seen.length;
    if (siteMs < leastObservedMs) return { period, sites: seen.length, own: null, around: null };
    const rate = { lostMs: total.ms, count: total.count, observedMs: total.observedMs };
    const own = figuresOf(rate, siteMs);
    const places = new Set(seen.map(({ site }) => site.device.area));
    const [place = null] = places;
    const around = places.size === 1 && place !== null ? yield* this.#findAround(place, now) : null;
    return {
      period,
      sites: seen.length,
      own,
      around: around && {
        area: around.area,
        ...figuresOf(around.rate, siteMs),
      },
    };
  }

  /** The smallest area around a place that has enough sites and owners. */
  *#findAround(
    place: string,
    now: Instant,
  ): Steps<{ readonly area: string; readonly rate: Rate } | null> {
    const code = thaiAreaCode(place);
    const areas =
      code === null
        ? [place]
        : [6, 4, 2]
            .filter((digits) => digits <= code.length)
            .map((digits) => `TH-${code.slice(0, digits)}`);
    for (const area of areas) {
      const rate = yield* this.#rateOf(area, now);
      if (rate !== null) return { area, rate };
    }
    return null;
  }

  *#rateOf(area: string, now: Instant): Steps<Rate | null> {
    const known = this.#areas.get(area);
    if (known !== undefined && now.wallMs - known.at < freshMs && now.wallMs >= known.at) {
      return known.rate;
    }
    const rate = yield* this.#readRate(area, now);
    this.#areas.delete(area);
    this.#areas.set(area, { at: now.wallMs, rate });
    const [oldest] = this.#areas.keys();
    if (this.#areas.size > mostAreas && oldest !== undefined) this.#areas.delete(oldest);
    return rate;
  }

  *#readRate(area: string, now: Instant): Steps<Rate | null> {
    const { store } = this.#monitor;
    const devices = yield* readAreaDevices(store, (of) => of !== null && isInArea(of, area));
    if (!isEnough(devices)) return null;
    const period = localPeriodOf(now.wallMs, 'year', this.#timezone);
    const read = openHistories(this.#monitor, null, period, now);
    const sum = { lostMs: 0, count: 0, observedMs: 0 };
    const seen: ReportDevice[] = [];
    for (const device of devices) {
      const site = yield* read(device);
      const { total } = yield* reportOutages([site], period, this.#timezone);
      if (total.observedMs === 0) continue;
      seen.push(device);
      sum.lostMs += total.ms;
      sum.count += total.count;
      sum.observedMs += total.observedMs;
    }
    return isEnough(seen) ? sum : null;
  }
}

function isEnough(devices: readonly ReportDevice[]): boolean {
  const owners = new Set(devices.flatMap(({ customerId }) => customerId ?? []));
  return devices.length >= leastSites && owners.size >= leastOwners;
}

/** @param siteMs the time that is spoken of, of one site */
function figuresOf({ lostMs, count, observedMs }: Rate, siteMs: number): YearFigures {
  return {
    minutes: ((lostMs / observedMs) * siteMs) / 60_000,
    cutsPerMonth: count / (observedMs / monthMs),
  };
}
