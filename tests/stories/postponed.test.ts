/**
 * What postpones a message ages nobody's outage: a mute of days, maintenance, quiet hours, a channel that is away or not
 * set up, a server that is off, a key that ends meanwhile. A loss that goes on is told, once; what is over is not.
 */
import { describe, expect, test } from 'bun:test';
import { addContact, changeContact } from '../../src/actions/alerts/edit-contacts.ts';
import { muteDevices } from '../../src/actions/alerts/mute-devices.ts';
import { replanOutages, resumeAlerts } from '../../src/actions/alerts/resume-alerts.ts';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import { renewKey } from '../../src/actions/keys/renew-key.ts';
import { channelsInUse } from '../../src/domain/alerts/channels.ts';
import { SendError } from '../../src/notify/channel.ts';
import { plannedTimes, recipients } from '../../src/store/alerts/tables.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { App } from '../support/app.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../support/delivery-world.ts';
import { makeDevice, testActor } from '../support/monitor.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const owner = '4711';

interface House {
  readonly world: DeliveryWorld;
  readonly device: LiveDevice;
  readonly customerId: number;
}

/** A site whose owner has one chat. */
function open(): House {
  const world = makeDeliveryWorld({ channels: ['telegram', 'line'] });
  const device = makeDevice(world.monitor, { chat: owner, siteName: 'Shop' });
  return { world, device, customerId: device.config.customerId ?? 0 };
}

/** Lets time pass in which nothing is heard and nothing is swept: only messages go. */
async function pass({ world }: House, ms: number): Promise<void> {
  await world.time.runMs(ms, () => world.delivery.settled());
}

/** What was told, in order, as `address: first line of the message`. */
function told({ world }: House, address = owner): string[] {
  return world.channels
    .flatMap(({ sent }) => sent)
    .filter((one) => one.address === address)
    .map(
      ({ html }) =>
        (/Mains lost|Still no power|Power restored|Power was out/.exec(html) ?? ['?'])[0],
    );
}

function mute({ world, customerId }: House, hours: number | null): void {
  const now = world.monitor.clock();
  const until = hours === null ? null : now.wallMs + hours * hourMs;
  muteDevices(world.monitor, { customerId, until, by: 'me', actor: testActor }, now);
}

function setAway({ world }: House, isAway: boolean): void {
  for (const channel of world.channels) {
    channel.answer = () => {
      if (isAway) throw new SendError('network failure', { permanent: false });
      return { externalId: '1' };
    };
  }
}

