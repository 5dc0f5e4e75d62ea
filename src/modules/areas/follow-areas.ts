import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { LiveFleet } from '../../actions/fleet/live-fleet.ts';
import { occurrencesIn } from '../../domain/alerts/planned-time.ts';
import type { Place } from '../../domain/devices/place.ts';
import type { DeviceState, ObservationGap } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
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

/**
 * Follows the devices that have a place, and keeps the area outages that come of it in rows. The state
 * machine of each device says what happens to it; this only listens.
 */
export class AreaFollow {
  #watch: AreaWatch;
  readonly #timezone: string;
  /** Places as the watch knows them. */
  readonly #placed = new Map<number, string>();
  /** Devices whose state has changed, and whether a loss has only just begun. */
  readonly #noted = new Map<LiveDevice, boolean>();
  #unsaved = noneUnsaved();
  #mustLoad = false;
  /** Told of area outages that have changed, by their rows. */
  onChanged: (ids: readonly number[]) => void = () => undefined;

  /** @param timezone IANA name */
  constructor(timezone: string) {
    this.#timezone = timezone;
    this.#watch = new AreaWatch(timezone);
  }

  /** At start, once the fleet is loaded. */
  load(monitor: FollowedFleet, now: Instant): void {
    this.#mustLoad = true;
    this.settle(monitor, now);
  }

  /** The past was dated anew: it is read again with the next `settle`. */
  dateAnew(): void {
    this.#mustLoad = true;
  }

  #load(monitor: FollowedFleet, now: Instant): void {
    this.#watch = new AreaWatch(this.#timezone);
    this.#placed.clear();
    this.#noted.clear();
    // It is concluded again.
    this.#unsaved = noneUnsaved();
    const placed = [...monitor.fleet.all()].filter(({ config }) => cellOf(config.place) !== null);
    this.#place(monitor, placed, now);
    for (const area of readLivingAreas(monitor.store)) this.#watch.restore(area);
    for (const device of placed) this.#say(monitor, device, true, now);
  }

  /** A device was added, changed or given another place. */
  configure(monitor: FollowedFleet, device: LiveDevice, now: Instant): void {
    const { place } = device.config;
    const before = this.#placed.get(device.row);
    if (before === undefined ? cellOf(place) === null : before === keyOf(place)) return;
    this.#place(monitor, [device], now);
    this.#say(monitor, device, true, now);
  }

  forget(device: LiveDevice): void {
    if (this.#placed.delete(device.row)) this.#watch.forget(device.row);
  }

  /**
   * The state of a device has changed. Only noted: what stands between a device's state and its rows must
   * neither fail nor read for the sake of an area.
   */
  follow(device: LiveDevice, before: DeviceState): void {
    if (!this.#watch.has(device.row)) return;
    const wasLost = before.outage !== null && before.outage.recovery === null;
    this.#noted.set(device, !wasLost || this.#noted.get(device) === true);
  }

  /** Draws the conclusions and stores them; to be called several times a second. */
  settle(monitor: FollowedFleet, now: Instant): void {
    if (this.#mustLoad) this.#load(monitor, now);
    this.#mustLoad = false;
    try {
      this.#sayNoted(monitor, now);
    } finally {
      this.#conclude(monitor, now);
    }
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
    this.onChanged([...rows.values(), ...gone]);
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
      const { row, config } = device;
      const { place } = config;
      this.#placed.set(row, keyOf(place));
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
