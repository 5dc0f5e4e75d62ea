/** Losses that were over before they were heard of: what counts is how long they lasted. */
import { describe, expect, test } from 'bun:test';
import { muteDevices } from '../../src/actions/alerts/mute-devices.ts';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import { openSession } from '../../src/actions/fleet/open-session.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../src/actions/fleet/record-heartbeat.ts';
import { outages } from '../../src/store/alerts/tables.ts';
import { beat, report } from '../support/beats.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../support/monitor.ts';

/** What a board says in one call: how many seconds ago it lost power, or had it back. */
type Call = readonly (readonly ['lost' | 'back', number])[];

interface Late extends DeliveryWorld {
  readonly device: LiveDevice;
  readonly customerId: number;
  says(call: Call): Promise<void>;
  said(): (string | undefined)[];
  /** How long each outage lasted, in seconds. */
  lasted(): number[];
}

/** A board that is told of after five seconds, and has not been heard of for five minutes. */
async function makeLate(): Promise<Late> {
  const world = makeDeliveryWorld();
  const { monitor } = world;
  // Nobody is to be told of its silence.
  monitor.settings = { ...monitor.settings, heartbeatTimeout: 86_400 };
  const customerId = makeCustomer(monitor, 'me');
  const device = makeDevice(monitor, { customerId, siteName: 'Shop', thresholdSeconds: 5 });
  await recordHeartbeat(monitor, device, beat({ has_mains_sense: true }), 'mqtt', monitor.clock());
  await world.advance(300);
  // What it says now it had to keep: its session has only just begun.
  await openSession(monitor, device, monitor.clock());
  return Object.assign(world, {
    ...{ device, customerId },
    async says(call: Call) {
      const reports = call.map(([what, ago]) =>
        report(what === 'lost' ? 'POWER_DOWN' : 'POWER_RECOVER', { age_ms: ago * 1000 }),
      );
      await recordEvents(monitor, device, reports, 'mqtt', monitor.clock());
      await world.settle();
    },
    said: () =>
      world.channel.sent.map(({ html }) => html.split('\n')[0]?.replaceAll(/<\/?b>/g, '')),
    lasted: () =>
      monitor.store.db
        .select()
        .from(outages)
        .all()
        .toSorted((one, other) => one.downAt - other.downAt)
        .map(({ downAt, recoverAt }) => Math.round(((recoverAt ?? Number.NaN) - downAt) / 1000)),
  });
}

const out = '⚪ Power was out';
const hour = 3_600;

describe('told in one call', () => {
  test.each<[string, Call, string[], number[]]>([
    [
      'one below the threshold is told to nobody, and is in the report',
      [
        ['lost', 12],
        ['back', 11],
      ],
      [],
      [1],
    ],
    [
      'a longer one is told in one message',
      [
        ['lost', 50],
        ['back', 20],
      ],
      [out],
      [30],
    ],
    [
      'one that a board kept for hours is, too',
      [
        ['lost', 5 * hour],
        ['back', 4 * hour],
      ],
      [out],
      [hour],
    ],
    [
      'one that is over for more than a day is in the report only',
      [
        ['lost', 40 * hour],
        ['back', 39 * hour],
      ],
      [],
      [hour],
    ],
    [
      'of several that are apart each is told by its own length',
      [
        ['lost', 900],
        ['back', 899],
        ['lost', 600],
        ['back', 500],
        ['lost', 12],
        ['back', 11],
      ],
      [out],
      [1, 100, 1],
    ],
  ])('%s', async (_, call, said, lasted) => {
    const world = await makeLate();
    await world.says(call);
    await world.advance(300);
    expect({ said: world.said(), lasted: world.lasted() }).toEqual({ said, lasted });
  });

  test('one whose end was steady for long enough is told at once', async () => {
    const world = await makeLate();
    await world.says([
      ['lost', 400],
      ['back', 200],
    ]);
    await world.advance(5);
    expect(world.said()).toEqual([out]);
  });
});

describe('told in several calls', () => {
  /** One message after the other, as over MQTT. */
  async function saysEach(world: Late, call: Call, secondsBetween: number) {
    for (const [index, [what, ago]] of call.entries()) {
      if (index > 0) await world.advance(secondsBetween);
      await world.says([[what, ago + index * secondsBetween]]);
    }
  }

  test.each<[string, Call, string[]]>([
    [
      'one below the threshold is told to nobody',
      [
        ['lost', 12],
        ['back', 11],
      ],
      [],
    ],
    [
      'a longer one is told in one message',
      [
        ['lost', 50],
        ['back', 20],
      ],
      [out],
    ],
    [
      'so is each of several',
      [
        ['lost', 900],
        ['back', 899],
        ['lost', 600],
        ['back', 500],
        ['lost', 12],
        ['back', 11],
      ],
      [out],
    ],
  ])('%s', async (_, call, said) => {
    const world = await makeLate();
    await saysEach(world, call, 1);
    await world.advance(300);
    expect(world.said()).toEqual(said);
  });

  test.each<[string, Call, string[], number[]]>([
    [
      'one below the threshold is told to nobody',
      [
        ['lost', 12],
        ['back', 11],
      ],
      [],
      [1],
    ],
    [
      'a longer one is told in one message',
      [
        ['lost', 50],
        ['back', 20],
      ],
      [out],
      [30],
    ],
    [
      'of several each is told by its own length',
      [
        ['lost', 900],
        ['back', 899],
        ['lost', 600],
        ['back', 500],
        ['lost', 12],
        ['back', 11],
      ],
      [out],
      [1, 100, 1],
    ],
  ])('after a heartbeat that says that power is there, %s', async (_, call, said, lasted) => {
    const world = await makeLate();
    const { monitor, device } = world;
    const well = beat({ has_mains_sense: true, seq: 900 });
    await recordHeartbeat(monitor, device, well, 'mqtt', monitor.clock());
    await saysEach(world, call, 1);
    await world.advance(300);
    expect({ said: world.said(), lasted: world.lasted() }).toEqual({ said, lasted });
  });

  test('one that goes on is told within seconds', async () => {
    const world = await makeLate();
    await world.says([['lost', 50]]);
    await world.advance(5);
    expect(world.said()).toEqual(['🔴 Mains lost']);
  });
});

test('while the site is muted, one that was over before it was heard of is not told', async () => {
  const world = await makeLate();
  const { monitor, device, customerId } = world;
  const mute = {
    ...{ customerId, deviceRows: [device.row], by: 'me', actor: testActor },
    until: world.time.wallMs + 600_000,
  };
  muteDevices(monitor, mute, monitor.clock());
  await world.says([
    ['lost', 50],
    ['back', 20],
  ]);
  await world.advance(900);
  expect(world.said()).toEqual([]);
});