describe('a mute of two days', () => {
  test.each([48, 7 * 24])('of %i hours: the loss is told when it ends, once', async (hours) => {
    const house = open();
    mute(house, hours);
    await house.world.loseMains(house.device);
    await pass(house, hours * hourMs - minuteMs);
    expect(told(house)).toEqual([]);
    await pass(house, 2 * minuteMs);
    expect(told(house)).toEqual(['Mains lost']);
    await pass(house, 30 * minuteMs);
    expect(told(house).filter((one) => one === 'Mains lost')).toEqual(['Mains lost']);
  });

  test('taken back after 30 hours, the loss is told at once', async () => {
    const house = open();
    mute(house, 48);
    await house.world.loseMains(house.device);
    await pass(house, 30 * hourMs);
    mute(house, null);
    await house.world.settle();
    expect(told(house)).toEqual(['Mains lost']);
  });

  test('taken back, a loss that was tried in vain before it is told at once', async () => {
    const house = open();
    setAway(house, true);
    await house.world.loseMains(house.device);
    await pass(house, 2 * minuteMs);
    mute(house, 48);
    await pass(house, hourMs);
    setAway(house, false);
    mute(house, null);
    await pass(house, minuteMs);
    expect(told(house)).toEqual(['Mains lost']);
  });

  test('made shorter, the loss is told when the shorter one ends', async () => {
    const house = open();
    mute(house, 48);
    await house.world.loseMains(house.device);
    await pass(house, hourMs);
    mute(house, 1);
    await pass(house, hourMs + minuteMs);
    expect(told(house)).toEqual(['Mains lost']);
  });

  test('contacts who were not chosen hear nothing of it', async () => {
    const house = open();
    const { world, customerId } = house;
    const row = {
      customerId,
      channel: 'line',
      address: 'other',
      language: 'en',
      createdAt: 0,
    } as const;
    const { id } = world.monitor.store.db.insert(recipients).values(row).returning().get();
    const now = world.monitor.clock();
    const other = addContact(world.monitor, customerId, 'Other', testActor, now);
    const fields = { recipientIds: [id], deviceIds: [] };
    changeContact(world.monitor, customerId, other.id, fields, testActor, now);
    mute(house, 48);
    await world.loseMains(house.device);
    setAway(house, true);
    await pass(house, 48 * hourMs + 30_000);
    setAway(house, false);
    await pass(house, 20 * minuteMs);
    expect(told(house)).toContain('Mains lost');
    expect(told(house, 'other')).toEqual([]);
  });

  test('what ended meanwhile is not told; of what was told before, the end is', async () => {
    const house = open();
    mute(house, 48);
    await house.world.loseMains(house.device);
    await pass(house, hourMs);
    await house.world.restoreMains(house.device);
    await house.world.advance(180);
    await pass(house, 48 * hourMs);
    expect(told(house)).toEqual([]);

    await house.world.loseMains(house.device);
    await house.world.advance(70);
    mute(house, 48);
    await pass(house, hourMs);
    await house.world.restoreMains(house.device);
    await house.world.advance(180);
    await pass(house, 48 * hourMs);
    expect(told(house)).toEqual(['Mains lost', 'Power restored']);
  });

  test('reminders go on after it', async () => {
    const house = open();
    await house.world.loseMains(house.device);
    await pass(house, 2 * minuteMs);
    mute(house, 48);
    await pass(house, 48 * hourMs + 16 * minuteMs);
    expect(told(house)).toEqual(['Mains lost', ...Array(4).fill('Still no power')]);
  });
});

describe('maintenance of two days, of a loss that was tried in vain before', () => {
  test.each([48, 1])(
    'the loss is told after %i hours, when it ends or is taken back',
    async (hours) => {
      const house = open();
      const { world, customerId } = house;
      const { monitor } = world;
      setAway(house, true);
      await world.loseMains(house.device);
      await pass(house, 2 * minuteMs);
      const startsAt = world.time.wallMs;
      const times = { startsAt, endsAt: startsAt + 48 * hourMs, createdAt: 0 };
      monitor.store.db
        .insert(plannedTimes)
        .values({ customerId, kind: 'maintenance', ...times })
        .run();
      await pass(house, 10 * minuteMs);
      setAway(house, false);
      await pass(house, hours * hourMs - 15 * minuteMs);
      expect(told(house)).toEqual([]);
      monitor.store.db.delete(plannedTimes).run();
      monitor.store.transaction(() => replanOutages(monitor, customerId, monitor.clock()));
      await pass(house, 6 * minuteMs);
      expect(told(house)[0]).toBe('Mains lost');
    },
  );
});

describe('a channel that is away for three days', () => {
  test('tells of what goes on, once, and of nothing that is over', async () => {
    const house = open();
    const { world, customerId } = house;
    const over = makeDevice(world.monitor, { customerId, siteName: 'Over' });
    setAway(house, true);
    await world.loseMains(over);
    await pass(house, hourMs);
    await world.restoreMains(over);
    await world.advance(180);
    await world.loseMains(house.device);
    await pass(house, 3 * dayMs);
    setAway(house, false);
    await pass(house, 4 * minuteMs);
    expect(told(house)).toEqual(['Mains lost']);
  });

  test('reminds once of what was told before, and tells its end', async () => {
    const house = open();
    await house.world.loseMains(house.device);
    await pass(house, 2 * minuteMs);
    setAway(house, true);
    await pass(house, 3 * dayMs);
    setAway(house, false);
    await pass(house, 4 * minuteMs);
    expect(told(house)).toEqual(['Mains lost', 'Still no power']);
    setAway(house, true);
    await house.world.restoreMains(house.device);
    await house.world.advance(180);
    await pass(house, 3 * dayMs);
    setAway(house, false);
    await pass(house, 6 * minuteMs);
    expect(told(house)).toEqual(['Mains lost', 'Still no power', 'Power restored']);
  });

  test('and was not set up meanwhile', async () => {
    const house = open();
    const { world } = house;
    const { monitor } = world;
    Object.assign(monitor, { channels: channelsInUse([]) });
    world.restart({ ...world.channel, name: 'log', send: async () => ({ externalId: null }) });
    await world.loseMains(house.device);
    await pass(house, 3 * dayMs);
    expect(told(house)).toEqual([]);
    Object.assign(monitor, { channels: channelsInUse(['telegram']) });
    world.restart();
    for (let times = 0; times < 2; times += 1) {
      monitor.store.transaction(() => resumeAlerts(monitor, {}, monitor.clock()));
      await pass(house, minuteMs);
    }
    expect(told(house)).toEqual(['Mains lost']);
  });
});

