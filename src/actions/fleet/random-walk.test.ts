import { expect, test } from 'bun:test';
import { asc, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beat, report } from '../../../tests/support/beats.ts';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  openTestStore,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { runs } from '../../../tests/support/runs.ts';
import type { DeviceState, Recovery } from '../../domain/fleet/device-state.ts';
import { restoreDeviceState, storeHeard } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import { outages } from '../../store/alerts/tables.ts';
import { type Store, StoreUnavailable } from '../../store/engine/open.ts';
import { loadDevices } from '../../store/fleet/devices.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { enrolDevice } from '../devices/enrol-device.ts';
import { followUp } from '../engine/follow-up.ts';
import { createKeys } from '../keys/create-keys.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { transferKey } from '../keys/transfer-key.ts';
import { rulesOf } from './apply-input.ts';
import { flushVitals } from './flush-vitals.ts';
import type { LiveDevice } from './live-device.ts';
import { loseSession } from './lose-session.ts';
import { recordAlive } from './observe-self.ts';
import { openSession } from './open-session.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { resumeWatch } from './resume-watch.ts';

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(240) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      power: fc.constantFrom('UP' as const, 'UP' as const, 'DOWN' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      type: fc.constantFrom('POWER_DOWN' as const, 'POWER_RECOVER' as const),
      ageSeconds: fc.oneof(fc.constant(0), fc.nat(600)),
      isOfLastBoot: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('stray report' as const),
      type: fc.constantFrom('POWER_DOWN' as const, 'POWER_RECOVER' as const),
      ageMs: fc.nat(10_000),
      boot: fc.integer({ min: 50, max: 53 }),
      seq: fc.nat(40),
    }),
  },
  fc.record({
    do: fc.constant('reboot' as const),
    why: fc.constantFrom('power_on', 'panic', 'unknown', 'software'),
  }),
  fc.record({
    do: fc.constant('set clock' as const),
    jumpSeconds: fc.integer({ min: -600, max: 600 }).filter((seconds) => Math.abs(seconds) > 2),
  }),
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      { do: 'lose session' as const },
      { do: 'open session' as const },
      { do: 'follow clock' as const },
      { do: 'restart server' as const },
      { do: 'kill server' as const },
      { do: 'stall' as const },
      { do: 'flush' as const },
      { do: 'command revokes' as const },
      { do: 'hand over' as const },
      { do: 'fill disk' as const },
      { do: 'empty disk' as const },
    ),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What outlives the run of a server; its monotonic clock does not. */
function durablePart({ link, power, bootId, lastHeardAt, lastUpAt, outage }: DeviceState) {
  const durable = (recovery: Recovery | null) =>
    recovery === null ? null : { ...recovery, confirmMono: null };
  return {
    ...{ link, power, bootId, lastHeardAt, lastUpAt },
    outage: outage && {
      ...outage,
      recovery: durable(outage.recovery),
      interrupted: durable(outage.interrupted),
    },
  };
}

/** One device, one server, everything that can happen to either. */
class Walk {
  #isDiskFull = false;
  readonly #store = makeStoreThatFills(() => this.#isDiskFull);
  monitor: TestMonitor = this.#startWatch(makeTestMonitor({ store: this.#store }));
  device: LiveDevice = makeDevice(this.monitor);
  #key = '00000-00000-00000-00000';
  #boot = 1;
  #bootedAt = this.monitor.time.wallMs;
  #seq = 0;
  #why = 'power_on';
  /** When the device last said that power is lost, unless what came after may have dated it anew. */
  #lostAt: number | null = null;
  #isLossOfThisRun = true;

