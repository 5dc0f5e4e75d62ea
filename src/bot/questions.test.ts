import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type BotWorld, makeBotWorld } from '../../tests/support/bot-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../tests/support/monitor.ts';
import { createMessengerLink } from '../actions/alerts/create-messenger-link.ts';
import { enrolDevice } from '../actions/devices/enrol-device.ts';
import { createKeys } from '../actions/keys/create-keys.ts';
import type { ChatRole } from '../domain/alerts/chat-role.ts';
import { recipients } from '../store/alerts/tables.ts';
import { devices } from '../store/devices/tables.ts';
import { findKey } from '../store/keys/keys.ts';
import { findCustomer } from '../store/people/customers.ts';
import { customers } from '../store/people/tables.ts';

let world: BotWorld;
const english = { from: { language_code: 'en' } } as const;

beforeEach(async () => {
  world = await makeBotWorld();
});
afterEach(() => world.close());

const store = () => world.monitor.store;
const phoneOf = (id: number) => findCustomer(store(), id)?.phone ?? '';

function makeKey(phone: string | null = null): string {
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
  const [code = ''] = createKeys(world.monitor, order, testActor, world.monitor.clock());
  return code;
}

function enrol(activation_key: string, phone: string, device_id = 'fw-badbadbadbad') {
  const board = { device_type: 's2-mini', firmware_version: '1.0.0' } as const;
  const enrolment = { ...board, device_id, activation_key, phone };
  return enrolDevice(world.monitor, enrolment, world.monitor.clock());
}

const common = { channel: 'telegram', language: 'en', createdAt: 0 } as const;

/** A customer who has shown that the phone is theirs, with chats of these numbers. */
function makeOwner(...chats: readonly number[]): number {
  const [first = 0, ...others] = chats;
  const customerId = makeCustomer(world.monitor, String(first));
  store().db.update(customers).set({ phoneProvenAt: 1 }).where(eq(customers.id, customerId)).run();
  for (const chat of others) {
    const address = String(chat);
    const role = chat < 0 ? 'told' : 'owner';
    const row = { customerId, address, role, ...common } as const;
    store().db.insert(recipients).values(row).run();
  }
  for (const chat of chats) world.telegram.addChat(chat);
  return customerId;
}

const setRole = (chat: number, role: ChatRole) =>
  store()
    .db.update(recipients)
    .set({ role })
    .where(eq(recipients.address, String(chat)))
    .run();

const ownerOfChat = (chat: number) =>
  store()
    .db.select()
    .from(recipients)
    .where(eq(recipients.address, String(chat)))
    .get()?.customerId;
const ownerOfBoard = (deviceId = 'fw-badbadbadbad') =>
  store().db.select().from(devices).where(eq(devices.deviceId, deviceId)).get()?.customerId;

async function expectIn(chatId: number, contains: string) {
  // A chat takes one message a second.
  await world.advance(3);
  return world.telegram.expectMessage({ chatId, contains });
}

/** Presses the button whose data begin so; gives what is shown for a moment. */
async function press(chatId: number, messageId: number, begins: string, from = { id: chatId }) {
  const message = world.telegram.sent.find((one) => one.messageId === messageId);
  const markup = message?.replyMarkup;
  const buttons = markup && 'inline_keyboard' in markup ? markup.inline_keyboard.flat() : [];
  const data = buttons.find(({ callback_data }) =>
    callback_data?.startsWith(begins),
  )?.callback_data;
  const id = world.telegram.userPresses(chatId, messageId, data ?? begins, from);
  return (await world.telegram.expectAnswer(id)).text;
}

