/** Who is told and when, by contacts, steps, channels in turn, quiet hours and maintenance. */
import { describe, expect, test } from 'bun:test';
import { acknowledgeOutages } from '../../src/actions/alerts/acknowledge-outages.ts';
import {
  createMessengerLink,
  readLinkPayload,
} from '../../src/actions/alerts/create-messenger-link.ts';
import { disconnectRecipient } from '../../src/actions/alerts/disconnect-recipient.ts';
import { addContact, changeContact } from '../../src/actions/alerts/edit-contacts.ts';
import { cancelPlannedTime, planTime } from '../../src/actions/alerts/plan-times.ts';
import { previewTelling } from '../../src/actions/alerts/preview-telling.ts';
import { registerRecipient } from '../../src/actions/alerts/register-recipient.ts';
import { remindAgain } from '../../src/actions/alerts/remind-again.ts';
import { setChatLanguage } from '../../src/actions/alerts/update-recipient.ts';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import type { ChannelName } from '../../src/domain/states.ts';
import { SendError } from '../../src/notify/channel.ts';
import { findConnectedChat } from '../../src/store/alerts/recipients.ts';
import { plannedTimes, recipients } from '../../src/store/alerts/tables.ts';
import { findOwnedDevice } from '../../src/store/devices/device-owners.ts';
import { applyOutboxChanges } from '../../src/store/outbox/mark.ts';
import {
  type DeliveryWorld,
  makeDeliveryWorld,
  type WorldOptions,
} from '../support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../support/monitor.ts';

const minuteMs = 60_000;

/** A customer whose own chat is `me`, with one site; it is noon. */
class House {
  readonly world: DeliveryWorld;
  readonly customerId: number;
  readonly device: LiveDevice;

  constructor(options: WorldOptions = {}) {
    this.world = makeDeliveryWorld(options);
    this.customerId = makeCustomer(this.world.monitor, 'me');
    this.device = this.site('Shop');
  }

  site(siteName: string): LiveDevice {
    return makeDevice(this.world.monitor, { customerId: this.customerId, siteName });
  }

  get now() {
    return this.world.monitor.clock();
  }

  /** @returns the number of the recipient */
  connect(address: string, channel: ChannelName = 'telegram'): number {
    const row = {
      customerId: this.customerId,
      channel,
      address,
      language: 'en',
      createdAt: 0,
    } as const;
    return this.world.monitor.store.db.insert(recipients).values(row).returning().get().id;
  }

  /** A contact with a chat of the same name. */
  contact(name: string, fields: Parameters<typeof changeContact>[3] = {}): number {
    const { monitor } = this.world;
    const { id } = addContact(monitor, this.customerId, name, testActor, this.now);
    const recipientIds = [this.connect(name)];
    changeContact(monitor, this.customerId, id, { recipientIds, ...fields }, testActor, this.now);
    return id;
  }

  own(fields: Parameters<typeof changeContact>[3]): void {
    changeContact(this.world.monitor, this.customerId, 'own', fields, testActor, this.now);
  }

  acknowledge(by = 'Somchai'): void {
    const outageIds = this.world.rows().flatMap(({ outageId }) => outageId ?? []);
    const actor = { name: 'bot:me', address: null };
    const wanted = { customerId: this.customerId, outageIds, by, actor };
    acknowledgeOutages(this.world.monitor, wanted, this.now);
  }

  /** @returns the outages that are reminded of again */
  remindAgain(by = 'Somchai'): number[] {
    const outageIds = this.world.rows().flatMap(({ outageId }) => outageId ?? []);
    const actor = { name: 'bot:me', address: null };
    const wanted = { customerId: this.customerId, outageIds, by, actor };
    return remindAgain(this.world.monitor, wanted, this.now);
  }

  plan(fields: Pick<typeof plannedTimes.$inferInsert, 'kind' | 'startsAt' | 'endsAt'>): void {
    const row = { customerId: this.customerId, createdAt: 0, ...fields };
    this.world.monitor.store.db.insert(plannedTimes).values(row).run();
  }

