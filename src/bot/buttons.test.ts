import { afterEach, beforeEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { SentMessage } from '../../tests/fakes/telegram/methods.ts';
import { type BotWorld, makeBotWorld, until } from '../../tests/support/bot-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../tests/support/monitor.ts';
import { addContact, changeContact } from '../actions/alerts/edit-contacts.ts';
import { outages, recipients } from '../store/alerts/tables.ts';
import { devices } from '../store/devices/tables.ts';
import { findDeviceRow } from '../store/fleet/device-changes.ts';

let world: BotWorld;
beforeEach(async () => {
  world = await makeBotWorld();
  for (const chat of [7, 8, -9]) world.telegram.addChat(chat);
});
afterEach(() => world.close());

const nok = { id: 7, first_name: 'Nok', language_code: 'en' };

function buttonOf(message: SentMessage, action: 'ack' | 'mute'): string {
  const keyboard = message.replyMarkup;
  const buttons = keyboard && 'inline_keyboard' in keyboard ? keyboard.inline_keyboard.flat() : [];
  const data = buttons.find((button) => button.callback_data?.startsWith(action))?.callback_data;
  if (data === undefined) throw new Error(`the message has no button ${action}`);
  return data;
}

async function press(message: SentMessage, action: 'ack' | 'mute', from = nok): Promise<string> {
  const { chatId, messageId } = message;
  const id = world.telegram.userPresses(chatId, messageId, buttonOf(message, action), from);
  return (await world.telegram.expectAnswer(id)).text;
}

async function alertOf(chatId: number): Promise<SentMessage> {
  return world.telegram.expectMessage({ chatId });
}

const acknowledged = () =>
  world.monitor.store.db
    .select()
    .from(outages)
    .all()
    .map((outage) => outage.acknowledgedBy);

test('Acknowledge ends the reminders of every site in the message, and shows who pressed', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  await world.loseMains(
    makeDevice(world.monitor, { customerId, siteName: 'Shop <1>' }),
    makeDevice(world.monitor, { customerId, siteName: 'Home' }),
  );
  await world.advance(60);
  const alert = await alertOf(7);
  expect(await press(alert, 'ack')).toBe(
    'Acknowledged. No more reminders; you will be told when it is back.',
  );
  const change = await world.telegram.expectChange(alert.messageId);
  expect(change.text).toBe(`${alert.text}\n✅ Acknowledged by Nok, 12:01`);
  expect(change.replyMarkup).toEqual({
    inline_keyboard: [[{ text: 'Mute 1 h', callback_data: buttonOf(alert, 'mute') }]],
  });
  expect(acknowledged()).toEqual(['Nok', 'Nok']);
  await world.advance(900);
  expect(world.telegram.sent).toHaveLength(1);
});

test('a second chat that presses later is told who was first', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  world.monitor.store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address: '8', language: 'en', createdAt: 0 })
    .run();
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  await press(await alertOf(7), 'ack');
  const other = await alertOf(8);
  expect(await press(other, 'ack', { ...nok, id: 8, first_name: 'Lek' })).toBe(
    'Already acknowledged by Nok.',
  );
  expect((await world.telegram.expectChange(other.messageId)).text).toEndWith(
    '✅ Acknowledged by Nok, 12:01',
  );
  expect(acknowledged()).toEqual(['Nok']);
});

test('Mute silences the devices of the message for an hour, and no others', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  const device = makeDevice(world.monitor, { customerId });
  const other = makeDevice(world.monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  const alert = await alertOf(7);
  expect(await press(alert, 'mute')).toBe('Muted for one hour.');
  expect((await world.telegram.expectChange(alert.messageId)).text).toEndWith(
    '🔕 Muted until 13:01',
  );
  const mutedUntil = (row: number) =>
    world.monitor.store.db.select().from(devices).where(eq(devices.id, row)).get()?.mutedUntil;
  expect(mutedUntil(device.row)).toBe(world.time.wallMs + 3_600_000);
  expect(mutedUntil(other.row)).toBeNull();
  await world.advance(3599);
  expect(world.telegram.sent).toHaveLength(1);
  await world.advance(1);
  expect(world.telegram.sent).toHaveLength(2);
});

