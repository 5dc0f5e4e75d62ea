import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { beat, report } from '../../tests/support/beats.ts';
import { makeTestLog } from '../../tests/support/delivery-world.ts';
import { makeDevice, openTestStore, TestTime } from '../../tests/support/monitor.ts';
import { runs } from '../../tests/support/runs.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { rulesOf } from '../actions/fleet/apply-input.ts';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import { restoreDeviceState, storeHeard, storeOutage } from '../domain/fleet/device-state.ts';
import { loadConfig } from '../installation/config.ts';
import { outages } from '../store/alerts/tables.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import { loadDevices } from '../store/fleet/devices.ts';
import { readLastGap } from '../store/fleet/gaps.ts';
import { storeTheRest, type WatchedFleet, watchFleet } from './watch-fleet.ts';

const second = 1_000;
const day = 86_400 * second;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(40) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      ms: fc.oneof(
        fc.integer({ min: -5 * second, max: 5 * second }),
        fc.integer({ min: -7_200 * second, max: 7_200 * second }),
        fc.integer({ min: -400 * day, max: 400 * day }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      /** Transactions that still succeed, and then how many the disk refuses. */
      after: fc.nat(4),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('lose' as const, 'regain' as const),
      boards: fc.subarray([1, 2, 3, 4, 5, 6]),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom({ do: 'look' as const }, { do: 'restart' as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Our own line is alive. */
const seeing = { look: async () => true, isListening: () => true };

/** The first board is always well; the others lose their mains now and then. */
class Walk {
  readonly #disk = { after: 0, times: 0 };
  readonly #store = openTestStore();
  readonly #refusing = makeRefusingStore(this.#store, this.#disk);
  readonly #config = loadConfig({ data: tempDir('clock'), host: '127.0.0.1', port: '0' }, {});
  #time = new TestTime();
  #fleet = this.#start();
  #sweep = new DeadlineSweep(this.#fleet.monitor, seeing);
  readonly #ids: readonly string[];
  /** By how much the clock was set since the server last took that over. */
  #untakenMs = 0;
  readonly #jumps: number[] = [];
  /** How far small differences may have led dates astray in this run. */
  #slackMs = 1;
  /** When, by the monotonic clock of this run, each board lost its mains. */
  #lostMono = new Map<string, number>();

  constructor() {
    const { monitor } = this.#fleet;
    this.#ids = Array.from({ length: 7 }, () => makeDevice(monitor).deviceId);
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'wait':
        for (let passed = 0; passed < one.seconds; passed += 1) await this.#passSecond();
        return;
      case 'jump':
        this.#time.wallMs += one.ms;
        this.#untakenMs += one.ms;
        if (!this.#isJump()) this.#slackMs += Math.abs(this.#untakenMs);
        return;
      case 'refuse':
        Object.assign(this.#disk, one);
        return;
      case 'look':
        return this.#followClock();
      case 'lose':
      case 'regain':
        for (const number of one.boards) await this.#report(this.#board(number), one.do);
        return;
      case 'restart':
        Object.assign(this.#disk, { after: 0, times: 0 });
        this.#followClock();
        storeTheRest(this.#fleet.monitor);
        this.#restart();
    }
  }

  expectTrue(): void {
    const { monitor } = this.#fleet;
    const changes = this.#countChanges();
    const now = this.#store.transaction(() => monitor.clock());
    expect(monitor.clock()).toEqual(now);
    expect(this.#countChanges()).toBe(changes);

    const jumps = this.#store.sqlite.query<{ ms: number }, []>(
      "SELECT jump_ms AS ms FROM observation_gaps WHERE kind = 'clock' ORDER BY id",
    );
    expect(jumps.all().map(({ ms }) => ms)).toEqual(this.#jumps);
    const aheadMs = this.#time.wallMs - now.wallMs;
    expect(aheadMs).toBe(this.#isJump() ? this.#untakenMs : 0);
    expect(monitor.lastGap).toEqual(readLastGap(this.#store));

    for (const { stored, row, deviceId } of loadDevices(this.#store)) {
      const { state, isDirty } = this.#live(deviceId);
      const read = restoreDeviceState(stored, now, rulesOf(monitor));
      const rowsOf = ({ outage }: typeof state) =>
        outage && { ...storeOutage(outage), id: outage.id };
      expect(rowsOf(read)).toEqual(rowsOf(state));
      if (!isDirty) expect(storeHeard(read)).toEqual(storeHeard(state));
      const lostMono = this.#lostMono.get(deviceId);
      if (lostMono === undefined) continue;
      const lastedMs = now.wallMs - (state.outage?.downAt ?? 0);
      expect(Math.abs(lastedMs - (now.monoMs - lostMono))).toBeLessThanOrEqual(this.#slackMs);
      expect(this.#alertDelays(row)).toEqual([60 * second]);
    }
    const ofSteady = this.#store.db.select().from(outages).all();
    expect(ofSteady.filter(({ deviceRow }) => deviceRow === this.#board(0).row)).toEqual([]);
  }

  async #passSecond(): Promise<void> {
    const { monitor } = this.#fleet;
    this.#time.advanceMs(second);
    this.#followClock();
    for (const id of this.#ids) {
      const power = this.#live(id).state.outage?.recovery === null ? 'DOWN' : 'UP';
      await this.#unlessRefused(() =>
        recordHeartbeat(monitor, this.#live(id), beat({ power }), 'mqtt', monitor.clock()),
      );
    }
    await this.#sweep.sweep(monitor.clock());
  }

  async #report(board: LiveDevice, what: 'lose' | 'regain'): Promise<void> {
    const { monitor } = this.#fleet;
    const wasLost = board.state.outage?.recovery === null;
    if (wasLost === (what === 'lose')) return;
    const isNew = board.state.outage === null;
    const type = what === 'lose' ? 'POWER_DOWN' : 'POWER_RECOVER';
    this.#time.advanceMs(10);
    await this.#unlessRefused(async () => {
      await recordEvents(monitor, board, [report(type)], 'mqtt', monitor.clock());
      if (what === 'regain') this.#lostMono.delete(board.deviceId);
      else if (isNew) this.#lostMono.set(board.deviceId, this.#time.monoMs);
    });
  }

  #followClock(): void {
    try {
      this.#fleet.followClock();
    } catch (error) {
      if (error instanceof StoreUnavailable) return;
      throw error;
    }
    if (this.#isJump()) this.#jumps.push(this.#untakenMs);
    this.#untakenMs = 0;
  }

  /** A smaller difference is slewing. */
  #isJump(): boolean {
    return Math.abs(this.#untakenMs) >= 2 * second;
  }

  #start(): WatchedFleet {
    return watchFleet(this.#refusing, this.#config, makeTestLog().log, this.#time, undefined);
  }

  #restart(): void {
    const { wallMs } = this.#time;
    this.#time = new TestTime();
    this.#time.wallMs = wallMs + 3 * second;
    this.#fleet = this.#start();
    this.#sweep = new DeadlineSweep(this.#fleet.monitor, seeing);
    this.#slackMs = 1;
    this.#lostMono = new Map();
  }

  #live(deviceId: string): LiveDevice {
    const live = this.#fleet.monitor.fleet.get(deviceId);
    if (live === undefined) throw new Error('the device was not loaded');
    return live;
  }

  #board(number: number): LiveDevice {
    return this.#live(this.#ids[number] ?? '');
  }

  #countChanges() {
    return this.#store.sqlite.query('SELECT total_changes()').values()[0]?.[0];
  }

  #alertDelays(deviceRow: number): number[] {
    return this.#store.sqlite
      .query<{ ms: number }, [number]>(`
        SELECT n.next_attempt_at - o.down_at AS ms FROM notifications n
        JOIN outages o ON o.id = n.outage_id
        WHERE o.device_row = ? AND o.confirmed_at IS NULL AND n.kind = 'alert'`)
      .all(deviceRow)
      .map(({ ms }) => ms);
  }

  async #unlessRefused(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

/** A disk that refuses some transactions at the last moment, when all is done that they do. */
function makeRefusingStore(store: Store, disk: { after: number; times: number }): Store {
  const unlessRefused = <T>(work: () => T): T => {
    const result = work();
    if (disk.after > 0) disk.after -= 1;
    else if (disk.times > 0) {
      disk.times -= 1;
      throw new StoreUnavailable('full');
    }
    return result;
  };
  return {
    ...store,
    transaction: (work) => store.transaction(() => unlessRefused(work)),
    relaxedTransaction: (work) => store.relaxedTransaction(() => unlessRefused(work)),
  };
}

test('whatever sets the clock, and whatever the disk refuses, each jump is applied once and opens no outage', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 25, size: 'max' }),
      async (steps) => {
        const walk = new Walk();
        for (const one of steps) {
          await walk.take(one);
          walk.expectTrue();
        }
      },
    ),
    { numRuns: runs(40) },
  );
}, 600_000);