  /** To whom which kinds were said, in order, since the last look. */
  said(): string[] {
    const said = this.world.channels.flatMap(({ sent }) => sent.splice(0));
    return said
      .toSorted((a, b) => a.at - b.at)
      .map(({ address, html }) => `${address}: ${first(html)}`);
  }
}

function never(): never {
  throw new Error('there is a world');
}

const first = (html: string) => html.split('\n')[0]?.replaceAll(/<\/?b>/g, '') ?? '';
const alert = '🔴 Mains lost';
const reminder = '🔴 Still no power';
const recovery = '🟢 Power restored';
const summary = '🌙 What happened in your quiet hours';
const gone = () => new SendError('blocked', { permanent: true, isRecipientGone: true });
const away = () => new SendError('network failure', { permanent: false });

/** `HH:MM` of this noon's day, as minutes after midnight. */
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

describe('steps', () => {
  test('whoever comes later is told when nobody has acknowledged for so long', async () => {
    const house = new House();
    house.contact('brother', { afterMinutes: 4 });
    house.contact('electrician', { afterMinutes: 8 });
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    expect(house.said()).toEqual([`me: ${alert}`]);
    await house.world.advance(4 * 60 - 1);
    expect(house.said()).toEqual([]);
    await house.world.advance(1);
    expect(house.said()).toEqual([`brother: ${alert}`]);
    await house.world.advance(4 * 60);
    expect(house.said()).toContain(`electrician: ${alert}`);
  });

  test('a withdrawn acknowledgement is told to those who heard of it, and the steps and reminders go on', async () => {
    const house = new House();
    house.contact('wife');
    house.contact('brother', { afterMinutes: 4 });
    await house.world.loseMains(house.device);
    await house.world.advance(120);
    house.acknowledge();
    await house.world.delivery.settled();
    house.said();
    expect(house.remindAgain()).toEqual([1]);
    expect(house.remindAgain()).toEqual([]);
    await house.world.delivery.settled();
    expect(house.said()).toEqual([
      'wife: 🔔 Somchai has withdrawn the acknowledgement for Shop; reminders go on',
    ]);
    await house.world.advance(3 * 60);
    expect(house.said()).toEqual([`brother: ${alert}`]);
    await house.world.advance(60);
    expect(house.said().toSorted()).toEqual([`me: ${reminder}`, `wife: ${reminder}`]);
    house.acknowledge('Lek');
    await house.world.delivery.settled();
    expect(house.said()).toContain('brother: 👍 Lek has acknowledged the alert for Shop');
  });

  test('what was withdrawn before anybody heard of it is told to nobody', async () => {
    const house = new House();
    house.contact('wife');
    await house.world.loseMains(house.device);
    await house.world.advance(90);
    house.said();
    // In one turn, before the outbox gets its own.
    house.acknowledge();
    house.remindAgain();
    await house.world.delivery.settled();
    expect(house.said()).toEqual([]);
    house.acknowledge();
    house.remindAgain();
    await house.world.restoreMains(house.device);
    house.world.delivery.wake();
    await house.world.delivery.settled();
    expect(house.said()).toEqual([]);
  });

  test('an acknowledgement of an outage that is over is not withdrawn', async () => {
    const house = new House();
    await house.world.loseMains(house.device);
    await house.world.advance(90);
    house.acknowledge();
    await house.world.restoreMains(house.device);
    expect(house.remindAgain()).toEqual([]);
    await house.world.advance(200);
    expect(house.remindAgain()).toEqual([]);
  });

  test('an acknowledgement stops them, and the others who were told hear of it', async () => {
    const house = new House();
    house.contact('wife');
    house.contact('brother', { afterMinutes: 4 });
    await house.world.loseMains(house.device);
    await house.world.advance(120);
    house.said();
    house.acknowledge();
    await house.world.delivery.settled();
    expect(house.said()).toEqual(['wife: 👍 Somchai has acknowledged the alert for Shop']);
    await house.world.advance(20 * 60);
    expect(house.said()).toEqual([]);
    await house.world.restoreMains(house.device);
    await house.world.advance(120);
    expect(house.said()).toEqual([`me: ${recovery}`, `wife: ${recovery}`]);
  });

  test('with one contact nobody is told of an acknowledgement', async () => {
    const house = new House();
    house.connect('second');
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    house.said();
    house.acknowledge();
    await house.world.advance(60);
    expect(house.said()).toEqual([]);
  });

  test('the next contact is told at once when the one before cannot be reached any more', async () => {
    const house = new House();
    house.contact('brother', { afterMinutes: 30 });
    house.world.channel.answer = (address) => {
      if (address === 'me') throw gone();
      return { externalId: '1' };
    };
    await house.world.loseMains(house.device);
    await house.world.advance(61);
    expect(house.said()).toEqual([`brother: ${alert}`]);
  });

  test('whoever comes next is told within a minute when no message gets through to those before', async () => {
    const house = new House({ channels: ['telegram', 'line'] });
    house.world.monitor.store.db.delete(recipients).run();
    house.connect('line-me', 'line');
    house.contact('brother', { afterMinutes: 10 });
    house.contact('electrician', { afterMinutes: 30 });
    const line = house.world.channels.find(({ name }) => name === 'line') ?? never();
    line.answer = () => {
      throw away();
    };
    await house.world.loseMains(house.device, house.site('Home'));
    await house.world.advance(60 + 49);
    expect(house.said()).toEqual([]);
    await house.world.advance(2);
    // One message for all that was lost; and nobody beyond the brother is woken.
    expect(house.said()).toEqual([`brother: ${alert} at 2 sites`]);
    await house.world.advance(27 * 60);
    expect(house.said().filter((said) => said.startsWith('electrician'))).toEqual([]);
    await house.world.advance(3 * 60);
    expect(house.said()).toContain(`electrician: ${alert} at 2 sites`);
  });

  test('a contact who is left to sleep hastens nobody', async () => {
    const house = new House();
    house.own({ quietFrom: clock('11:00'), quietTo: clock('18:00'), wakes: [] });
    house.contact('brother', { afterMinutes: 10 });
    await house.world.loseMains(house.device);
    await house.world.advance(60 + 9 * 60);
    expect(house.said()).toEqual([]);
    await house.world.advance(90);
    expect(house.said()).toEqual([`brother: ${alert}`]);
  });

  test('a restart forgets no step', async () => {
    const house = new House();
    house.contact('brother', { afterMinutes: 4 });
    await house.world.loseMains(house.device);
    await house.world.advance(100);
    house.said();
    house.world.restart();
    await house.world.advance(4 * 60);
    expect(house.said()).toContain(`brother: ${alert}`);
  });

  test('a chat that a link gives to another contact is told when that contact is', async () => {
    const house = new House();
    const brother = house.contact('brother', { afterMinutes: 60 });
    house.connect('second');
    const { monitor } = house.world;
    await house.world.loseMains(house.device);
    const link = createMessengerLink(monitor, house.customerId, house.now, brother);
    const token = readLinkPayload(link.payload) ?? never();
    const chat = { channel: 'telegram', address: 'second', chatName: '' } as const;
    const proof = { type: 'link', purpose: 'join', token } as const;
    registerRecipient(monitor, { ...chat, proof, language: 'en' }, house.now);
    await house.world.advance(120);
    expect(house.said()).toEqual([`me: ${alert}`]);
  });

  test('what is changed counts for an outage that goes on', async () => {
    const house = new House();
    const brother = house.contact('brother', { afterMinutes: 60 });
    await house.world.loseMains(house.device);
    await house.world.advance(120);
    house.said();
    changeContact(
      house.world.monitor,
      house.customerId,
      brother,
      { afterMinutes: 2 },
      testActor,
      house.now,
    );
    await house.world.advance(60);
    expect(house.said()).toEqual([`brother: ${alert}`]);
  });
});

