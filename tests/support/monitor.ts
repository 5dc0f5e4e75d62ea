import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { handOverDevice, storePendingReports } from '../../src/actions/devices/hand-over-device.ts';
import { CommitQueue } from '../../src/actions/engine/commit-queue.ts';
import { followUp } from '../../src/actions/engine/follow-up.ts';
import { hashSecret } from '../../src/actions/engine/secrets.ts';
import { Turns } from '../../src/actions/engine/turns.ts';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import { LiveFleet } from '../../src/actions/fleet/live-fleet.ts';
import { refreshFleet } from '../../src/actions/fleet/load-fleet.ts';
import { DeadlineSweep } from '../../src/actions/fleet/sweep-deadlines.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import { SessionProofs } from '../../src/actions/people/session-proofs.ts';
import { isPrivateChat } from '../../src/domain/alerts/chat-role.ts';
import type { DeviceType } from '../../src/domain/devices/device-type.ts';
import type { Instant, SetTimer, Time } from '../../src/domain/instant.ts';
import type { ChannelName } from '../../src/domain/states.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import type { Rate } from '../../src/domain/token-bucket.ts';
import { recipients } from '../../src/store/alerts/tables.ts';
import { devices } from '../../src/store/devices/tables.ts';
import { makeRef } from '../../src/store/engine/make-ref.ts';
import { openStore, SqliteFile, type Store, takeIntoUse } from '../../src/store/engine/open.ts';
import { findServingKey } from '../../src/store/keys/keys.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { SessionUses } from '../../src/store/people/sessions.ts';
import { customers } from '../../src/store/people/tables.ts';

/** The author of changes in tests. */
export const testActor = { name: 'test', address: null };

export interface TestMonitor extends Monitor {
  readonly time: TestTime;
  readonly sweep: DeadlineSweep;
  /** What the uplink check answers. */
  isUplinkAlive: boolean;
  /** Takes over jumps of the wall clock, for a test that has it watched. */
  followClock: () => void;
  /** Lets time pass second by second, sweeping deadlines as the scheduler would. */
  advance(seconds: number): Promise<void>;
}

/** A wall clock that starts on a plain day at noon in Bangkok. */
export const testStart = Date.UTC(2026, 0, 15, 5, 0, 0);

interface TestTimer {
  readonly atMono: number;
  readonly fire: () => void;
}

/** A clock that stands still until a test moves it, and the timers that keep to it. */
export class TestTime implements Time {
  wallMs = testStart;
  monoMs = 1_000_000;
  /** In the order in which they fire; of those that are due together, in the order in which they were set. */
  readonly #timers: TestTimer[] = [];

  readonly clock = (): Instant => ({ wallMs: Math.floor(this.wallMs), monoMs: this.monoMs });

  readonly setTimer: SetTimer = (delayMs, fire) => {
    const timer = { atMono: this.monoMs + Math.max(0, delayMs), fire };
    const after = this.#timers.findIndex(({ atMono }) => atMono > timer.atMono);
    this.#timers.splice(after === -1 ? this.#timers.length : after, 0, timer);
    return () => {
      const place = this.#timers.indexOf(timer);
      if (place !== -1) this.#timers.splice(place, 1);
    };
  };

  /** Moves both clocks on without a timer noticing, as when nothing but the clock is looked at. */
  advanceMs(ms: number): void {
    this.wallMs += ms;
    this.monoMs += ms;
  }

  /**
   * Moves the clocks on to each moment at which timers are due; `settle` runs before, and after each.
   * @param slackMs timers that are due within it fire together at its end, as they may on a real machine
   */
  async runMs(ms: number, settle: () => Promise<void>, slackMs = 1): Promise<void> {
    const until = this.monoMs + ms;
    await settle();
    for (;;) {
      const next = this.#timers[0];
      if (next === undefined) break;
      const moment = Math.ceil(next.atMono / slackMs) * slackMs;
      if (moment > until) break;
      this.advanceMs(Math.max(0, moment - this.monoMs));
      while (this.#timers[0] !== undefined && this.#timers[0].atMono <= this.monoMs) {
        this.#timers.shift()?.fire();
      }
      await settle();
    }
    this.advanceMs(until - this.monoMs);
    await settle();
  }
}

let migrated: Uint8Array | undefined;

/** The bytes of an empty database. Migrations take twenty times as long as a copy of it. */
export function migratedDatabase(): Uint8Array {
  if (migrated === undefined) {
    const first = openStore(':memory:', { migrationsDir: 'drizzle' });
    migrated = first.sqlite.serialize();
    first.close();
  }
  return migrated;
}

export function openTestStore(path = ':memory:'): Store {
  if (path === ':memory:') return openTestCopy(migratedDatabase());
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, migratedDatabase());
  }
  return openStore(path, { migrationsDir: 'drizzle' });
}

/** A copy in memory of a database that a test has made. @param database from `serialize` */
export function openTestCopy(database: Uint8Array): Store {
  const copy = new SqliteFile(database as never, { strict: true });
  return takeIntoUse(copy, ':memory:', { migrationsDir: 'drizzle', checkIntegrity: false });
}

