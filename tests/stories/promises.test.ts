/** What the portal says of the next message is what happens. */
import { expect, test } from 'bun:test';
import type { PortalDevice } from '../../src/contract/devices/portal.ts';
import { App, firstChatId } from '../support/app.ts';
import { logIntoPortal } from '../support/portal-calls.ts';

/** The owner of the first board, logged in. */
async function openPortal(app: App) {
  const call = await logIntoPortal(app);
  const site = async (): Promise<PortalDevice> => {
    const { devices } = (await call('GET', '/api/customer/stats')) as { devices: PortalDevice[] };
    const [device] = devices;
    if (device === undefined) throw new Error('a device expected');
    return device;
  };
  const next = async () => (await site()).next_message;
  return { call, site, next };
}

test('the next message comes when the portal says, or none does', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const { telegram } = app;
  app.data.write('UPDATE devices SET reminder_interval_seconds = 30');
  const portal = await openPortal(app);
  const device = await app.connect();
  expect(await portal.next()).toBeNull();

  await device.losesMains();
  const sentUntil = async (at: string | undefined) => {
    expect(at).toBeDefined();
    const before = telegram.sent.length;
    const waitMs = Date.parse(at ?? '') - app.time.wallMs;
    await app.advance(`${(waitMs - 1000) / 1000} s`);
    expect(telegram.sent).toHaveLength(before);
    await app.advance('1 s');
    expect(telegram.sent).toHaveLength(before + 1);
  };
  // The alert, and the first reminder.
  for (const _ of [1, 2]) {
    const next = await portal.next();
    expect(next?.chats).toBe(1);
    await sentUntil(next?.at);
  }

  // While muted for an hour nothing is said. One reminder comes right after, since nobody
  // acknowledged.
  const { device_id } = await portal.site();
  const mute = (quiet: string) =>
    portal.call('PUT', '/api/customer/quiet', { devices: [{ device_id, quiet }] });
  const answer = (await mute('hour')) as { data: { before: unknown } };
  expect(answer.data.before).toEqual([{ device_id, quiet: 'none' }]);
  const { muted_until: until } = await portal.site();
  expect(Date.parse(until ?? '')).toBe(app.time.wallMs + 3_600_000);
  // A waiting message is looked at when its own time comes, and then put off until the mute is
  // over.
  await app.advance('31 s');
  expect((await portal.next())?.at).toBe(until ?? '');
  await sentUntil((await portal.next())?.at);

  await mute('ever');
  expect(await portal.next()).toBeNull();
  const before = telegram.sent.length;
  await app.advance('3 min');
  expect(telegram.sent).toHaveLength(before);
  await mute('none');
  expect(await portal.next()).not.toBeNull();

  const { outage } = await portal.site();
  await portal.call('POST', '/api/customer/outages/acknowledge', { outage_ids: [outage?.id] });
  expect(await portal.next()).toBeNull();
});

test('nobody is promised anything while there is no chat, and whoever connects one is told', async () => {
  await using app = await App.start();
  const portal = await openPortal(app);
  app.data.write('DELETE FROM recipients');
  const device = await app.connect();
  await device.losesMains();
  await app.advance('1 min');
  expect(await portal.site()).toMatchObject({ alerts: 'no_messenger', next_message: null });

  const { link } = (await portal.call('POST', '/api/customer/telegram-link')) as { link: string };
  const payload = new URL(link).searchParams.get('start');
  app.telegram.userSends(firstChatId, `/start ${payload}`);
  await app.botHears();
  expect(await portal.site()).toMatchObject({ alerts: 'on' });
  const next = (await portal.next())?.at ?? '';
  const told = app.textsTo(firstChatId).length;
  await app.advance(`${(Date.parse(next) - app.time.wallMs) / 1000 + 1} s`);
  expect(app.textsTo(firstChatId).length).toBeGreaterThan(told);
  const { messenger } = (await portal.call('GET', '/api/customer/stats')) as {
    messenger: { recipients: { name: string | null }[] };
  };
  expect(messenger.recipients[0]?.name).toBeTruthy();
});
