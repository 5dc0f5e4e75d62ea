import type { DeviceConfig, LiveDevice } from '../../actions/fleet/live-device.ts';
import type { LiveFleet } from '../../actions/fleet/live-fleet.ts';
import { occurrencesIn } from '../../domain/alerts/planned-time.ts';
import type { Place } from '../../domain/devices/place.ts';
import type { ObservationGap, OpenOutage } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Link } from '../../domain/states.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { readPlannedTimes } from '../../store/alerts/planned-times.ts';
import type { Store } from '../../store/engine/open.ts';
import { dropAreaNews } from '../../store/outbox/operator-news.ts';
import type { AreaOutage } from './area-outage.ts';
import {
  deleteAreaOutage,
  readLivingAreas,
  readPastLosses,
  setAreaOf,
  writeAreaOutage,
} from './area-rows.ts';
import { type AreaChanges, AreaWatch } from './area-watch.ts';
import { cellOf } from './grid-place.ts';
import { historyMs } from './loss-rates.ts';
import { standingOf } from './site-standing.ts';

/** For this long after an image was offered, in ms, a board may be silent because it restarts. */
const updateMs = 600_000;
/** Devices that are looked at in one call: some ten milliseconds on a small machine. */
const mostPerSettling = 1_000;
/** By so much, in ms, no clock is slewed from one look to the next. */
const jumpMs = 1_000;

/** The parts of the monitor that are read. */
interface FollowedFleet {
  readonly store: Store;
  readonly fleet: LiveFleet;
  readonly settings: Settings;
  readonly lastGap: ObservationGap | null;
}

/** Changes that are not stored yet. */
interface Unsaved {
  readonly touched: Set<AreaOutage>;
  readonly removed: Set<AreaOutage>;
  readonly joined: Map<number, AreaOutage | null>;
}

const noneUnsaved = (): Unsaved => ({ touched: new Set(), removed: new Set(), joined: new Map() });

/** A device that has a place, as it was seen last. */
interface Seen {
  readonly row: number;
  config: DeviceConfig;
  place: string;
  link: Link;
  outage: OpenOutage | null;
}

/**
 * Follows the devices that have a place, and keeps the area outages that come of it in rows. The state
 * machine of each device says what happens to it; this only looks at what it said, and nothing that a
 * device says waits for it.
 */
export class AreaFollow {
  #watch: AreaWatch;
  readonly #timezone: string;
  readonly #onChanged: (ids: readonly number[]) => void;
  readonly #seen = new Map<LiveDevice, Seen>();
  /** Devices whose state has changed, and whether a loss has only just begun. */
  readonly #noted = new Map<LiveDevice, boolean>();
  #unsaved = noneUnsaved();
  /** Wall clock minus monotonic clock. Null: what rows say is not read yet. */
  #offsetMs: number | null = null;

  /**
   * @param timezone IANA name
   * @param onChanged told of area outages that have changed, by their rows
   */
  constructor(timezone: string, onChanged: (ids: readonly number[]) => void = () => undefined) {
    this.#timezone = timezone;
    this.#onChanged = onChanged;
    this.#watch = new AreaWatch(timezone);
  }