/** A monitor on a real, migrated in-memory database, with a clock that only moves when told. */
export function makeTestMonitor(
  options: {
    readonly store?: Store;
    /** Default: `telegram` alone. */
    readonly channels?: readonly ChannelName[];
    readonly deviceRate?: Rate;
    /** Of an earlier monitor, which this one follows. */
    readonly time?: TestTime;
  } = {},
): TestMonitor {
  const time = options.time ?? new TestTime();
  const store = options.store ?? openTestStore();
  const quiet = () => {};
  const monitor: Omit<TestMonitor, 'sweep' | 'advance'> = {
    time,
    isUplinkAlive: true,
    followClock: quiet,
    runsIn: 'server',
    store,
    fleet: new LiveFleet(),
    commits: new CommitQueue(store, () => time.monoMs, quiet),
    turns: new Turns(),
    clock: time.clock,
    // Timers fire at once. Tests of waiting bring their own timers.
    setTimer(_, fire) {
      fire();
      return quiet;
    },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    settings: defaultSettings,
    lastGap: null,
    absence: null,
    partAbsence: null,
    awakeMono: null,
    standstill: null,
    lineUpSince: Number.NEGATIVE_INFINITY,
    isNear: (address) => address.startsWith('192.168.'),
    servers: null,
    deviceRate: options.deviceRate ?? { perSecond: 20, burst: 200 },
    channels: new Set(options.channels ?? ['telegram']),
    leftOut: new Map(),
    wakeOutbox: quiet,
    onDeviceRefused: quiet,
    publishCommand: () => false,
    sessionUses: new SessionUses(),
    proofs: new SessionProofs(),
    counters: {
      heartbeats: 0,
      reports: 0,
      repeatedReports: 0,
      outagesOpened: 0,
      outagesClosed: 0,
    },
  };
  const whole = monitor as TestMonitor;
  const sweep = new DeadlineSweep(whole, {
    look: async () => whole.isUplinkAlive,
    isListening: () => true,
  });
  return Object.assign(whole, {
    sweep,
    async advance(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        time.advanceMs(1000);
        whole.followClock();
        await sweep.sweep(whole.clock());
        await sweep.settled();
      }
    },
  });
}

export interface TestDeviceOptions {
  readonly deviceId?: string;
  readonly customerId?: number;
  readonly chat?: string;
  readonly thresholdSeconds?: number;
  readonly siteName?: string;
  readonly deviceType?: DeviceType;
  readonly token?: string;
}

let serial = 0;

/** A device with an owner, an active key and a chat that is told. */
export function makeDevice(monitor: Monitor, options: TestDeviceOptions = {}): LiveDevice {
  serial += 1;
  const { store } = monitor;
  const now = monitor.clock();
  const deviceId = options.deviceId ?? `fw-${serial.toString(16).padStart(12, '0')}`;
  const customerId = options.customerId ?? makeCustomer(monitor, options.chat);
  const row = store.db
    .insert(devices)
    .values({
      deviceId,
      customerId,
      ownedSince: 0,
      siteName: options.siteName ?? `Site ${serial}`,
      deviceType: options.deviceType ?? 's2-mini',
      tokenHash: hashSecret(options.token ?? `fwd_${deviceId}`),
      thresholdSeconds: options.thresholdSeconds ?? 60,
      createdAt: now.wallMs,
    })
    .returning({ id: devices.id })
    .get().id;
  store.db
    .insert(activationKeys)
    .values({
      keyCode: `TEST${String(serial).padStart(6, '0')}`,
      ref: makeRef(),
      purchaseType: 'key_only',
      customerId,
      deviceRow: row,
      price: 200,
      createdBy: 'test',
      createdAt: now.wallMs,
      activatedAt: now.wallMs,
      expiresAt: now.wallMs + 3 * 365 * 86_400_000,
    })
    .run();
  refreshFleet(monitor, now, [deviceId]);
  const device = monitor.fleet.get(deviceId);
  if (device === undefined) throw new Error('the device was not loaded');
  return device;
}

/** @returns the id of a new customer whose chat, unless given, is made up */
export function makeCustomer(monitor: Pick<Monitor, 'store' | 'clock'>, chat?: string): number {
  serial += 1;
  const { store } = monitor;
  const createdAt = monitor.clock().wallMs;
  const phone = `+668${String(serial).padStart(8, '0')}`;
  const { id } = store.db
    .insert(customers)
    .values({ name: `Customer ${serial}`, phone, language: 'en', createdAt })
    .returning({ id: customers.id })
    .get();
  const address = chat ?? String(10_000 + serial);
  store.db
    .insert(recipients)
    .values({
      ...{ customerId: id, channel: 'telegram', address, language: 'en', createdAt },
      // It has shared the phone number.
      role: isPrivateChat('telegram', address) ? 'owner' : 'told',
    })
    .run();
  return id;
}

/** A device and its key go to another customer, as they do when the key is transferred. */
export function handOver(monitor: Monitor, device: LiveDevice, to: number): void {
  const { store } = monitor;
  const now = monitor.clock();
  const key = findServingKey(store, device.row) ?? '';
  storePendingReports(monitor);
  const over = store.transaction(() => {
    const ofDevice = eq(activationKeys.deviceRow, device.row);
    store.db.update(activationKeys).set({ customerId: to }).where(ofDevice).run();
    const from = device.config.customerId;
    return handOverDevice(monitor, { row: device.row, from, to, key }, testActor, now);
  });
  over.adopt();
  followUp(monitor, now, [device.deviceId]);
}
