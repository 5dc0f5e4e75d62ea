import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type BotWorld, makeBotWorld } from '../../tests/support/bot-world.ts';
import { makeCustomer, makeDevice } from '../../tests/support/monitor.ts';
import { createMessengerLink } from '../actions/alerts/create-messenger-link.ts';
import { generateActivationKey } from '../domain/keys/activation-key.ts';
import { recipients } from '../store/alerts/tables.ts';
import { activationKeys } from '../store/keys/tables.ts';
import { customers } from '../store/people/tables.ts';

let world: BotWorld;
beforeEach(async () => {
  world = await makeBotWorld();
});
afterEach(() => world.close());

const key = generateActivationKey((count) => new Uint8Array(count).fill(5));
const english = { from: { language_code: 'en' } };

/** A customer with a device, a phone and a key, and no chat yet. */
function addOwner(phone: string): number {
  const { monitor } = world;
  const id = makeCustomer(monitor, `none ${phone}`);
  makeDevice(monitor, { customerId: id, siteName: 'Shop' });
  const { db } = monitor.store;
  db.update(customers)
    .set({ phone, name: 'Somchai', phoneProvenAt: 1 })
    .where(eq(customers.id, id))
    .run();
  db.delete(recipients).where(eq(recipients.customerId, id)).run();
  // Nothing is asked about it, which could come before the answer.
  db.update(activationKeys)
    .set({ keyCode: key, standing: 'vouched' })
    .where(eq(activationKeys.customerId, id))
    .run();
  return id;
}

const chats = () =>
  world.monitor.store.db
    .select()
    .from(recipients)
    .all()
    .map((row) => [row.address, row.customerId, row.language]);

describe('/start', () => {
  test('says what this is, in the language of the person’s app', async () => {
    expect(await world.ask(7, '/start', english)).toStartWith('👋 FaiWatch tells you here');
    expect(await world.ask(8, '/start', { from: { language_code: 'th' } })).toStartWith(
      '👋 FaiWatch จะแจ้งคุณ',
    );
    expect(await world.ask(9, '/start')).toStartWith('👋 FaiWatch จะแจ้งคุณ');
  });

  test('with a link from the dashboard connects the chat, once', async () => {
    const customerId = addOwner('+66812345678');
    const { payload } = createMessengerLink(world.monitor, customerId, world.monitor.clock());
    expect(await world.ask(7, `/start ${payload}`, english)).toStartWith('✅ Connected to Somchai');
    expect(chats()).toEqual([['7', customerId, 'en']]);
    expect(await world.ask(8, `/start ${payload}`, english)).toStartWith('This link has been used');
    expect(chats()).toHaveLength(1);
    expect(await world.ask(7, '/start')).toStartWith('👋 This chat is connected to Somchai');
  });

  test('with a link of an account that bears the name of one’s own shows which is which', async () => {
    const { monitor } = world;
    const linkOf = (id: number) => createMessengerLink(monitor, id, monitor.clock()).payload;
    const own = addOwner('+66812345678');
    await world.ask(7, `/start ${linkOf(own)}`, english);
    const another = makeCustomer(monitor);
    const mask = { name: 'Somchai', phone: '+66899990000' };
    monitor.store.db.update(customers).set(mask).where(eq(customers.id, another)).run();
    const question = await world.ask(7, `/start ${linkOf(another)}`, english);
    expect(question).toContain('Somchai (…5678)');
    expect(question).toContain('Somchai (…0000)');
    expect(chats()).toContainEqual(['7', own, 'en']);
  });

  test('with a link works in a group', async () => {
    const customerId = addOwner('+66812345678');
    const { payload } = createMessengerLink(world.monitor, customerId, world.monitor.clock());
    const from = { id: 42, language_code: 'en' };
    world.telegram.setAdministrators(-9, [42]);
    await world.ask(-9, `/start@faiwatch_test_bot ${payload}`, { from });
    expect(chats()).toEqual([['-9', customerId, 'en']]);
  });
});