describe('the language of a contact', () => {
  const lost = { en: '🔴 Mains lost', th: '🔴 ไฟดับ' };

  test('is that of all its chats, until somebody chooses another in one of them', async () => {
    const house = new House();
    const brother = house.contact('brother', { language: 'th' });
    const { monitor } = house.world;
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    expect(house.said()).toEqual([`me: ${lost.en}`, `brother: ${lost.th}`]);
    expect(findConnectedChat(monitor.store, 'telegram', 'brother')?.language).toBe('th');

    setChatLanguage(monitor, { role: 'told' }, { channel: 'telegram', address: 'brother' }, 'en');
    expect(findConnectedChat(monitor.store, 'telegram', 'brother')?.language).toBe('en');
    const change = { language: null };
    changeContact(monitor, house.customerId, brother, change, testActor, house.now);
    expect(findConnectedChat(monitor.store, 'telegram', 'brother')?.language).toBe('en');
    expect(findConnectedChat(monitor.store, 'telegram', 'me')?.language).toBe('en');
  });
});

describe('sites choose whom they tell', () => {
  test('and if none of these can be reached, everybody is told', async () => {
    const house = new House();
    const farm = house.site('Farm');
    house.own({ deviceIds: [house.device.deviceId] });
    house.contact('farmer', { deviceIds: [farm.deviceId] });
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    expect(house.said()).toEqual([`me: ${alert}`]);
    house.acknowledge();
    house.world.channel.answer = (address) => {
      if (address === 'farmer') throw gone();
      return { externalId: '1' };
    };
    await house.world.loseMains(farm);
    await house.world.advance(61);
    expect(house.said()).toEqual([`me: ${alert}`]);
  });
});

