import type { DeviceState, OpenOutage } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Cause, Link, Power } from '../../domain/states.ts';
import type { Store } from '../../store/engine/open.ts';
import { readStandings, type StandingRow } from '../../store/feed/change-feed.ts';
import type { DeviceConfig, LiveDevice } from './live-device.ts';
import type { LiveFleet } from './live-fleet.ts';

/** The state of a device as listeners see it. Times are epoch ms. */
export interface DeviceStanding {
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
  readonly link: Link;
  readonly power: Power;
  readonly lastHeardAt: number | null;
  readonly outage: {
    readonly id: number;
    /** The owner of the device when the outage began. */
    readonly customerId: number | null;
    readonly cause: Cause;
    readonly downAt: number;
    readonly recoverAt: number | null;
    readonly acknowledgedAt: number | null;
  } | null;
}

export interface HeardDevice {
  readonly deviceId: string;
  /** Epoch ms. */
  readonly lastHeardAt: number;
}

/** The objects that were last seen of a device. Both are replaced, never changed, so they can be kept. */
interface Seen {
  config: DeviceConfig;
  state: DeviceState;
  /** When it was last heard, as its listeners know it; epoch ms. */
  heardAt: number | null;
  /** Monotonic ms from which on the device may be told of again. */
  freeMono: number;
}

/** The least time between two messages about one device, in ms. */
const pauseMs = 1_000;

/**
 * Finds the devices whose state differs from what was last told. It compares memory with memory, so the
 * path of a heartbeat needs no hook and changes need not be announced.
 */
export class DeviceStandings {
  readonly #store: Store;
  readonly #fleet: LiveFleet;
  readonly #seen = new Map<LiveDevice, Seen>();
  /** Devices to be told of, in the order in which they were noticed. */
  readonly #changed = new Set<LiveDevice>();

  constructor(store: Store, fleet: LiveFleet) {
    this.#store = store;
    this.#fleet = fleet;
  }

  /** Starts from the present state, which needs no telling. */
  begin(): void {
    this.clear();
    for (const device of this.#fleet.all()) {
      const { config, state } = device;
      this.#seen.set(device, { config, state, heardAt: state.lastHeardAt, freeMono: 0 });
    }
  }

  clear(): void {
    this.#seen.clear();
    this.#changed.clear();
  }

  /** Something happened to a device that its state in memory need not show. */
  mark(deviceId: string): void {
    const device = this.#fleet.get(deviceId);
    if (device !== undefined) this.#changed.add(device);
  }

  /** Looks at every device. */
  scan(): void {
    for (const device of this.#fleet.all()) {
      const seen = this.#seen.get(device);
      if (seen?.state === device.state && seen.config === device.config) continue;
      if (seen === undefined || !looksSame(seen, device)) {
        this.#changed.add(device);
        continue;
      }
      seen.state = device.state;
      seen.config = device.config;
    }
    if (this.#seen.size <= this.#fleet.size) return;
    for (const device of this.#seen.keys()) {
      if (this.#fleet.get(device.deviceId) !== device) this.#seen.delete(device);
    }
  }

  /** The first `limit` of the devices to be told of; the others wait. */
  take(now: Instant, limit: number): DeviceStanding[] {
    const free: LiveDevice[] = [];
    for (const device of this.#changed) {
      if (free.length === limit) break;
      if ((this.#seen.get(device)?.freeMono ?? 0) <= now.monoMs) free.push(device);
    }
    const standings = this.describe(free);
    for (const device of free) {
      this.#changed.delete(device);
      if (this.#fleet.get(device.deviceId) !== device) continue;
      const { config, state } = device;
      const heardAt = this.#seen.get(device)?.heardAt ?? null;
      this.#seen.set(device, { config, state, heardAt, freeMono: now.monoMs + pauseMs });
    }
    return standings;
  }

  /** The present state of devices; those without a row are left out. */
  describe(devices: readonly LiveDevice[]): DeviceStanding[] {
    const rows = readStandings(
      this.#store,
      devices.map(({ row }) => row),
    );
    const byRow = new Map(rows.map((row) => [row.row, row]));
    return devices.flatMap((device) => {
      const row = byRow.get(device.row);
      return row === undefined ? [] : describeOne(device, row);
    });
  }

  /** A customer's devices. */
  ownedBy(customerId: number): LiveDevice[] {
    const owned: LiveDevice[] = [];
    for (const device of this.#fleet.all()) {
      if (device.config.customerId === customerId) owned.push(device);
    }
    return owned;
  }

  /** The devices of some customers that were heard since the last call, by customer. */
  takeHeard(isWanted: (customerId: number) => boolean): Map<number, HeardDevice[]> {
    const heard = new Map<number, HeardDevice[]>();
    for (const device of this.#fleet.all()) {
      const { customerId } = device.config;
      const { lastHeardAt } = device.state;
      const seen = this.#seen.get(device);
      if (seen === undefined || lastHeardAt === null || seen.heardAt === lastHeardAt) continue;
      seen.heardAt = lastHeardAt;
      if (customerId === null || !isWanted(customerId)) continue;
      const entry = { deviceId: device.deviceId, lastHeardAt };
      const list = heard.get(customerId);
      if (list === undefined) heard.set(customerId, [entry]);
      else list.push(entry);
    }
    return heard;
  }
}

/** Whether nothing that listeners see differs. */
function looksSame(seen: Seen, { config, state }: LiveDevice): boolean {
  return (
    seen.state.link === state.link &&
    seen.state.power === state.power &&
    isSameOutage(seen.state.outage, state.outage) &&
    seen.config.customerId === config.customerId &&
    seen.config.siteName === config.siteName
  );
}

function isSameOutage(one: OpenOutage | null, other: OpenOutage | null): boolean {
  if (one === other) return true;
  return (
    one?.id === other?.id &&
    one?.cause === other?.cause &&
    one?.downAt === other?.downAt &&
    one?.recovery?.cause === other?.recovery?.cause &&
    one?.recovery?.recoverAt === other?.recovery?.recoverAt
  );
}

/** Owner and outage come from the rows; the rest comes from memory, which is ahead. */
function describeOne({ deviceId, config, state }: LiveDevice, row: StandingRow): DeviceStanding {
  return {
    deviceId,
    siteName: config.siteName,
    customerId: row.customerId,
    link: state.link,
    power: state.power,
    lastHeardAt: state.lastHeardAt,
    outage:
      row.outageId === null
        ? null
        : {
            id: row.outageId,
            customerId: row.outageCustomerId,
            cause: row.cause,
            downAt: row.downAt,
            recoverAt: row.recoverAt,
            acknowledgedAt: row.acknowledgedAt,
          },
  };
}
