/** Test support: a monitor, a delivery and a channel that does as it is told, on one clock. */

import { asc } from 'drizzle-orm';
import { tellDueAnnouncements } from '../../src/actions/alerts/tell-announced.ts';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../src/actions/fleet/record-heartbeat.ts';
import type { Clock } from '../../src/domain/instant.ts';
import type { Logger } from '../../src/domain/logger.ts';
import type { ChannelName } from '../../src/domain/states.ts';
import {
  buttonData,
  type Channel,
  type ChannelLimits,
  type Message,
  type Receipt,
  type SendOptions,
} from '../../src/notify/channel.ts';
import { createDelivery, type Delivery } from '../../src/notify/deliver-pending.ts';
import type { ComposeDigest } from '../../src/notify/delivery-lane.ts';
import type { Store } from '../../src/store/engine/open.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { beat, report } from './beats.ts';
import { makeTestMonitor, type TestMonitor, type TestTime } from './monitor.ts';

export interface SentMessage {
  readonly address: string;
  readonly html: string;
  readonly buttons: readonly string[];
  /** Epoch ms at which it was handed over. */
  readonly at: number;
  readonly retryKey: string;
}

/** A channel that takes everything unless `answer` says otherwise. */
class TestChannel implements Channel {
  readonly name: ChannelName;
  readonly sent: SentMessage[] = [];
  /** Every try, also those that failed. */
  tries = 0;
  /** Gives a receipt or throws. Replace it to make sending fail or hang. */
  answer: (address: string, message: Message, retryKey: string) => Promise<Receipt> | Receipt =
    () => ({
      externalId: String(this.sent.length + 1),
    });
  readonly limits?: ChannelLimits;
  readonly #time: TestTime;

  constructor(time: TestTime, limits?: ChannelLimits, name: ChannelName = 'telegram') {
    this.name = name;
    this.#time = time;
    if (limits !== undefined) this.limits = limits;
  }

  async send(address: string, message: Message, options?: SendOptions): Promise<Receipt> {
    this.tries += 1;
    const at = this.#time.wallMs;
    const retryKey = options?.retryKey ?? '';
    const receipt = await this.answer(address, message, retryKey);
    const buttons = message.buttons.map(buttonData);
    this.sent.push({ address, html: message.html, buttons, at, retryKey });
    return receipt;
  }
}

export interface LogLine {
  readonly level: keyof Logger;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A logger that remembers. */
export function makeTestLog(): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: keyof Logger) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  const log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  return { log, lines };
}

const composeDigest: ComposeDigest = async ({ language }) => ({
  ...{ kind: 'digest', language, heading: 'Power report', html: '<b>Power report</b>' },
  ...{ buttons: [], outageIds: [] },
});

export interface DeliveryWorld {
  readonly monitor: TestMonitor;
  readonly time: TestTime;
  /** The first of them. */
  readonly channel: TestChannel;
  readonly channels: readonly TestChannel[];
  readonly log: LogLine[];
  delivery: Delivery;
  loseMains(...devices: readonly LiveDevice[]): Promise<void>;
  restoreMains(...devices: readonly LiveDevice[]): Promise<void>;
  /** Lets time pass: heartbeats come, deadlines are swept every second, and messages go out. */
  advance(seconds: number): Promise<void>;
  /** Lets everything that can happen now happen. */
  settle(): Promise<void>;
  /** Every notification, in the order in which they were queued. */
  rows(): (typeof notifications.$inferSelect)[];
  /** Starts another delivery on the same database, as after a crash. */
  restart(...channels: readonly Channel[]): void;
}

export interface WorldOptions {
  readonly store?: Store;
  readonly limits?: ChannelLimits;
  /** Instead of the TestChannel. */
  readonly makeChannel?: (time: TestTime) => Channel;
  /** Where customers are told; default `telegram` alone. */
  readonly channels?: readonly ChannelName[];
  /** What the delivery reads the time from, instead of the bare clock. */
  readonly makeClock?: (monitor: TestMonitor) => Clock;
  /** As of the delivery. */
  readonly mayBeRelieved?: () => boolean;
  /** As of the delivery. */
  readonly settled?: () => Promise<void> | undefined;
  /** As of the delivery. */
  readonly catchUpMs?: () => number;
}

export function makeDeliveryWorld(options: WorldOptions = {}): DeliveryWorld {
  const names = options.channels ?? ['telegram'];
  const monitor = Object.assign(
    makeTestMonitor({
      channels: names,
      ...(options.store !== undefined && { store: options.store }),
    }),
    { wakeOutbox: () => world.delivery.wake() },
  );
  const { time } = monitor;
  const channels = names.map((name) => new TestChannel(time, options.limits, name));
  const [channel = new TestChannel(time)] = channels;
  const { log, lines } = makeTestLog();

  const start = (...via: readonly Channel[]): Delivery => {
    const delivery = createDelivery({
      composeDigest,
      store: monitor.store,
      channels: via,
      clock: options.makeClock?.(monitor) ?? time.clock,
      log,
      timezone: 'Asia/Bangkok',
      random: () => 0.5,
      setTimer: time.setTimer,
      lineUpSince: () => monitor.lineUpSince,
      mayBeRelieved: options.mayBeRelieved,
      settled: options.settled,
      catchUpMs: options.catchUpMs,
    });
    delivery.start();
    return delivery;
  };

  const settle = async () => {
    world.delivery.wake();
    await world.delivery.settled();
  };

  /** Devices that have spoken go on sending heartbeats, from a battery while mains is lost. */
  const powers = new Map<LiveDevice, 'UP' | 'DOWN'>();
  let seconds = 0;

  const sendBeats = async () => {
    const beats = [...powers].map(([device, power]) =>
      recordHeartbeat(
        monitor,
        device,
        beat({ power, has_mains_sense: true }),
        'mqtt',
        monitor.clock(),
      ),
    );
    await Promise.all(beats);
  };

  const say = async (type: 'POWER_DOWN' | 'POWER_RECOVER', devices: readonly LiveDevice[]) => {
    for (const device of devices) powers.set(device, type === 'POWER_DOWN' ? 'DOWN' : 'UP');
    await Promise.all(
      devices.map((device) =>
        recordEvents(monitor, device, [report(type)], 'mqtt', monitor.clock()),
      ),
    );
    await settle();
  };

  const world: DeliveryWorld = {
    monitor,
    time,
    channel,
    log: lines,
    channels,
    delivery: start(
      ...(options.makeChannel === undefined ? channels : [options.makeChannel(time)]),
    ),
    loseMains: (...devices) => say('POWER_DOWN', devices),
    restoreMains: (...devices) => say('POWER_RECOVER', devices),
    settle,
    async advance(count) {
      for (let second = 0; second < count; second += 1) {
        await time.runMs(1000, () => world.delivery.settled());
        seconds += 1;
        if (seconds % 30 === 0) await sendBeats();
        await monitor.sweep.sweep(monitor.clock());
        if (seconds % 30 === 0) tellDueAnnouncements(monitor, monitor.clock());
        await settle();
      }
    },
    rows: () => monitor.store.db.select().from(notifications).orderBy(asc(notifications.id)).all(),
    restart(...via) {
      world.delivery = start(...(via.length === 0 ? channels : via));
    },
  };
  return world;
}