test('everybody else is told, too, when the message to the contact of a site is refused', async () => {
  const house = new House();
  house.contact('caretaker');
  house.own({ deviceIds: [] });
  house.world.channel.answer = (address) => {
    if (address === 'caretaker') throw new SendError('malformed', { permanent: true });
    return { externalId: '1' };
  };
  await house.world.loseMains(house.device);
  await house.world.advance(61);
  expect(house.said()).toEqual([`me: ${alert}`]);
});

test('everybody else is told when no message gets through to the contact of a site', async () => {
  const house = new House({ channels: ['telegram', 'line'] });
  const recipientIds = [house.connect('line-caretaker', 'line')];
  house.contact('caretaker', { recipientIds });
  house.own({ deviceIds: [] });
  const line = house.world.channels.find(({ name }) => name === 'line') ?? never();
  line.answer = () => {
    throw away();
  };
  await house.world.loseMains(house.device);
  await house.world.advance(60 + 45);
  expect(house.said()).toEqual([]);
  await house.world.advance(2 * 60);
  expect(house.said()).toContain(`me: ${alert}`);
});

test('nobody else is told because our own line is dead, until it has been back for as long', async () => {
  const house = new House();
  const { world } = house;
  house.contact('caretaker');
  house.own({ deviceIds: [] });
  world.channel.answer = () => {
    throw away();
  };
  world.monitor.lineUpSince = Number.POSITIVE_INFINITY;
  await world.loseMains(house.device);
  await world.advance(60 + 600);
  expect(world.rows().map(({ recipient }) => recipient)).toEqual(['caretaker']);
  world.monitor.lineUpSince = house.now.wallMs;
  await world.advance(49);
  expect(world.rows().map(({ recipient }) => recipient)).toEqual(['caretaker']);
  await world.advance(120);
  expect(world.rows().map(({ recipient }) => recipient)).toEqual(['caretaker', 'me']);
});

test('nobody else is told while the first message to somebody who is to be told is on its way', async () => {
  const house = new House({ channels: ['telegram', 'line'] });
  const { world } = house;
  const recipientIds = [house.connect('line-caretaker', 'line'), house.connect('caretaker')];
  house.contact('janitor', { recipientIds, order: 'in_turn' });
  house.own({ deviceIds: [] });
  const line = world.channels.find(({ name }) => name === 'line') ?? never();
  line.answer = () => {
    throw away();
  };
  await world.loseMains(house.device);
  await world.advance(60);
  const ids = world.rows().flatMap(({ id, recipient }) => (recipient === 'caretaker' ? [id] : []));
  applyOutboxChanges(world.monitor.store, [{ type: 'claimed', ids, at: world.time.wallMs }]);
  const tries = line.tries;
  await world.advance(3 * 60);
  expect(line.tries).toBeGreaterThan(tries + 1);
  expect(house.said()).toEqual([]);
  const at = house.now.wallMs;
  applyOutboxChanges(world.monitor.store, [{ type: 'failed', ids, at, reason: 'malformed' }]);
  await world.advance(1);
  expect(house.said()).toContain(`me: ${alert}`);
});