describe('a key that ends meanwhile', () => {
  test.each([false, true])(
    'and is renewed: the loss is told (tried in vain before: %p)',
    async (isTried) => {
      const house = open();
      const { monitor } = house.world;
      const keyCode = '00000-00000-00000-00000';
      monitor.store.db
        .update(activationKeys)
        .set({ keyCode, expiresAt: house.world.time.wallMs + (isTried ? 90_000 : 10_000) })
        .run();
      setAway(house, isTried);
      await house.world.loseMains(house.device);
      await pass(house, 3 * dayMs);
      setAway(house, false);
      await pass(house, 10 * minuteMs);
      expect(told(house)).toEqual([]);
      renewKey(monitor, keyCode, 12, testActor, monitor.clock());
      await pass(house, 2 * minuteMs);
      expect(told(house)).toEqual(['Mains lost']);
    },
  );
});

describe('a server that is off for a week', () => {
  const told = (app: App) => app.telegram.sent.map(({ text }) => text.split('\n')[0]);

  test('tells what it had not told and still goes on, once boards had time to come back', async () => {
    await using app = await App.start();
    const device = await app.connect();
    await device.losesMains();
    await app.advance('1 s');
    device.vanishes();
    await app.restart('7 days');
    await app.advance('55 s');
    expect(told(app)).toEqual([]);
    await app.advance('10 s');
    expect(told(app)).toEqual([expect.stringContaining('Mains lost')]);
  });

  test('says nothing of a loss that ended before anybody was told', async () => {
    await using app = await App.start();
    const device = await app.connect();
    await device.losesMains();
    await app.advance('1 s');
    device.vanishes();
    await app.stopServer();
    app.time.advanceMs(dayMs);
    const end = app.board().regainsMains();
    app.time.advanceMs(6 * dayMs);
    await app.startServer();
    const back = await app.connect();
    await back.tells(end);
    await app.advance('10 min');
    expect(told(app)).toEqual([]);
  });

  test('is told by a board of a loss, and a moment later of its end: it tells neither', async () => {
    await using app = await App.start();
    await app.stopServer();
    const board = app.board();
    app.time.advanceMs(dayMs);
    const loss = board.losesMains();
    app.time.advanceMs(dayMs);
    const end = board.regainsMains();
    app.time.advanceMs(dayMs);
    await app.startServer();
    const back = app.overHttp(board);
    for (const report of [loss, end]) {
      await back.tells(report);
      await app.advance('1 s');
    }
    await app.connect();
    await app.advance('10 min');
    expect(told(app)).toEqual([]);
  });

  test('does not remind of one that ended while it was off, and tells its end', async () => {
    await using app = await App.start();
    const device = await app.connect();
    await device.losesMains();
    await app.advance('20 s');
    expect(told(app)).toEqual([expect.stringContaining('Mains lost')]);
    device.vanishes();
    await app.stopServer();
    app.time.advanceMs(dayMs);
    const end = app.board().regainsMains();
    app.time.advanceMs(6 * dayMs);
    await app.startServer();
    const back = await app.connect();
    await back.tells(end);
    await app.advance('10 min');
    expect(told(app).slice(1)).toEqual([expect.stringContaining('Power restored')]);
  });
});