  #load(monitor: FollowedFleet, now: Instant): void {
    this.#watch = new AreaWatch(this.#timezone);
    this.#seen.clear();
    this.#noted.clear();
    // It is concluded again.
    this.#unsaved = noneUnsaved();
    const placed = [...monitor.fleet.all()].filter(({ config }) => cellOf(config.place) !== null);
    this.#place(monitor, placed, now);
    for (const area of readLivingAreas(monitor.store)) this.#watch.restore(area);
    for (const device of placed) this.#say(monitor, device, true, now);
  }

  /** Looks at what has changed, draws the conclusions and stores them; to be called several times a second. */
  settle(monitor: FollowedFleet, now: Instant): void {
    const offsetMs = now.wallMs - now.monoMs;
    // After a jump of the clock rows are dated anew.
    const isLoaded = this.#offsetMs !== null && Math.abs(offsetMs - this.#offsetMs) < jumpMs;
    if (!isLoaded) {
      this.#offsetMs = null;
      this.#load(monitor, now);
    }
    this.#offsetMs = offsetMs;
    try {
      this.#look(monitor, now);
      this.#sayNoted(monitor, now);
    } finally {
      this.#conclude(monitor, now);
    }
  }

  #look(monitor: FollowedFleet, now: Instant): void {
    const { fleet } = monitor;
    const moved: LiveDevice[] = [];
    let there = 0;
    for (const device of fleet.all()) {
      const { config, state } = device;
      const seen = this.#seen.get(device);
      if (seen !== undefined) there += 1;
      if (seen?.config !== config && this.#isMoved(seen, config)) {
        moved.push(device);
        continue;
      }
      if (seen === undefined) continue;
      seen.config = config;
      const { link, outage } = state;
      if (seen.outage === outage && seen.link === link) continue;
      const isNew = this.#noted.get(device) === true || !isSameLoss(seen.outage, outage);
      this.#noted.set(device, isNew);
      Object.assign(seen, { link, outage });
    }
    if (there < this.#seen.size) this.#forgetGone(fleet);
    if (moved.length === 0) return;
    this.#place(monitor, moved, now);
    for (const device of moved) this.#say(monitor, device, true, now);
  }

  #forgetGone(fleet: LiveFleet): void {
    for (const [device, { row }] of this.#seen) {
      if (fleet.get(device.deviceId) === device) continue;
      this.#seen.delete(device);
      this.#watch.forget(row);
    }
  }

  #isMoved(seen: Seen | undefined, { place }: DeviceConfig): boolean {
    return seen === undefined ? cellOf(place) !== null : seen.place !== keyOf(place);
  }

  #conclude(monitor: FollowedFleet, now: Instant): void {
    if (this.#watch.isUnsettled) this.#keep(this.#watch.settle(now.wallMs));
    const { touched, removed, joined } = this.#unsaved;
    if (touched.size + removed.size + joined.size === 0) return;
    const { store } = monitor;
    // Changes that could not be stored are tried again with the next call.
    const rows = store.transaction(() => {
      const written = new Map([...touched].map((area) => [area, writeAreaOutage(store, area)]));
      for (const [outageId, area] of joined) {
        setAreaOf(store, outageId, area === null ? null : (written.get(area) ?? area.id));
      }
      for (const { id } of removed) {
        if (id === null) continue;
        dropAreaNews(store, id);
        deleteAreaOutage(store, id);
      }
      return written;
    });
    for (const [area, id] of rows) area.id = id;
    const gone = [...removed].flatMap(({ id }) => id ?? []);
    this.#unsaved = noneUnsaved();
    this.#onChanged([...rows.values(), ...gone]);
  }

  #sayNoted(monitor: FollowedFleet, now: Instant): void {
    let left = mostPerSettling;
    for (const [device, isNew] of this.#noted) {
      if (left === 0) return;
      left -= 1;
      this.#noted.delete(device);
      if (!this.#watch.has(device.row)) continue;
      try {
        this.#say(monitor, device, isNew, now);
      } catch (error) {
        // Tried again with the next call, behind all others.
        this.#noted.set(device, isNew);
        throw error;
      }
    }
  }

  #keep({ touched, removed, joined }: AreaChanges): void {
    const unsaved = this.#unsaved;
    for (const area of touched) unsaved.touched.add(area);
    for (const area of removed) {
      unsaved.touched.delete(area);
      unsaved.removed.add(area);
    }
    for (const [outageId, area] of joined) unsaved.joined.set(outageId, area);
  }

  #place(monitor: FollowedFleet, devices: readonly LiveDevice[], now: Instant): void {
    const since = now.wallMs - historyMs;
    const past = readPastLosses(
      monitor.store,
      devices.map(({ row }) => row),
      since,
    );
    for (const device of devices) {
      const { row, config, state } = device;
      const { place } = config;
      const { link, outage } = state;
      this.#seen.set(device, { row, config, place: keyOf(place), link, outage });
      this.#watch.place(row, {
        place,
        facts: factsOf(device),
        since: Math.max(since, config.ownedSince),
        past: past.get(row) ?? [],
      });
    }
  }

  /** @param isNew whether a loss has only just begun */
  #say(monitor: FollowedFleet, device: LiveDevice, isNew: boolean, now: Instant): void {
    const isExcused = isNew && this.#isExcused(monitor, device, now);
    this.#watch.follow(device.row, standingOf(device.state, now.wallMs, isExcused));
  }

  /** Whether the loss has a reason of its own. */
  #isExcused(monitor: FollowedFleet, device: LiveDevice, now: Instant): boolean {
    const { outage } = device.state;
    if (outage === null || outage.recovery !== null) return false;
    const { downAt } = outage;
    const { lastGap, settings, store } = monitor;
    const timeoutMs = settings.heartbeatTimeout * 1000;
    if (lastGap !== null && downAt >= lastGap.fromAt - timeoutMs && downAt <= lastGap.toAt) {
      return true;
    }
    const { imageOfferedMono } = device;
    if (imageOfferedMono !== null && now.monoMs - imageOfferedMono < updateMs) return true;
    const site = { siteRow: device.row, siteOwner: device.config.customerId };
    const moment = { fromAt: downAt, toAt: downAt + 1 };
    return readPlannedTimes(store, site, downAt).some(
      (planned) => !occurrencesIn(planned, moment, this.#timezone).next().done,
    );
  }
}

/** Whether a device was lost and still is, without having been back in between. */
function isSameLoss(before: OpenOutage | null, after: OpenOutage | null): boolean {
  if (before === null || before.recovery !== null) return false;
  return after === null || (before.id === after.id && before.flaps === after.flaps);
}

function keyOf({ cell, area, location }: Place): string {
  return JSON.stringify([cell, area, location]);
}

/** Facts of a device, read when the watch asks: they may change without its row. */
function factsOf(device: LiveDevice) {
  return {
    get ownerId() {
      return device.config.customerId;
    },
    get detection() {
      if (device.hasMainsSense) return 'mains' as const;
      return device.transport === 'mqtt' ? ('silence-30' as const) : ('silence-timeout' as const);
    },
    get provider() {
      return device.provider;
    },
  };
}
