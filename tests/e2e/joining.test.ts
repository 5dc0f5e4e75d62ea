/** A stranger with an unused key and an owner's phone number, against the binary. */
import { expect, test } from 'bun:test';
import { ApiClient } from './api-client.ts';
import { enrolBoard, installBinary } from './harness.ts';
import { waitFor } from './wait-for.ts';

const phone = '+66811111111';
const own = 'fw-00000000f00d';
const theirs = 'fw-badbadbadbad';
const owner = 700;

test('a stranger’s key opens nothing until the owner says yes in their chat', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram();
  const [key = '', strangers = ''] = await home.createKeys(2);
  const server = await home.serve({ telegram });
  const english = { language_code: 'en' } as const;
  const ownerOf = (deviceId: string) =>
    home.data.read<{ id: number | null }>(
      'SELECT customer_id AS id FROM devices WHERE device_id = ?',
      deviceId,
    )[0]?.id;
  const logIn = (activationKey: string) => ApiClient.logIn(server, { phone, activationKey });

  await enrolBoard(server, { deviceId: own, key, phone });
  const contact = { phone_number: phone, user_id: owner };
  telegram.userSends(owner, '', { contact, from: english });
  const question = await telegram.expectMessage({ chatId: owner, contains: 'before you proved' });
  await press(question.messageId, `join-yes:k`);
  const portal = await logIn(key);

  await enrolBoard(server, { deviceId: theirs, key: strangers, phone });
  await expect(logIn(strangers)).rejects.toThrow('401');
  telegram.userSends(13, `/register ${phone} ${strangers}`, { from: english });
  await telegram.expectMessage({ chatId: 13, contains: 'do not match' });
  await expect(enrolBoard(server, { deviceId: own, key: strangers, phone })).rejects.toThrow('409');
  const { body } = await portal.get('/api/customer/stats');
  expect(body.devices.map((device: { device_id: string }) => device.device_id)).toEqual([own]);
  expect(JSON.stringify(body)).not.toContain(key);

  const asked = await telegram.expectMessage({ chatId: owner, contains: 'just now' });
  expect(ownerOf(theirs)).toBeNull();
  await press(asked.messageId, 'join-yes:j');
  await waitFor('board joined', () => ownerOf(theirs) === ownerOf(own), 5_000);
  await logIn(strangers);

  async function press(messageId: number, begins: string): Promise<void> {
    const message = telegram.sent.find((one) => one.messageId === messageId);
    const markup = message?.replyMarkup;
    const buttons = markup && 'inline_keyboard' in markup ? markup.inline_keyboard.flat() : [];
    const button = buttons.find(({ callback_data }) => callback_data?.startsWith(begins));
    const id = telegram.userPresses(owner, messageId, button?.callback_data ?? begins, english);
    await telegram.expectAnswer(id);
  }
}, 60_000);
