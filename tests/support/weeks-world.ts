/**
 * Test support: a house over weeks, on a clock moved by hand. The server is switched off and on, channels are away or
 * not set up, boards lose mains and speak when there is somebody to speak to.
 */
import { resumeAlerts } from '../../src/actions/alerts/resume-alerts.ts';
import { awaitBoard } from '../../src/actions/fleet/await-boards.ts';
import { recordAlive } from '../../src/actions/fleet/observe-self.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../src/actions/fleet/record-heartbeat.ts';
import { resumeWatch } from '../../src/actions/fleet/resume-watch.ts';
import { DeadlineSweep } from '../../src/actions/fleet/sweep-deadlines.ts';
import { channelsInUse } from '../../src/domain/alerts/channels.ts';
import type { ChannelName, OutageKind } from '../../src/domain/states.ts';
import { type Channel, SendError } from '../../src/notify/channel.ts';
import { createDelivery, type Delivery } from '../../src/notify/deliver-pending.ts';
import { beat, report } from './beats.ts';
import { makeTestLog } from './delivery-world.ts';
import { makeTestMonitor, openTestStore, type TestMonitor, TestTime } from './monitor.ts';

export type WalkedChannel = Exclude<ChannelName, 'log' | 'webpush' | 'webhook'>;

const minuteMs = 60_000;
/** Boards speak, and deadlines are swept, this often; more often while something is about to be confirmed. */
const roundEveryMs = 120 * minuteMs;
const soonMs = minuteMs;
const settlingMs = 6 * minuteMs;
/** How long a board takes to find the server again. */
const reconnectMs = 30_000;

/** What reached somebody. */
export interface Heard {
  readonly channel: WalkedChannel;
  readonly address: string;
  readonly kind: OutageKind;
  readonly deviceId: string;
  /** Epoch ms, both. */
  readonly downAt: number;
  readonly atMs: number;
}

interface Board {
  hasMains: boolean;
  /** What it has to report, once there is somebody to report to. */
  readonly reports: { readonly type: 'POWER_DOWN' | 'POWER_RECOVER'; readonly atMs: number }[];
}

export class WeeksWorld {
  readonly time = new TestTime();
  readonly heard: Heard[] = [];
  readonly away = new Set<WalkedChannel>();
  readonly #store = openTestStore();
  readonly #boards = new Map<string, Board>();
  readonly #channels = new Map<WalkedChannel, Channel>();
  #setUp: ReadonlySet<WalkedChannel>;
  #delivery: Delivery | null = null;
  #busyUntil = 0;
  /** Of the server, or of the one that was there last. */
  monitor: TestMonitor;

  /** @param prepare makes the house, before the server starts */
  constructor(channels: readonly WalkedChannel[], prepare: (monitor: TestMonitor) => void) {
    for (const name of channels) this.#channels.set(name, this.#makeChannel(name));
    this.#setUp = new Set(channels);
    this.monitor = this.#makeMonitor();
    prepare(this.monitor);
    for (const { deviceId } of this.monitor.fleet.all()) {
      this.#boards.set(deviceId, { hasMains: true, reports: [] });
    }
    this.#start();
  }

  get isOn(): boolean {
    return this.#delivery !== null;
  }

  async switchOff(): Promise<void> {
    recordAlive(this.monitor, this.monitor.clock());
    const stopping = this.#delivery?.stop();
    this.#delivery = null;
    await this.time.runMs(0, async () => {});
    await stopping;
  }

  async switchOn(): Promise<void> {
    this.monitor = this.#makeMonitor();
    this.#start();
    await this.advance(reconnectMs);
    await this.#round();
  }