describe('/register', () => {
  test('asks for the contact with a button, and takes it away again', async () => {
    const customerId = addOwner('+66812345678');
    expect(await world.ask(7, '/register', english)).toStartWith('Press the button below');
    expect(world.telegram.sent.at(-1)?.replyMarkup).toMatchObject({
      keyboard: [[{ text: '📱 Share my phone number', request_contact: true }]],
    });
    const contact = { phone_number: '66812345678', user_id: 7 };
    const answer = await world.ask(7, '', { contact, ...english });
    expect(answer).toStartWith('✅ Connected to Somchai');
    expect(answer).toContain('Shop: ⚪ not heard yet');
    expect(world.telegram.sent.at(-1)?.replyMarkup).toEqual({ remove_keyboard: true });
    expect(chats()).toEqual([['7', customerId, 'en']]);
  });

  test("accepts neither somebody else's contact nor one from the address book", async () => {
    addOwner('+66812345678');
    for (const contact of [
      { phone_number: '66812345678', user_id: 99 },
      { phone_number: '66812345678' },
    ]) {
      expect(await world.ask(7, '', { contact, ...english })).toStartWith('That is not your own');
    }
    expect(chats()).toEqual([]);
  });

  test('a shared number nobody has makes a customer with the person’s name', async () => {
    const contact = { phone_number: '+66899999999', user_id: 7 };
    const from = { first_name: 'Malee <b>', username: 'malee', language_code: 'en' };
    expect(await world.ask(7, '', { contact, from })).toBe(
      '✅ Connected to Malee <b>. Alerts come here from now on.\n\nThere is no device on this account yet. It shows up here once it is set up.',
    );
    expect(world.monitor.store.db.select().from(customers).all()).toMatchObject([
      { name: 'Malee <b>', phone: '+66899999999', telegramUsername: 'malee' },
    ]);
  });

  test.each([
    `0812345678 ${key}`,
    `081-234-5678 ${key.toLowerCase()}`,
    `081 234 5678 ${key.replaceAll('-', ' ')}`,
    `+66812345678 ${key.replaceAll('-', '')}`,
  ])('takes phone and key: %s', async (typed) => {
    const customerId = addOwner('+66812345678');
    expect(await world.ask(7, `/register ${typed}`, english)).toStartWith('✅ Connected');
    expect(chats()).toEqual([['7', customerId, 'en']]);
  });

  test('in a group takes phone and key, and explains that', async () => {
    const customerId = addOwner('+66812345678');
    const from = { id: 42, language_code: 'en' };
    world.telegram.setAdministrators(-9, [42]);
    expect(await world.ask(-9, '/register', { from })).toStartWith('In a group, type');
    await world.ask(-9, `/register 0812345678 ${key}`, { from });
    expect(chats()).toEqual([['-9', customerId, 'en']]);
    // A person's name is not the name of a customer who has one, nor of a group.
    expect(world.monitor.store.db.select().from(customers).get()?.telegramUsername).toBeNull();
  });

  test('a wrong key is refused, and after six tries the chat has to wait', async () => {
    addOwner('+66812345678');
    for (let i = 0; i < 6; i++) {
      expect(await world.ask(7, `/register 0811111111 ${key}`, english)).toStartWith(
        'Phone number and activation key do not match',
      );
    }
    expect(await world.ask(7, `/register 0812345678 ${key}`, english)).toBe(
      'Too many tries. Please wait 60 seconds.',
    );
    expect(chats()).toEqual([]);
  });

  test('an open outage is told in one line of the answer, and by its alert once', async () => {
    const customerId = addOwner('+66812345678');
    const device = [...world.monitor.fleet.all()].find(
      (live) => live.config.customerId === customerId,
    );
    if (device === undefined) throw new Error('the device was made');
    await world.loseMains(device);
    await world.advance(125);
    const answer = await world.ask(7, `/register 0812345678 ${key}`, english);
    expect(answer).toContain('Shop: 🔴 no power since 12:00 (2 min)');
    await world.advance(10);
    const heard = world.telegram.sent.filter((message) => message.chatId === 7);
    expect(heard.map(({ text }) => text)).toEqual([
      expect.stringContaining('Shop: 🔴 no power since 12:00'),
      expect.stringContaining('no power since 12:00'),
    ]);
  });
});