describe('whoever leaves before they were told', () => {
  const leaveAlone = (house: House) => {
    house.own({ deviceIds: [] });
    house.contact('shopkeeper', { deviceIds: [house.device.deviceId] });
  };
  const idOf = (house: House, address: string) =>
    house.world.monitor.store.db
      .select()
      .from(recipients)
      .all()
      .find((recipient) => recipient.address === address)?.id ?? never();

  test('leaves the loss to everybody else', async () => {
    const house = new House();
    leaveAlone(house);
    await house.world.loseMains(house.device);
    const { monitor } = house.world;
    const id = idOf(house, 'shopkeeper');
    disconnectRecipient(monitor, house.customerId, id, testActor, house.now);
    await house.world.advance(61);
    expect(house.said()).toContain(`me: ${alert}`);
  });

  test('leaves it to them, too, when the chat moves to another account', async () => {
    const house = new House();
    leaveAlone(house);
    await house.world.loseMains(house.device);
    const { monitor } = house.world;
    const { payload } = createMessengerLink(monitor, makeCustomer(monitor, 'them'), house.now);
    const token = readLinkPayload(payload) ?? never();
    const chat = { channel: 'telegram', address: 'shopkeeper', chatName: '' } as const;
    const proof = { type: 'link', purpose: 'join', token } as const;
    const move = { ...chat, proof, language: 'en', movesFrom: house.customerId } as const;
    expect(registerRecipient(monitor, move, house.now).type).toBe('connected');
    await house.world.advance(61);
    expect(house.said()).toContain(`me: ${alert}`);
  });
});

describe('one channel after the other', () => {
  function inTurn(): House {
    const house = new House({ channels: ['line', 'telegram'] });
    const [me] = house.world.monitor.store.db.select().from(recipients).all();
    house.own({ order: 'in_turn', recipientIds: [house.connect('line-me', 'line'), me?.id ?? 0] });
    return house;
  }
  const line = (house: House) => house.world.channels[0] ?? never();

  test('only the first is told, of the end, too', async () => {
    const house = inTurn();
    await house.world.loseMains(house.device);
    await house.world.advance(60 + 301);
    await house.world.restoreMains(house.device);
    await house.world.advance(120);
    expect(house.said()).toEqual([
      `line-me: ${alert}`,
      `line-me: ${reminder}`,
      `line-me: ${recovery}`,
    ]);
  });

  test('the next one is told at once when the first refuses for good', async () => {
    const house = inTurn();
    line(house).answer = () => {
      throw new SendError('bad request', { permanent: true });
    };
    await house.world.loseMains(house.device);
    await house.world.advance(61);
    expect(house.said()).toEqual([`me: ${alert}`]);
  });

  test('within a minute when nothing is heard of the first, which then says nothing any more', async () => {
    const house = inTurn();
    line(house).answer = () => {
      throw away();
    };
    await house.world.loseMains(house.device);
    await house.world.advance(60 + 49);
    expect(house.said()).toEqual([]);
    await house.world.advance(1);
    expect(house.said()).toEqual([`me: ${alert}`]);
    line(house).answer = () => ({ externalId: '1' });
    await house.world.advance(200);
    expect(house.said()).toEqual([]);
  });

  test('and takes over when the first is lost later', async () => {
    const house = inTurn();
    await house.world.loseMains(house.device);
    await house.world.advance(120);
    expect(house.said()).toEqual([`line-me: ${alert}`]);
    line(house).answer = () => {
      throw gone();
    };
    await house.world.advance(302);
    expect(house.said()).toEqual([`me: ${alert}`]);
  });
});

