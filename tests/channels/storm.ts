/** Everybody is cut off at once, and each is told on channels of different speeds; by a test's clock. */

import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import type { ChannelName } from '../../src/domain/states.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { createDelivery } from '../../src/notify/deliver-pending.ts';
import { recipients } from '../../src/store/alerts/tables.ts';
import { report } from '../support/beats.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import { makeCustomer, makeDevice, makeTestMonitor, type TestTime } from '../support/monitor.ts';

/** A far end that counts what comes faster than it allows. */
export interface StormChannel {
  readonly name: ChannelName;
  readonly perSecond: number;
  /** How long it thinks about each message. */
  readonly latencyMs: number;
}

export const stormChannels = [
  { name: 'telegram', perSecond: 30, latencyMs: 150 },
  { name: 'line', perSecond: 100, latencyMs: 40 },
  { name: 'webpush', perSecond: 30, latencyMs: 200 },
  { name: 'webhook', perSecond: 30, latencyMs: 400 },
  // The slowest, and slow to answer: who waited for them would be late.
  { name: 'sms', perSecond: 10, latencyMs: 3_000 },
  { name: 'email', perSecond: 3, latencyMs: 1_500 },
] as const satisfies readonly StormChannel[];

export interface StormResult extends StormChannel {
  /** Devices that were told of, and how often any was told of twice. */
  readonly told: number;
  readonly repeated: number;
  /** From the moment the alerts were due to the first and the last of them, in s. */
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  /** The most that came within one second. */
  readonly mostInASecond: number;
}

const burst = 10;
const thresholdSeconds = 5;

export async function playStorm(
  devices: number,
  channels: readonly StormChannel[] = stormChannels,
): Promise<StormResult[]> {
  const monitor = makeTestMonitor({ channels: channels.map(({ name }) => name) });
  const { store, time } = monitor;
  const cutOff = Array.from({ length: devices }, (_, index) => {
    const customerId = makeCustomer(monitor, `${index}`);
    for (const { name: channel } of channels.slice(1)) {
      const recipient = { customerId, channel, address: `${index}`, createdAt: 0 } as const;
      store.db.insert(recipients).values(recipient).run();
    }
    return makeDevice(monitor, { customerId, thresholdSeconds });
  });
  await Promise.all(
    cutOff.map((device) =>
      recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock()),
    ),
  );
  const dueMono = time.monoMs + thresholdSeconds * 1000;
  const came = channels.map((): Sent[] => []);
  const delivery = createDelivery({
    composeDigest: null,
    ...{ store, clock: time.clock, setTimer: time.setTimer, log: makeTestLog().log },
    timezone: 'Asia/Bangkok',
    channels: channels.map((channel, index) =>
      makeChannel(channel, time, (sent) => came[index]?.push(sent)),
    ),
  });
  delivery.start();
  const isTold = () => came.every((sent) => alertsOf(sent).length >= devices);
  // The slowest decides, with a tenth more than it needs.
  const patienceSeconds =
    30 + (devices / Math.min(...channels.map(({ perSecond }) => perSecond))) * 1.1;
  for (let second = 0; second < patienceSeconds && !isTold(); second += 1) {
    await time.runMs(1_000, turn);
  }
  void delivery.stop(0);
  return channels.map((channel, index) => {
    const sent = came[index] ?? [];
    const alerts = alertsOf(sent);
    const told = new Set(alerts.map(({ address }) => address)).size;
    return {
      ...channel,
      told,
      repeated: alerts.length - told,
      firstSeconds: ((alerts[0]?.at ?? 0) - dueMono) / 1000,
      lastSeconds: ((alerts.at(-1)?.at ?? 0) - dueMono) / 1000,
      mostInASecond: mostWithin(
        sent.map(({ at }) => at),
        1_000,
      ),
    };
  });
}

interface Sent {
  /** Monotonic ms. */
  readonly at: number;
  readonly address: string;
  readonly kind: string;
}

function makeChannel(
  { name, perSecond, latencyMs }: StormChannel,
  time: TestTime,
  onSent: (sent: Sent) => void,
): Channel {
  return {
    name,
    limits: { overall: { perSecond, burst }, perRecipient: () => [] },
    async send(address, { kind }) {
      onSent({ at: time.monoMs, address, kind });
      await new Promise<void>((resolve) => {
        time.setTimer(latencyMs, resolve);
      });
      return { externalId: null };
    },
  };
}

function alertsOf(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ kind }) => kind === 'alert');
}

/** @param moments in order */
function mostWithin(moments: readonly number[], ms: number): number {
  let from = 0;
  let most = 0;
  for (const [to, at] of moments.entries()) {
    while (at - (moments[from] ?? at) >= ms) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** What is begun goes on without its end being waited for. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
}

/** What a channel takes at best, and what it may at most. */
export function boundsOf({ perSecond }: StormChannel, devices: number) {
  return { seconds: (devices - burst) / perSecond, inASecond: perSecond + burst };
}