describe('a stranger’s unused key with somebody’s phone', () => {
  test('registers no chat', async () => {
    const phone = phoneOf(makeOwner(700));
    const key = makeKey();
    enrol(key, phone);
    const text = `/register ${phone} ${key}`;
    expect(await world.ask(13, text, english)).toStartWith(
      'Phone number and activation key do not match',
    );
    expect(ownerOfChat(13)).toBeUndefined();
  });

  test('joins when one chat says yes; every chat then says who that was', async () => {
    const owner = makeOwner(700, 701);
    enrol(makeKey(), phoneOf(owner));
    const [one, other] = await Promise.all([
      expectIn(700, 'Set up with your phone number just now'),
      expectIn(701, 'Set up with your phone number just now'),
    ]);
    expect(await press(700, one.messageId, 'join-yes')).toBe('It is on your account now.');
    for (const { messageId } of [one, other]) {
      const change = await world.telegram.expectChange(messageId);
      expect(change.text).toContain('✅ User 700 said yes');
      expect(change.replyMarkup).toBeUndefined();
    }
    await expectIn(701, 'Now on your account: board FaiWatch-');
    expect(ownerOfBoard()).toBe(owner);
  });

  test('joins when the owner types number and key where the question waits', async () => {
    const owner = makeOwner(700);
    const key = makeKey();
    const phone = phoneOf(owner);
    enrol(key, phone);
    await expectIn(700, 'Set up with');
    const mistyped = await world.ask(700, `/register 0800000000 ${key}`, english);
    expect(mistyped).toStartWith('Phone number and activation key do not match');
    expect(ownerOfBoard()).toBeNull();
    await world.advance(3);
    const answer = await world.ask(700, `/register ${phone} ${key}`, english);
    expect(answer).toBe('It is on your account now.');
    expect(ownerOfBoard()).toBe(owner);
  });

  test('does not join when a chat that has not proven the number types both', async () => {
    const owner = makeOwner(700);
    setRole(700, 'login');
    const key = makeKey();
    const phone = phoneOf(owner);
    enrol(key, phone);
    await expectIn(700, 'first prove that the number is yours');
    const answer = await world.ask(700, `/register ${phone} ${key}`, english);
    expect(answer).toStartWith('Phone number and activation key do not match');
    expect(ownerOfBoard()).toBeNull();
  });

  test('is let go when a chat says no, and a second answer changes nothing', async () => {
    const owner = makeOwner(700, 701);
    enrol(makeKey(), phoneOf(owner));
    const { messageId } = await expectIn(700, 'Set up with');
    const late = await expectIn(701, 'Set up with');
    world.telegram.failNext({ method: 'editMessageText', kind: '5xx', chatId: 701 });
    expect(await press(700, messageId, 'join-no')).toBe('Refused. It cannot ask again.');
    await world.telegram.expectChange(messageId);
    expect(ownerOfBoard()).toBeNull();
    // Its message could not be changed: the buttons are there still.
    expect(await press(701, late.messageId, 'join-yes')).toBe('This has already been answered.');
    expect(ownerOfBoard()).toBeNull();
  });

  test('is answered in no group, and in no chat that has not proven whose it is', async () => {
    const owner = makeOwner(700, -500, 702);
    setRole(702, 'login');
    enrol(makeKey(), phoneOf(owner));
    const { messageId } = await expectIn(700, 'Set up with');
    for (const chat of [-500, 702]) {
      const hollow = await expectIn(chat, 'first prove that the number is yours');
      expect(hollow.replyMarkup).toBeUndefined();
    }
    // The buttons are there still.
    setRole(700, 'login');
    expect(await press(700, messageId, 'join-yes')).toStartWith('First prove that the number');
    expect(await press(700, messageId, 'join-no')).toStartWith('First prove that the number');
    expect(ownerOfBoard()).toBeNull();
  });
});

describe('a stranger who set a board up with a phone first', () => {
  test('loses the account to whoever shares the number, who is asked about the board', async () => {
    const phone = '+66877777777';
    const trap = makeKey();
    enrol(trap, phone);
    expect(await world.ask(13, `/register ${phone} ${trap}`, english)).toStartWith('✅ Connected');
    const account = ownerOfChat(13);
    // The owner's own board asks the stranger, whose word does not count.
    enrol(makeKey(), phone, 'fw-00000000beef');
    const hollow = await expectIn(13, 'first prove that the number is yours');
    expect(hollow.replyMarkup).toBeUndefined();

    const contact = { phone_number: phone, user_id: 7 };
    // What it is asked may come first.
    world.telegram.userSends(7, '', { contact, ...english });
    await expectIn(7, '✅ Connected to User 7');
    expect(ownerOfChat(7)).toBe(account);
    expect(ownerOfChat(13)).toBeUndefined();
    await expectIn(13, 'This chat is no longer connected');
    expect(await world.ask(13, `/register ${phone} ${trap}`, english)).toStartWith(
      'Phone number and',
    );
    const own = await expectIn(7, 'board FaiWatch-00BEEF');
    const theirs = await expectIn(7, 'before you proved that it is yours');
    await press(7, own.messageId, 'join-yes');
    await press(7, theirs.messageId, 'join-no');
    expect(ownerOfBoard('fw-00000000beef')).toBe(account);
    expect(ownerOfBoard()).toBeNull();
    expect(findKey(store(), trap)).toMatchObject({ customerId: null, deviceRow: null });
  });

  test('was the owner themselves, who says yes', async () => {
    const key = makeKey();
    enrol(key, '+66877777777');
    const contact = { phone_number: '+66877777777', user_id: 7 };
    world.telegram.userSends(7, '', { contact, ...english });
    await expectIn(7, '✅ Connected to User 7');
    const question = await expectIn(7, 'before you proved that it is yours');
    await press(7, question.messageId, 'join-yes');
    expect(findKey(store(), key)).toMatchObject({
      standing: 'vouched',
      customerId: ownerOfChat(7),
    });
    expect(ownerOfBoard()).toBe(ownerOfChat(7));
  });
});