  constructor() {
    this.monitor.store.db.update(activationKeys).set({ keyCode: this.#key }).run();
  }

  /** A write that the disk refuses is the world's fault; whoever asked hears of it, and nothing has changed. */
  async take(one: Step): Promise<void> {
    try {
      await this.#take(one);
    } catch (error) {
      if (!this.#isDiskFull || !(error instanceof StoreUnavailable)) throw error;
    }
  }

  async #take(one: Step): Promise<void> {
    const { monitor, device } = this;
    // Two things never happen at the very same moment.
    monitor.time.advanceMs(100);
    const now = monitor.clock();
    switch (one.do) {
      case 'wait':
        return monitor.advance(one.seconds);
      case 'beat': {
        this.#seq += 1;
        const said = beat({
          boot_id: this.#bootId(this.#boot),
          seq: this.#seq,
          uptime_ms: monitor.time.wallMs - this.#bootedAt,
          reset_reason: this.#why,
          power: one.power,
        });
        await recordHeartbeat(monitor, device, said, 'mqtt', now);
        if (one.power === 'DOWN') this.#noteLoss(now);
        return;
      }
      case 'report': {
        this.#seq += 1;
        const boot = one.isOfLastBoot && this.#boot > 1 ? this.#boot - 1 : this.#boot;
        const said = report(one.type, {
          boot_id: this.#bootId(boot),
          seq: boot === this.#boot ? this.#seq : 10_000 + this.#seq,
          age_ms: one.ageSeconds * 1000,
        });
        await recordEvents(monitor, device, [said], 'mqtt', now);
        const isNews = one.ageSeconds === 0 && boot === this.#boot;
        if (!isNews) this.#lostAt = null;
        else if (one.type === 'POWER_DOWN') this.#noteLoss(now);
        return;
      }
      case 'stray report': {
        const place = { boot_id: this.#bootId(one.boot), seq: one.seq, age_ms: one.ageMs };
        await recordEvents(monitor, device, [report(one.type, place)], 'http', now);
        this.#lostAt = null;
        return;
      }
      case 'reboot':
        this.#boot += 1;
        this.#bootedAt = monitor.time.wallMs;
        this.#why = one.why;
        this.#seq = 0;
        return;
      case 'lose session':
        return loseSession(monitor, device, now);
      case 'open session':
        return openSession(monitor, device, now);
      case 'set clock':
        monitor.time.wallMs += one.jumpSeconds * 1000;
        // The board's uptime does not jump.
        this.#bootedAt += one.jumpSeconds * 1000;
        return;
      case 'follow clock':
        return monitor.followClock();
      case 'restart server':
        flushVitals(monitor);
        recordAlive(monitor, now);
        return this.#start();
      case 'kill server':
        return this.#start();
      case 'stall':
        monitor.time.advanceMs(7_000);
        // What is said right after it is not taken yet.
        return monitor.advance(3);
      case 'flush':
        flushVitals(monitor);
        return recordAlive(monitor, now);
      case 'command revokes':
        return this.#revokeByCommand(now);
      case 'hand over':
        return this.#handOver(now);
      case 'fill disk':
        this.#isDiskFull = true;
        return;
      case 'empty disk':
        this.#isDiskFull = false;
    }
  }

  expectSane(): void {
    // A clock that went back may leave several at one moment. The open one is the last of them.
    const isOpen = sql`${outages.confirmedAt} IS NULL`;
    const rows = this.monitor.store.db
      .select()
      .from(outages)
      .orderBy(asc(outages.downAt), asc(isOpen))
      .all();
    // Reports of one moment are put a millisecond apart, in their order; and two jumps that cancel each
    // other out before the disk took the first are left alone, as a small one is.
    const nowMs = this.monitor.clock().wallMs + 2_050;
    const open = rows.filter((row) => row.confirmedAt === null);
    expect(open.length).toBeLessThanOrEqual(1);
    expect(this.device.state.outage?.id ?? null).toBe(open[0]?.id ?? null);
    for (const row of rows) {
      expect(row.downAt).toBeLessThanOrEqual(nowMs);
      if (row.recoverAt === null) continue;
      expect(row.recoverAt).toBeGreaterThanOrEqual(row.downAt);
      expect(row.recoverAt).toBeLessThanOrEqual(nowMs);
    }
    this.#expectStored();
    const lostAt = this.#lostAt;
    if (lostAt !== null) {
      const lasted = rows.filter(({ recoverAt }) => recoverAt === null || recoverAt >= lostAt);
      if (lasted.length === 0)
        throw new Error(
          Bun.inspect({
            lostAt,
            rows: rows.map(({ downAt, recoverAt, cause, confirmedAt, interruptedAt }) => ({
              downAt: downAt - lostAt,
              recoverAt: recoverAt && recoverAt - lostAt,
              cause,
              confirmedAt,
              interruptedAt,
            })),
          }),
        );
    }
    const mains = rows.filter((row) => row.cause === 'mains');
    for (const [index, row] of mains.entries()) {
      const next = mains[index + 1];
      if (next === undefined) break;
      expect(row.recoverAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.downAt);
    }
  }

  /** A restart at this moment would know what this run knows. */
  #expectStored(): void {
    const [loaded] = loadDevices(this.monitor.store, [this.device.deviceId]);
    if (loaded === undefined) throw new Error('the device has no row');
    const read = restoreDeviceState(loaded.stored, this.monitor.clock(), rulesOf(this.monitor));
    const { state, isDirty } = this.device;
    // When it was heard last is written once a minute.
    const heard = isDirty ? storeHeard(state) : storeHeard(read);
    expect(durablePart({ ...read, ...heard })).toEqual(durablePart(state));
    if (state.lastUpAt === null) expect(read.lastUpAt).toBeNull();
  }

  #noteLoss({ wallMs }: Instant): void {
    this.#lostAt = this.device.state.outage?.recovery === null ? wallMs : null;
    this.#isLossOfThisRun = true;
  }

  #bootId(boot: number): string {
    return boot.toString(16).padStart(8, '0');
  }