describe('quiet hours', () => {
  const hours = { quietFrom: clock('11:00'), quietTo: clock('12:30') };

  test('a loss is told all the same; the rest comes as one summary when they end', async () => {
    const house = new House();
    const farm = house.site('Farm');
    house.own(hours);
    await house.world.loseMains(house.device, farm);
    await house.world.advance(60);
    expect(house.said()).toEqual([`me: 🔴 Mains lost at 2 sites`]);
    await house.world.restoreMains(house.device);
    await house.world.advance(28 * 60);
    expect(house.said()).toEqual([]);
    await house.world.advance(60);
    const [message, ...others] = house.world.channel.sent;
    expect(others).toEqual([]);
    expect(message?.html).toBe(
      [
        `<b>${summary}</b>`,
        '• <b>Shop</b>: power was out 12:00–12:01 (1 min)',
        '• <b>Farm</b>: still down for 30 min, since 12:00',
      ].join('\n'),
    );
    expect(message?.buttons).toHaveLength(2);
  });

  test('who is not to be woken at all reads in the morning what was, and of no end besides', async () => {
    const house = new House();
    house.own({ ...hours, wakes: [] });
    await house.world.loseMains(house.device);
    await house.world.advance(5 * 60);
    await house.world.restoreMains(house.device);
    await house.world.advance(26 * 60);
    const sent = house.world.channel.sent.map(({ html }) => html);
    expect(sent).toEqual([`<b>${summary}</b>\n<b>Shop</b>: power was out 12:00–12:05 (5 min)`]);
  });

  test('what they hold is told at once when they are shortened or end', async () => {
    const house = new House();
    house.own(hours);
    await house.world.loseMains(house.device);
    await house.world.advance(10 * 60);
    expect(house.said()).toEqual([`me: ${alert}`]);
    house.own({ quietFrom: clock('11:00'), quietTo: clock('12:20') });
    await house.world.settle();
    expect(house.said()).toEqual([]);
    house.own({ quietFrom: null, quietTo: null });
    await house.world.settle();
    expect(house.said()).toEqual([`me: ${summary}`]);
  });

  test('nobody is woken by an acknowledgement', async () => {
    const house = new House();
    house.contact('wife', hours);
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    house.said();
    house.acknowledge();
    await house.world.advance(60);
    expect(house.said()).toEqual([]);
  });
});

describe('planned maintenance', () => {
  const during = (house: House) => ({
    kind: 'maintenance' as const,
    startsAt: house.now.wallMs - minuteMs,
    endsAt: house.now.wallMs + 10 * minuteMs,
  });

  test('nobody is told of a loss that ends within it', async () => {
    const house = new House();
    house.plan(during(house));
    await house.world.loseMains(house.device);
    await house.world.advance(5 * 60);
    await house.world.restoreMains(house.device);
    await house.world.advance(20 * 60);
    expect(house.said()).toEqual([]);
  });

  test('is planned so often, and again once some of it is over', () => {
    const house = new House();
    const plan = () => {
      const { kind, startsAt, endsAt } = during(house);
      const wanted = { kind, startsAt, endsAt, note: '', isWeekly: false, deviceIds: null };
      const { monitor } = house.world;
      return planTime(monitor, house.customerId, wanted, 'Asia/Bangkok', testActor, house.now);
    };
    const planned = Array.from({ length: 100 }, plan);
    expect(plan).toThrow('as many planned times');
    // Maintenance that has begun is kept for the reports.
    cancelPlannedTime(
      house.world.monitor,
      house.customerId,
      planned[0]?.id ?? 0,
      testActor,
      house.now,
    );
    expect(plan).toThrow('as many planned times');
    house.world.time.advanceMs(25 * 60 * minuteMs);
    plan();
  });

  test('one that outlasts it is told when it ends, and is not late', async () => {
    const house = new House();
    house.plan(during(house));
    await house.world.loseMains(house.device);
    await house.world.advance(10 * 60);
    const sent = house.world.channel.sent.map(({ html }) => html);
    expect(sent).toEqual([`<b>${alert}</b>\n<b>Shop</b>: no power since 12:00`]);
  });
});