describe('a link of another account', () => {
  const linkTo = (customerId: number) =>
    createMessengerLink(world.monitor, customerId, world.monitor.clock()).payload;

  async function open(chat: number, payload: string, from: { id: number }) {
    const asked = world.telegram.userSends(chat, `/start ${payload}`, { from });
    return world.telegram.expectMessage(
      ({ chatId, messageId }) => chatId === chat && messageId > asked,
    );
  }

  test('moves a chat only when its person says so, and those left behind are told', async () => {
    const victim = makeOwner(700, 701);
    const attacker = makeOwner(13);
    const payload = linkTo(attacker);
    const stay = await open(700, payload, { id: 700 });
    expect(stay.text).toContain(findCustomer(store(), victim)?.name ?? '?');
    expect(stay.text).toContain(findCustomer(store(), attacker)?.name ?? '?');
    expect(ownerOfChat(700)).toBe(victim);
    await press(700, stay.messageId, 'stay:');
    expect((await world.telegram.expectChange(stay.messageId)).text).toStartWith('Nothing was');
    expect(ownerOfChat(700)).toBe(victim);
    // It was not used up.
    const move = await open(700, payload, { id: 700 });
    await press(700, move.messageId, 'move:');
    await expectIn(700, '✅ Connected');
    expect(ownerOfChat(700)).toBe(attacker);
    await expectIn(701, 'which was moved to another account');
    await expectIn(13, 'Your alerts now also go to');
  });

  test('moves no group at the wish of a member, nor at a press of somebody else', async () => {
    const victim = makeOwner(-500);
    world.telegram.setAdministrators(-500, [42, 44]);
    const payload = linkTo(makeOwner(13));
    expect((await open(-500, payload, { id: 43 })).text).toStartWith('In a group, only');
    const { messageId } = await open(-500, payload, { id: 42 });
    expect(await press(-500, messageId, 'move:', { id: 43 })).toStartWith('Only the person');
    expect(ownerOfChat(-500)).toBe(victim);
    await press(-500, messageId, 'move:', { id: 42 });
    await expectIn(-500, '✅ Connected');
    expect(ownerOfChat(-500)).not.toBe(victim);
  });

  test('connects a group at the wish of an administrator who is anonymous', async () => {
    const owner = makeOwner(13);
    world.telegram.addChat(-501);
    world.telegram.userSends(-501, `/start ${linkTo(owner)}`, { isAnonymous: true });
    await world.telegram.expectMessage({ chatId: -501, contains: '✅' });
    expect(ownerOfChat(-501)).toBe(owner);
  });
});

test('a member mutes no group, and may acknowledge', async () => {
  const owner = makeOwner(-500);
  const device = makeDevice(world.monitor, { customerId: owner });
  world.telegram.setAdministrators(-500, [42]);
  const from = { id: 43 };
  expect(await world.ask(-500, '/mute 168', { from })).toStartWith('In a group, only');
  await world.loseMains(device);
  await world.advance(60);
  const { messageId } = await expectIn(-500, 'Mains lost');
  expect(await press(-500, messageId, 'mute:', from)).toStartWith('In a group, only');
  expect(await press(-500, messageId, 'ack:', from)).toStartWith('Acknowledged');
  const row = store().db.select().from(devices).where(eq(devices.id, device.row)).get();
  expect(row?.mutedUntil).toBeNull();
});

test('an account has twenty chats at most', async () => {
  const owner = makeOwner(...Array.from({ length: 20 }, (_, n) => 700 + n));
  const key = makeKey(phoneOf(owner));
  const text = `/register ${phoneOf(owner)} ${key}`;
  expect(await world.ask(9, text, english)).toStartWith('This account has 20 chats already');
  expect(ownerOfChat(9)).toBeUndefined();
  expect(await world.ask(705, text, english)).toStartWith('✅ Connected');
});