test('pressing both leaves both marks, and no button', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const alert = await alertOf(7);
  await press(alert, 'mute');
  await world.telegram.expectChange(alert.messageId);
  await press(alert, 'ack');
  const change = await world.telegram.expectChange(alert.messageId);
  expect(change.text).toEndWith('🔕 Muted until 13:01\n✅ Acknowledged by Nok, 12:01');
  expect(change.replyMarkup).toEqual({ inline_keyboard: [] });
});

test('the answer to a button says that power is back already', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  const device = makeDevice(world.monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  const alert = await alertOf(7);
  await world.restoreMains(device);
  await world.advance(180);
  expect(await press(alert, 'ack')).toBe('Acknowledged. It is back already.');
});

test('a chat that now belongs to somebody else can do nothing with old messages', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const alert = await alertOf(7);
  const successor = makeCustomer(world.monitor, '8');
  world.monitor.store.db
    .update(recipients)
    .set({ customerId: successor })
    .where(eq(recipients.address, '7'))
    .run();
  expect(await press(alert, 'ack')).toBe('This message belongs to another account.');
  expect(await press(alert, 'mute')).toBe('This message belongs to another account.');
  world.monitor.store.db.delete(recipients).where(eq(recipients.address, '7')).run();
  expect(await press(alert, 'ack', { ...nok, language_code: 'th' })).toBe('ข้อความนี้เป็นของบัญชีอื่น');
  expect(acknowledged()).toEqual([null]);
});

test("an old owner's button has no effect on a device that was given away", async () => {
  const customerId = makeCustomer(world.monitor, '7');
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const alert = await alertOf(7);
  world.monitor.store.db
    .update(devices)
    .set({ customerId: makeCustomer(world.monitor, '8') })
    .run();
  expect(await press(alert, 'ack')).toBe('This outage no longer exists.');
  expect(await press(alert, 'mute')).toBe('This outage no longer exists.');
  expect(acknowledged()).toEqual([null]);
});

test('in a group, the name of whoever pressed is shown', async () => {
  const customerId = makeCustomer(world.monitor, '-9');
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const alert = await alertOf(-9);
  await press(alert, 'ack', { id: 42, first_name: 'Lek', language_code: 'th' });
  expect((await world.telegram.expectChange(alert.messageId)).text).toContain('by Lek');
});

test('a press is answered even when the database takes no writes', async () => {
  const customerId = makeCustomer(world.monitor, '7');
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const alert = await alertOf(7);
  world.monitor.store.sqlite.run('PRAGMA query_only = ON');
  expect(await press(alert, 'ack')).toBe('That did not work. Please try again in a minute.');
  world.monitor.store.sqlite.run('PRAGMA query_only = OFF');
  expect(await press(alert, 'ack')).toStartWith('Acknowledged.');
  await until(() => acknowledged()[0] === 'Nok');
});

test('a chat presses nothing for sites that its contact is not for, whatever number it sends', async () => {
  const { monitor } = world;
  const customerId = makeCustomer(monitor, '7');
  const shop = makeDevice(monitor, { customerId, siteName: 'Shop' });
  const home = makeDevice(monitor, { customerId, siteName: 'Home' });
  const { id: recipientId } = monitor.store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address: '8', language: 'en', createdAt: 0 })
    .returning()
    .get();
  const { id } = addContact(monitor, customerId, 'Lek', testActor, monitor.clock());
  const chosen = { recipientIds: [recipientId], deviceIds: [home.deviceId] };
  changeContact(monitor, customerId, id, chosen, testActor, monitor.clock());
  await world.loseMains(home);
  await world.advance(60);
  const hers = await alertOf(8);
  await world.loseMains(shop);
  await world.advance(60);
  const { sent } = world.telegram;
  const others = sent.find(({ chatId, text }) => chatId === 7 && text.includes('Shop'));
  if (others === undefined) throw new Error('nobody was told of the shop');
  const lek = { ...nok, id: 8, first_name: 'Lek' };
  for (const action of ['ack', 'mute'] as const) {
    // Telegram passes on whatever a client sends (Bot API, CallbackQuery.data).
    const data = buttonOf(others, action);
    const id = world.telegram.userForges(8, hers.messageId, data, lek);
    expect((await world.telegram.expectAnswer(id)).text).toBe('This outage no longer exists.');
  }
  expect(acknowledged()).toEqual([null, null]);
  expect(findDeviceRow(monitor.store, shop.deviceId)?.mutedUntil).toBeNull();
  expect(await press(hers, 'ack', lek)).toContain('Acknowledged');
  expect(acknowledged()).toEqual(['Lek', null]);
});