  #handOver(now: Instant): void {
    const { monitor } = this;
    const customerId = makeCustomer(monitor);
    this.#key = transferKey(monitor, this.#key, { customerId }, testActor, now);
    this.#lostAt = null;
  }

  /** The board goes on with another key of the same owner, as it was told to. */
  #revokeByCommand(now: Instant): void {
    const { monitor } = this;
    const { store, settings } = monitor;
    const command = { runsIn: 'command', store, settings } as const;
    revokeKey(command, this.#key, testActor, now);
    followUp(monitor, now);
    const phone = findCustomer(store, this.device.config.customerId ?? 0)?.phone ?? '';
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
    const [key = ''] = createKeys(command, order, testActor, now);
    this.#key = key;
    const enrolment = {
      device_id: this.device.deviceId,
      activation_key: key,
      phone,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    } as const;
    enrolDevice(monitor, enrolment, now);
    this.#lostAt = null;
  }

  #start(): void {
    const { store, time } = this.monitor;
    // A jump that an earlier run could not store looks as if the clock had been wrong all the time.
    time.advanceMs(1_000);
    this.monitor.followClock();
    const next = makeTestMonitor({ store });
    next.time.wallMs = time.wallMs + 2_000;
    this.monitor = this.#startWatch(next);
    const device = next.fleet.get(this.device.deviceId);
    if (device === undefined) throw new Error('the device was not loaded');
    this.device = device;
    this.#isLossOfThisRun = false;
  }

  /** A server's clock goes by the old time until the disk took the new one. */
  #startWatch(monitor: TestMonitor): TestMonitor {
    const watch = resumeWatch(monitor, monitor.clock());
    return Object.assign(monitor, {
      followClock: () => {
        try {
          const jumpMs = watch.follow(monitor.time.clock());
          if (jumpMs !== 0) this.#moveLoss(jumpMs);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
        }
      },
    });
  }

  /** What an earlier run has dated stays, unless it lies in the future by the new time. */
  #moveLoss(jumpMs: number): void {
    if (this.#lostAt === null) return;
    const isFuture = jumpMs < 0 && this.#lostAt > this.monitor.time.wallMs;
    if (!this.#isLossOfThisRun && !isFuture) return;
    // What is over stays where it is, unless it would lie in the future.
    this.#lostAt = this.device.state.outage === null && !isFuture ? null : this.#lostAt + jumpMs;
  }
}

/** A disk that refuses at the last moment, when all is done that a transaction does. */
function makeStoreThatFills(isFull: () => boolean): Store {
  const store = openTestStore();
  const unlessFull = <T>(work: () => T): T => {
    const result = work();
    if (isFull()) throw new StoreUnavailable('full');
    return result;
  };
  return {
    ...store,
    transaction: (work) => store.transaction(() => unlessFull(work)),
    relaxedTransaction: (work) => store.relaxedTransaction(() => unlessFull(work)),
  };
}

const now = { ageSeconds: 0, isOfLastBoot: false } as const;