describe('the preview', () => {
  /** What would be said of a loss at that time, and what is said of it. */
  async function compare(house: House, minutes: number) {
    const { monitor } = house.world;
    const lostAt = house.now.wallMs;
    const device = findOwnedDevice(monitor.store, house.customerId, house.device.deviceId);
    const { messages, ...planned } = previewTelling(
      monitor,
      house.customerId,
      device ?? never(),
      lostAt,
      'Asia/Bangkok',
    );
    const rows = monitor.store.db.select().from(recipients).all();
    const foreseen = messages.map(({ recipientId, at }) => ({
      to: rows.find(({ id }) => id === recipientId)?.address,
      minute: Math.floor((at - lostAt) / minuteMs),
    }));
    await house.world.loseMains(house.device);
    await house.world.advance(minutes * 60);
    const alerts = house.world.rows().filter(({ kind, sentAt }) => kind === 'alert' && sentAt);
    const said = alerts
      .map(({ recipient: to, sentAt }) => ({
        to,
        minute: Math.floor(((sentAt ?? 0) - lostAt) / minuteMs),
      }))
      .toSorted((a, b) => a.minute - b.minute);
    return { foreseen, said, planned };
  }
  const timeOf = (house: House, from: number, to: number) => ({
    startsAt: house.now.wallMs + from * minuteMs,
    endsAt: house.now.wallMs + to * minuteMs,
  });

  test('is what happens, with steps, quiet hours and maintenance in a row together', async () => {
    const house = new House();
    house.contact('brother', { afterMinutes: 4 });
    const quiet = { quietFrom: clock('11:00'), quietTo: clock('12:20') };
    house.contact('sister', { afterMinutes: 2, wakes: [], ...quiet });
    house.plan({ kind: 'maintenance', ...timeOf(house, -1, 8) });
    house.plan({ kind: 'maintenance', ...timeOf(house, 7, 10) });
    house.plan({ kind: 'announced', ...timeOf(house, -1, 30) });
    const { foreseen, said, planned } = await compare(house, 25);
    expect(said).toEqual([
      { to: 'me', minute: 10 },
      { to: 'brother', minute: 14 },
      { to: 'sister', minute: 20 },
    ]);
    expect(foreseen).toEqual(said);
    expect((planned.maintenanceUntil ?? 0) - (planned.announcedUntil ?? 0)).toBe(-20 * minuteMs);
  });

  test('tells of nobody where the key has ended by then, as nobody is told', async () => {
    const house = new House();
    const endsAt = house.now.wallMs + 30_000;
    house.world.monitor.store.sqlite.run('UPDATE activation_keys SET expires_at = ?', [endsAt]);
    const { foreseen, said } = await compare(house, 5);
    expect(said).toEqual([]);
    expect(foreseen).toEqual([]);
  });

  test('is what happens where the site is muted', async () => {
    const house = new House();
    house.contact('brother', { afterMinutes: 3 });
    house.world.monitor.store.sqlite.run('UPDATE devices SET muted_until = ?', [
      house.now.wallMs + 5 * minuteMs,
    ]);
    const { foreseen, said } = await compare(house, 10);
    expect(said).toEqual([
      { to: 'me', minute: 5 },
      { to: 'brother', minute: 8 },
    ]);
    expect(foreseen).toEqual(said);
  });

  test('says in which turn chats are tried, also after maintenance', async () => {
    const house = new House({ channels: ['line', 'telegram'] });
    const [me] = house.world.monitor.store.db.select().from(recipients).all();
    const recipientIds = [house.connect('line-me', 'line'), me?.id ?? 0];
    house.own({ order: 'in_turn', recipientIds });
    house.plan({ kind: 'maintenance', ...timeOf(house, -1, 5) });
    const { foreseen, said } = await compare(house, 10);
    expect(foreseen).toEqual([
      { to: 'line-me', minute: 5 },
      { to: 'me', minute: 5 },
    ]);
    // The second is for when the first cannot be reached.
    expect(said).toEqual([{ to: 'line-me', minute: 5 }]);
  });
});

