/**
 * Test support: a server that is killed, stopped and frozen, on a clock moved by hand, and boards that know when they
 * truly had power.
 */
import { CommitQueue } from '../../src/actions/engine/commit-queue.ts';
import { awaitBoard, noteAwake } from '../../src/actions/fleet/await-boards.ts';
import { flushVitals } from '../../src/actions/fleet/flush-vitals.ts';
import { recordAlive } from '../../src/actions/fleet/observe-self.ts';
import { openSession } from '../../src/actions/fleet/open-session.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../src/actions/fleet/record-heartbeat.ts';
import { resumeWatch } from '../../src/actions/fleet/resume-watch.ts';
import type { SetTimer } from '../../src/domain/instant.ts';
import type { Prng } from '../../src/domain/prng.ts';
import type { OutageKind } from '../../src/domain/states.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { createDelivery, type Delivery } from '../../src/notify/deliver-pending.ts';
import { makeTestLog } from './delivery-world.ts';
import { GapsBoard, type Sent } from './gaps-board.ts';
import type { Fault } from './gaps-truth.ts';
import {
  makeDevice,
  makeTestMonitor,
  openTestStore,
  type TestMonitor,
  TestTime,
} from './monitor.ts';

/** What somebody was told. Epoch ms. */
export interface Told {
  readonly kind: OutageKind;
  readonly deviceId: string;
  readonly downAt: number;
  /** False: it says that the loss goes on. */
  readonly isOver: boolean;
  readonly at: number;
}

export interface GapsSite {
  readonly board: GapsBoard;
  readonly thresholdMs: number;
}

export const recoveryDelayMs = 60_000;
const stepMs = 250;

interface Running {
  readonly monitor: TestMonitor;
  readonly delivery: Delivery;
  isAlive: boolean;
}

export class GapsWorld {
  readonly time = new TestTime();
  readonly told: Told[] = [];
  readonly faults: Fault[] = [];
  readonly sites: readonly GapsSite[];
  readonly #store = openTestStore();
  #server: Running | null = null;
  #isFrozen = false;
  /** What lies in the kernel while the server stands still. */
  #unread: (() => void)[] = [];
  #away: Promise<unknown>[] = [];