  /** @param isSetUp false: the operator takes its settings away */
  async setUp(name: WalkedChannel, isSetUp: boolean): Promise<void> {
    const before = this.#setUp;
    this.#setUp = new Set(
      [...this.#channels.keys()].filter((one) => (one === name ? isSetUp : before.has(one))),
    );
    if (this.#delivery === null || before.has(name) === isSetUp) return;
    const { monitor } = this;
    Object.assign(monitor, { channels: channelsInUse(this.#setUp) });
    const channel = this.#channels.get(name);
    if (!isSetUp) this.#delivery.leave(name);
    else if (channel !== undefined) {
      this.#delivery.use(channel);
      monitor.store.transaction(() => resumeAlerts(monitor, {}, monitor.clock()));
    }
    await this.#settle();
  }

  async setMains(deviceId: string, hasMains: boolean): Promise<void> {
    const board = this.#boards.get(deviceId);
    if (board === undefined || board.hasMains === hasMains) return;
    board.hasMains = hasMains;
    board.reports.push({ type: hasMains ? 'POWER_RECOVER' : 'POWER_DOWN', atMs: this.time.wallMs });
    if (this.isOn) await this.#round();
  }

  /** Lets time pass until `atMs` (epoch ms). */
  async until(atMs: number): Promise<void> {
    await this.advance(atMs - this.time.wallMs);
  }

  async advance(ms: number): Promise<void> {
    const until = this.time.wallMs + ms;
    while (this.time.wallMs < until) {
      const step = this.time.wallMs < this.#busyUntil ? soonMs : roundEveryMs;
      const stepMs = Math.min(step, until - this.time.wallMs);
      await this.time.runMs(stepMs, () => this.#delivery?.settled() ?? Promise.resolve());
      if (stepMs === step && this.isOn) await this.#round();
    }
  }

  /** Ends what is still waiting. */
  async close(): Promise<void> {
    if (this.isOn) await this.switchOff();
    this.#store.close();
  }

  /** What a person does, and all that follows at once. */
  async does<Done>(action: (monitor: TestMonitor) => Done): Promise<Done> {
    const done = action(this.monitor);
    await this.#settle();
    return done;
  }

  #makeMonitor(): TestMonitor {
    const monitor = makeTestMonitor({ store: this.#store, time: this.time });
    return Object.assign(monitor, {
      channels: channelsInUse(this.#setUp),
      wakeOutbox: () => this.#delivery?.wake(),
    });
  }

  #start(): void {
    const { monitor, time } = this;
    resumeWatch(monitor, monitor.clock());
    this.#delivery = createDelivery({
      composeDigest: () => Promise.reject(new Error('nobody wants a report')),
      store: monitor.store,
      channels: [...this.#setUp].flatMap((name) => this.#channels.get(name) ?? []),
      clock: time.clock,
      log: makeTestLog().log,
      timezone: 'Asia/Bangkok',
      random: () => 0.5,
      setTimer: time.setTimer,
      awaitBoard: (deviceId, isThroughLine) =>
        awaitBoard(monitor, deviceId, isThroughLine, monitor.clock()),
    });
    this.#delivery.start();
  }

  /** Each board says what it has to say, and time has its effects. */
  async #round(): Promise<void> {
    const { monitor, time } = this;
    for (const [deviceId, board] of this.#boards) {
      const live = monitor.fleet.get(deviceId);
      if (live === undefined) throw new Error(`${deviceId} is not in the fleet`);
      for (const { type, atMs } of board.reports.splice(0)) {
        const said = report(type, { age_ms: time.wallMs - atMs });
        await recordEvents(monitor, live, [said], 'mqtt', monitor.clock());
        this.#busyUntil = time.wallMs + settlingMs;
      }
      const power = board.hasMains ? 'UP' : 'DOWN';
      const said = beat({ power, has_mains_sense: true });
      await recordHeartbeat(monitor, live, said, 'mqtt', monitor.clock());
    }
    // A new one each time: rounds are further apart than the sweeps of a server, which would call that a standstill.
    const eyes = { look: async () => true, isListening: () => true };
    await new DeadlineSweep(monitor, eyes).sweep(monitor.clock());
    recordAlive(monitor, monitor.clock());
    await this.#settle();
  }

  async #settle(): Promise<void> {
    this.#delivery?.wake();
    await this.#delivery?.settled();
  }

  #makeChannel(name: WalkedChannel): Channel {
    return {
      name,
      ...(name === 'call' && { leavesOut: new Set(['reminder'] as const) }),
      send: (address, { outages = [] }) => {
        if (this.away.has(name)) {
          return Promise.reject(new SendError('network failure', { permanent: false }));
        }
        for (const { kind, deviceId, downAt } of outages) {
          this.heard.push({
            channel: name,
            address,
            kind,
            deviceId,
            downAt,
            atMs: this.time.wallMs,
          });
        }
        return Promise.resolve({ externalId: '1' });
      },
    };
  }
}