describe('announced outages', () => {
  const hour = 60 * minuteMs;
  const announce = (house: House, startsAt: number) =>
    planTime(
      house.world.monitor,
      null,
      {
        ...{ kind: 'announced', note: '', isWeekly: false, startsAt, endsAt: startsAt + hour },
        deviceIds: [house.device.deviceId],
      },
      'Asia/Bangkok',
      testActor,
      house.now,
    );

  test('are told to the owners of their sites, at once if the day before is over', async () => {
    const house = new House();
    makeDevice(house.world.monitor, { siteName: 'Not theirs', chat: 'stranger' });
    announce(house, house.now.wallMs + 2 * hour);
    await house.world.settle();
    expect(house.said()).toEqual([
      'me: 📅 Power will be off 14:00–15:00, as announced: Shop. Alerts in that time will say so.',
    ]);
  });

  /** It is noon, and they are told at six in the evening. */
  const beforeEvening = (house: House) => house.world.time.advanceMs(6 * hour - minuteMs);

  test('wait for the evening before, and call the site what it is called then', async () => {
    const house = new House({ channels: ['telegram', 'line'] });
    announce(house, house.now.wallMs + 24 * hour);
    beforeEvening(house);
    const { store } = house.world.monitor;
    store.sqlite.run("UPDATE devices SET site_name = 'Bakery'");
    house.connect('later');
    await house.world.advance(59);
    expect(house.said()).toEqual([]);
    await house.world.advance(2);
    const told = 'Power will be off 16 Jan 12:00–13:00, as announced: Bakery.';
    const said = house.said();
    expect(said).toHaveLength(2);
    expect(said[0]).toStartWith(`me: 📅 ${told}`);
    expect(said[1]).toStartWith(`later: 📅 ${told}`);
  });

  test('are queued for no channel that is not in use', async () => {
    const house = new House();
    house.connect('line-me', 'line');
    announce(house, house.now.wallMs + 2 * hour);
    expect(house.world.rows().map(({ channel }) => channel)).toEqual(['telegram']);
  });

  test('are not told once they were taken back', async () => {
    const house = new House();
    const { id } = announce(house, house.now.wallMs + 24 * hour);
    cancelPlannedTime(house.world.monitor, null, id, testActor, house.now);
    beforeEvening(house);
    await house.world.advance(120);
    expect(house.said()).toEqual([]);
  });

  test('are called off to whoever was told of them', async () => {
    const house = new House();
    const { id } = announce(house, house.now.wallMs + 2 * hour);
    await house.world.settle();
    house.said();
    cancelPlannedTime(house.world.monitor, null, id, testActor, house.now);
    await house.world.settle();
    expect(house.said()).toEqual([
      'me: 📅 The announced power cut 14:00–15:00 is called off: Shop.',
    ]);
  });

  test('a loss within one is told as announced', async () => {
    const house = new House();
    announce(house, house.now.wallMs - minuteMs);
    await house.world.settle();
    house.said();
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    expect(house.world.channel.sent.map(({ html }) => html)).toEqual([
      `<b>${alert}</b>\n<b>Shop</b>: no power since 12:00 (announced until 12:59)`,
    ]);
  });

  test('maintenance that is taken back lets what it held be told', async () => {
    const house = new House();
    const { wallMs } = house.now;
    const times = { note: '', isWeekly: false, startsAt: wallMs, endsAt: wallMs + hour };
    const wanted = { ...times, kind: 'maintenance', deviceIds: null } as const;
    const { monitor } = house.world;
    const planned = planTime(
      monitor,
      house.customerId,
      wanted,
      'Asia/Bangkok',
      testActor,
      house.now,
    );
    await house.world.loseMains(house.device);
    await house.world.advance(120);
    expect(house.said()).toEqual([]);
    cancelPlannedTime(monitor, house.customerId, planned.id, testActor, house.now);
    await house.world.settle();
    expect(house.said()).toEqual([`me: ${alert}`]);
  });

  test('maintenance that is taken back lets reminders go at their times', async () => {
    const house = new House();
    await house.world.loseMains(house.device);
    await house.world.advance(60);
    house.said();
    const { wallMs } = house.now;
    const times = { note: '', isWeekly: false, startsAt: wallMs, endsAt: wallMs + hour };
    const wanted = { ...times, kind: 'maintenance', deviceIds: null } as const;
    const { monitor } = house.world;
    const { id } = planTime(
      monitor,
      house.customerId,
      wanted,
      'Asia/Bangkok',
      testActor,
      house.now,
    );
    await house.world.advance(7 * 60);
    expect(house.said()).toEqual([]);
    cancelPlannedTime(monitor, house.customerId, id, testActor, house.now);
    await house.world.settle();
    expect(house.said()).toEqual([`me: ${reminder}`]);
  });
});