  constructor(
    plan: readonly {
      readonly thresholdSeconds: number;
      readonly isHttp: boolean;
      readonly hasBattery: boolean;
    }[],
    random: Prng,
  ) {
    const monitor = makeTestMonitor({ store: this.#store, time: this.time });
    this.sites = plan.map(({ thresholdSeconds, isHttp, hasBattery }) => {
      const { deviceId } = makeDevice(monitor, { thresholdSeconds });
      const transport = isHttp ? 'http' : 'mqtt';
      const of = { deviceId, transport, hasBattery } as const;
      const board = new GapsBoard(of, random, this.time.wallMs, (sent) => this.#deliver(sent));
      return { board, thresholdMs: thresholdSeconds * 1000 };
    });
    this.#start();
  }

  get outbox() {
    return this.#store.sqlite.query('SELECT * FROM notifications').all();
  }

  async kill(forMs: number): Promise<void> {
    await this.#settle();
    await this.#beAway('kill', forMs);
  }

  async stop(forMs: number): Promise<void> {
    const server = this.#running();
    const stopping = server.delivery.stop();
    await this.time.runMs(0, () => this.#turn());
    await stopping;
    server.monitor.commits.flush();
    flushVitals(server.monitor);
    recordAlive(server.monitor, server.monitor.clock());
    await this.#beAway('stop', forMs);
  }

  /** @param isReadFirst whether what boards sent meanwhile is read before any timer fires */
  async freeze(forMs: number, isReadFirst: boolean): Promise<void> {
    const from = this.time.wallMs;
    this.#isFrozen = true;
    await this.#pass(forMs);
    this.#isFrozen = false;
    this.faults.push({ kind: 'freeze', from, to: this.time.wallMs });
    const unread = this.#unread.splice(0);
    if (isReadFirst) for (const read of unread) read();
    else {
      await this.time.runMs(0, async () => {});
      for (const read of unread) read();
    }
    await this.#settle();
  }

  async advance(ms: number): Promise<void> {
    await this.#pass(ms);
  }

  close(): void {
    if (this.#server !== null) this.#server.isAlive = false;
    this.#store.close();
  }

  async #beAway(kind: 'kill' | 'stop', forMs: number): Promise<void> {
    const from = this.time.wallMs;
    this.#running().isAlive = false;
    this.#server = null;
    for (const { board } of this.sites) board.loses(from);
    await this.#pass(forMs);
    this.#start();
    this.faults.push({ kind, from, to: this.time.wallMs });
  }

  /** What happens to the mains at this moment. */
  onStep: (now: number) => void = () => {};

  async #pass(ms: number): Promise<void> {
    const until = this.time.wallMs + ms;
    while (this.time.wallMs < until) {
      const step = Math.min(stepMs, until - this.time.wallMs);
      if (this.#server === null || this.#isFrozen) this.time.advanceMs(step);
      else await this.time.runMs(step, () => this.#settle());
      const now = Math.floor(this.time.wallMs);
      this.onStep(now);
      for (const { board } of this.sites) board.tick(now);
      await this.#settle();
    }
  }

  #running(): Running {
    if (this.#server === null) throw new Error('the server is off');
    return this.#server;
  }

  #start(): void {
    const { time } = this;
    const monitor = makeTestMonitor({ store: this.#store, time });
    const server: { isAlive: boolean } = { isAlive: true };
    const setTimer: SetTimer = (delayMs, fire) =>
      time.setTimer(delayMs, () => {
        if (server.isAlive) fire();
      });
    Object.assign(monitor, {
      settings: { ...defaultSettings, recoveryDelay: recoveryDelayMs / 60_000 },
      commits: new CommitQueue(
        this.#store,
        () => time.monoMs,
        () => {
          if (server.isAlive) delivery.wake();
        },
      ),
    });
    resumeWatch(monitor, monitor.clock());
    const delivery = createDelivery({
      composeDigest: () => Promise.reject(new Error('nobody wants a report')),
      ...{ store: monitor.store, channels: [this.#channel], clock: time.clock, setTimer },
      ...{ log: makeTestLog().log, timezone: 'Asia/Bangkok', random: () => 0.5 },
      awaitBoard: (deviceId, isThroughLine) =>
        awaitBoard(monitor, deviceId, isThroughLine, monitor.clock()),
    });
    const comeRound = (everyMs: number, work: () => unknown) => {
      setTimer(everyMs, () => {
        comeRound(everyMs, work);
        this.#away.push(Promise.resolve(work()));
      });
    };
    comeRound(stepMs, () => {
      const now = monitor.clock();
      const swept = monitor.sweep.sweep(now);
      noteAwake(monitor, now);
      return swept;
    });
    comeRound(10_000, () => recordAlive(monitor, monitor.clock()));
    comeRound(60_000, () => flushVitals(monitor));
    delivery.start();
    this.#server = Object.assign(server, { monitor, delivery });
  }

  readonly #channel: Channel = {
    name: 'telegram',
    send: (_, { outages = [] }) => {
      for (const { kind, deviceId, downAt, recoverAt } of outages) {
        const isOver = recoverAt !== null;
        this.told.push({ kind, deviceId, downAt, isOver, at: this.time.wallMs });
      }
      return Promise.resolve({ externalId: '1' });
    },
  };

  #deliver(sent: Sent): Promise<boolean> | null {
    if (this.#server === null) return null;
    if (!this.#isFrozen) return this.#take(this.#server, sent);
    const server = this.#server;
    return new Promise((resolve) => {
      this.#unread.push(() => void this.#take(server, sent).then(resolve));
    });
  }

  #take(
    { monitor }: Running,
    { deviceId, transport, isFirst, beat, reports }: Sent,
  ): Promise<boolean> {
    const device = monitor.fleet.get(deviceId);
    if (device === undefined) throw new Error(`${deviceId} is not in the fleet`);
    const now = monitor.clock();
    if (isFirst && transport === 'mqtt') void openSession(monitor, device, now);
    const taken =
      beat === undefined
        ? recordEvents(monitor, device, reports ?? [], transport, now)
        : Promise.resolve(recordHeartbeat(monitor, device, beat, transport, now));
    const answered = taken.then(
      () => true,
      () => false,
    );
    this.#away.push(answered);
    return answered;
  }

  async #settle(): Promise<void> {
    while (this.#away.length > 0) await Promise.all(this.#away.splice(0));
    // Groups are committed by turns of the event loop, or minutes would pass before one, and a server die with it.
    await this.#turn();
    if (this.#server !== null && !this.#isFrozen) await this.#server.delivery.settled();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