/** Walks that led astray once. */
const found: Step[][] = [
  // A loss from before its key was revoked is reported late, while another outage of the board is open.
  [
    { do: 'beat', power: 'UP' },
    { do: 'wait', seconds: 20 },
    { do: 'wait', seconds: 160 },
    { do: 'command revokes' },
    { do: 'report', type: 'POWER_DOWN', ageSeconds: 181, isOfLastBoot: false },
    { do: 'beat', power: 'UP' },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 2_101, boot: 50, seq: 0 },
    { do: 'set clock', jumpSeconds: -3 },
  ],
  // An outage of a new owner, dated to before it was theirs.
  [
    { do: 'hand over' },
    { do: 'report', type: 'POWER_DOWN', ...now },
    { do: 'set clock', jumpSeconds: -3 },
    { do: 'wait', seconds: 5 },
    { do: 'beat', power: 'UP' },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 2_101, boot: 50, seq: 0 },
    { do: 'beat', power: 'UP' },
  ],
  // An outage that is over, dated to before it was the owner's.
  [
    { do: 'hand over' },
    { do: 'wait', seconds: 166 },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 51, seq: 0 },
    { do: 'command revokes' },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 601, boot: 50, seq: 0 },
    { do: 'set clock', jumpSeconds: -166 },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 401, boot: 50, seq: 1 },
    { do: 'beat', power: 'UP' },
  ],
  // A report within an outage of an earlier run, later than the clock as it is now.
  [
    { do: 'report', type: 'POWER_DOWN', ...now },
    { do: 'wait', seconds: 120 },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 50, seq: 0 },
    { do: 'restart server' },
    { do: 'set clock', jumpSeconds: -76 },
    { do: 'report', type: 'POWER_RECOVER', ageSeconds: 47, isOfLastBoot: false },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 50, seq: 0 },
  ],
  // The last loss was reported in an earlier run.
  [
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 101, boot: 50, seq: 0 },
    { do: 'report', type: 'POWER_DOWN', ...now },
    { do: 'kill server' },
    { do: 'beat', power: 'UP' },
  ],
  // Contact lost twice, a late report, and a return dated before that arrived.
  [
    { do: 'report', type: 'POWER_RECOVER', ...now },
    { do: 'wait', seconds: 180 },
    { do: 'beat', power: 'UP' },
    { do: 'lose session' },
    { do: 'wait', seconds: 10 },
    { do: 'report', type: 'POWER_DOWN', ageSeconds: 251, isOfLastBoot: false },
    { do: 'report', type: 'POWER_RECOVER', ageSeconds: 1, isOfLastBoot: false },
  ],
  // A clock that went back, and a server that was killed before it wrote again when it heard the device.
  [
    { do: 'beat', power: 'UP' },
    { do: 'flush' },
    { do: 'set clock', jumpSeconds: -6 },
    { do: 'kill server' },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 50, seq: 0 },
    { do: 'reboot', why: 'power_on' },
  ],
  // The server was killed before it wrote again when it heard the device, and then the device is silent.
  [
    { do: 'beat', power: 'UP' },
    { do: 'restart server' },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 50, seq: 0 },
    { do: 'command revokes' },
    { do: 'report', type: 'POWER_RECOVER', ...now },
    { do: 'kill server' },
    { do: 'wait', seconds: 180 },
    { do: 'stray report', type: 'POWER_RECOVER', ageMs: 0, boot: 50, seq: 1 },
  ],
  // A clock that goes back to before all that late reports have dated.
  [
    { do: 'report', type: 'POWER_DOWN', ...now },
    { do: 'hand over' },
    { do: 'wait', seconds: 16 },
    { do: 'report', type: 'POWER_DOWN', ageSeconds: 15, isOfLastBoot: false },
    { do: 'wait', seconds: 105 },
    { do: 'stray report', type: 'POWER_DOWN', ageMs: 0, boot: 50, seq: 0 },
    { do: 'wait', seconds: 108 },
    { do: 'report', type: 'POWER_RECOVER', ageSeconds: 229, isOfLastBoot: false },
    { do: 'set clock', jumpSeconds: -229 },
    { do: 'wait', seconds: 0 },
  ],
  // A board that has just booted is heard while the disk does not take a jump of the clock.
  [
    { do: 'beat', power: 'DOWN' },
    { do: 'report', type: 'POWER_RECOVER', ...now },
    { do: 'reboot', why: 'power_on' },
    { do: 'fill disk' },
    { do: 'set clock', jumpSeconds: 3 },
    { do: 'empty disk' },
    { do: 'beat', power: 'UP' },
    { do: 'wait', seconds: 0 },
  ],
];

test('in a random walk of device and server, memory and rows agree and outages stay consistent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
      async (steps) => {
        const walk = new Walk();
        for (const one of steps) {
          await walk.take(one);
          walk.expectSane();
        }
      },
    ),
    { numRuns: runs(60), examples: found.map((steps) => [steps]) },
  );
}, 600_000);
