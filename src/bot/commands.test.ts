import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat } from '../../tests/support/beats.ts';
import { type BotWorld, makeBotWorld, until } from '../../tests/support/bot-world.ts';
import { makeCustomer, makeDevice } from '../../tests/support/monitor.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import { recipients } from '../store/alerts/tables.ts';
import { devices } from '../store/devices/tables.ts';
import { activationKeys } from '../store/keys/tables.ts';
import { botTexts, commandNames } from './texts/catalogue.ts';

let world: BotWorld;
beforeEach(async () => {
  world = await makeBotWorld();
});
afterEach(() => world.close());

const english = { from: { language_code: 'en' } };

async function hear(
  device: ReturnType<typeof makeDevice>,
  transport: 'mqtt' | 'http',
  fields: Parameters<typeof beat>[0] = {},
): Promise<void> {
  await recordHeartbeat(world.monitor, device, beat(fields), transport, world.monitor.clock());
}

describe('/status', () => {
  test('says of a silent board that reported a loss what every page says', async () => {
    const { monitor } = world;
    const customerId = makeCustomer(monitor, '7');
    const shop = makeDevice(monitor, { customerId, siteName: 'Shop' });
    // Nobody watched, so there is no outage.
    monitor.store.db
      .update(devices)
      .set({ link: 'offline', power: 'DOWN' })
      .where(eq(devices.id, shop.row))
      .run();
    expect(await world.ask(7, '/status')).toStartWith(`Shop: ${botTexts.en.powerReportedOut}`);
  });

  test('tells of every site: power, since when, last heard, how it is detected', async () => {
    const { monitor } = world;
    const customerId = makeCustomer(monitor, '7');
    const add = (siteName: string) => makeDevice(monitor, { customerId, siteName });
    const [shop, home, barn] = [add('1 Shop'), add('2 Home'), add('3 Barn')];
    add('4 New');
    makeDevice(monitor, { siteName: 'Somebody else’s' });
    await hear(shop, 'mqtt', { has_mains_sense: true });
    await hear(home, 'mqtt');
    await hear(barn, 'http');
    await world.loseMains(shop);
    await world.advance(185);
    await hear(home, 'mqtt');
    // What was only kept in memory until the next flush counts, too.
    monitor.store.db
      .update(devices)
      .set({ hasMainsSense: true, transport: 'mqtt' })
      .where(eq(devices.id, shop.row))
      .run();
    for (const [device, transport] of [
      [home, 'mqtt'],
      [barn, 'http'],
    ] as const) {
      monitor.store.db.update(devices).set({ transport }).where(eq(devices.id, device.row)).run();
    }
    expect((await world.ask(7, '/status')).split('\n')).toEqual([
      '1 Shop: 🔴 no power since 12:00 (3 min)',
      '   last heard 12:03 · reports mains loss itself',
      expect.stringContaining('2 Home: 🔵 contact is back since 12:03'),
      '   last heard 12:03 · detected by silence within 30 s',
      '3 Barn: 🟠 not heard since 12:00 (3 min); power not known',
      '   last heard 12:00 · detected by silence within 180 s',
      '4 New: ⚪ not heard yet',
      '   detected by silence within 180 s',
    ]);
  });

  test('says since when power is on, and what keeps alerts away', async () => {
    const { monitor } = world;
    const customerId = makeCustomer(monitor, '7');
    const device = makeDevice(monitor, { customerId, siteName: 'Shop' });
    await world.loseMains(device);
    await world.advance(30);
    await world.restoreMains(device);
    await world.advance(150);
    const mutedUntil = world.time.wallMs + 3_600_000;
    monitor.store.db.update(devices).set({ mutedUntil, alertEnabled: false }).run();
    monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    const answer = await world.ask(7, '/status');
    expect(answer).toStartWith('Shop: 🟢 power on, since 12:00\n');
    expect(answer).toEndWith(
      '🔕 muted until 13:03 · 🔕 alerts switched off · ⚠️ no valid key, so no alerts',
    );
  });

  test('an answer about two hundred sites is short enough for the messenger', async () => {
    const customerId = makeCustomer(world.monitor, '7');
    for (let i = 0; i < 200; i++) makeDevice(world.monitor, { customerId, siteName: `<${i}>` });
    expect(await world.ask(7, '/status')).toMatch(/… and \d+ more$/);
  });
});

test('/report sums up this month', async () => {
  const { monitor } = world;
  const customerId = makeCustomer(monitor, '7');
  const device = makeDevice(monitor, { customerId });
  expect(await world.ask(7, '/report')).toBe('📊 January 2026\nNo power outage so far.');
  await world.loseMains(device);
  await world.advance(600);
  await world.restoreMains(device);
  await world.advance(180);
  await world.loseMains(device);
  await world.advance(300);
  expect(await world.ask(7, '/report')).toContain(
    'Power outages: 2\nTotal time: 15 min\nLongest: 10 min',
  );
});

describe('/mute and /unmute', () => {
  const mutedNames = () =>
    world.monitor.store.db
      .select()
      .from(devices)
      .all()
      .filter((row) => (row.mutedUntil ?? 0) > world.time.wallMs)
      .map((row) => row.siteName);

  test('all sites for an hour, one for longer, and back', async () => {
    const customerId = makeCustomer(world.monitor, '7');
    makeDevice(world.monitor, { customerId, siteName: 'Shop' });
    makeDevice(world.monitor, { customerId, siteName: 'Home' });
    makeDevice(world.monitor, { siteName: 'Foreign' });
    expect(await world.ask(7, '/mute')).toBe(
      '🔕 Alerts for your sites are muted until 13:00. To unmute: /unmute',
    );
    expect(mutedNames()).toEqual(['Shop', 'Home']);
    expect(await world.ask(7, '/unmute')).toBe('🔔 Alerts for your sites are unmuted.');
    expect(mutedNames()).toEqual([]);
    expect(await world.ask(7, '/mute 3 shop')).toBe(
      '🔕 Alerts for Shop are muted until 15:00. To unmute: /unmute',
    );
    expect(mutedNames()).toEqual(['Shop']);
    await world.ask(7, '/unmute SHOP');
    expect(mutedNames()).toEqual([]);
  });

  test('an unknown site or a wrong number of hours changes nothing', async () => {
    const customerId = makeCustomer(world.monitor, '7');
    makeDevice(world.monitor, { customerId, siteName: 'Shop' });
    makeDevice(world.monitor, { siteName: 'Foreign' });
    expect(await world.ask(7, '/mute Foreign')).toBe(
      'There is no site of that name. Yours are:\n• Shop',
    );
    expect(await world.ask(7, '/mute 1000')).toStartWith('For how many hours?');
    expect(mutedNames()).toEqual([]);
  });
});

describe('/lang', () => {
  test('is kept for a connected chat', async () => {
    makeCustomer(world.monitor, '7');
    expect(await world.ask(7, '/lang th')).toBe('จากนี้จะใช้ภาษาไทย');
    expect(world.monitor.store.db.select().from(recipients).get()?.language).toBe('th');
    expect(await world.ask(7, '/report')).toStartWith('📊 มกราคม 2569');
  });

  test('can be pressed, also before the chat is connected', async () => {
    await world.ask(7, '/lang', english);
    const asked = world.telegram.sent.at(-1);
    if (asked === undefined) throw new Error('the bot asked');
    world.telegram.userPresses(7, asked.messageId, 'lang:th');
    expect((await world.telegram.expectChange(asked.messageId)).text).toBe('จากนี้จะใช้ภาษาไทย');
    expect(await world.ask(7, '/status', english)).toStartWith('แชตนี้ยังไม่ได้เชื่อม');
  });
});

test('/lang in a group is for its administrators: the alerts come in it', async () => {
  makeCustomer(world.monitor, '-500');
  world.telegram.setAdministrators(-500, [42]);
  const languageOf = () => world.monitor.store.db.select().from(recipients).get()?.language;
  const neighbour = { from: { id: 43, language_code: 'en' } };
  const administrator = { from: { id: 42, language_code: 'en' } };
  expect(await world.ask(-500, '/lang th', neighbour)).toStartWith('In a group, only');
  expect(languageOf()).toBe('en');
  await world.ask(-500, '/lang', administrator);
  const { messageId = 0 } = world.telegram.sent.at(-1) ?? {};
  const id = world.telegram.userPresses(-500, messageId, 'lang:th', neighbour.from);
  expect((await world.telegram.expectAnswer(id)).text).toStartWith('In a group, only');
  expect(languageOf()).toBe('en');
  expect(await world.ask(-500, '/lang th', administrator)).toBe('จากนี้จะใช้ภาษาไทย');
  expect(languageOf()).toBe('th');
});

describe('whatever else is said', () => {
  test('gets help in a chat between two, and nothing in a group', async () => {
    const answer = await world.ask(7, 'hello', english);
    expect(answer).toStartWith('I did not understand that.');
    for (const name of commandNames) {
      expect(answer.includes(`/${name}`)).toBe(name !== 'login');
    }
    world.telegram.userSends(-9, 'hello everybody', { from: { id: 42 } });
    expect(await world.ask(7, '/help', english)).toStartWith('What I can do');
    await until(() => world.telegram.pendingUpdates === 0);
    expect(world.telegram.sent.filter((message) => message.chatId === -9)).toEqual([]);
  });

  test.each(['/status', '/report', '/mute', '/unmute'])(
    '%s in a chat that is not connected says how to connect it',
    async (command) => {
      expect(await world.ask(7, command, english)).toBe(
        'This chat is not connected to an account yet. To connect it: /register',
      );
    },
  );
});

test('the menu of commands is there in both languages', async () => {
  await until(() => world.telegram.commands.has('th'));
  expect(world.telegram.commands.get('')?.map(({ command }) => command)).toEqual(
    commandNames.filter((name) => name !== 'login'),
  );
  expect(world.telegram.commands.get('th')?.[0]?.description).toBe('ดูสถานะไฟของทุกจุด');
});

describe('the chat itself', () => {
  const flag = () => world.monitor.store.db.select().from(recipients).get()?.unreachableReason;

  test('blocking the bot is noticed at once, and so is taking it back', async () => {
    makeCustomer(world.monitor, '7');
    world.telegram.blockUser(7);
    await until(() => flag() === 'the bot was blocked');
    world.telegram.unblockUser(7);
    await until(() => flag() === null);
  });

  test('somebody who writes can be reached', async () => {
    makeCustomer(world.monitor, '7');
    world.monitor.store.db
      .update(recipients)
      .set({ unreachableAt: 1, unreachableReason: 'x' })
      .run();
    await world.ask(7, '/help');
    expect(flag()).toBeNull();
  });

  test('a group that becomes a supergroup stays connected', async () => {
    makeCustomer(world.monitor, '-9');
    world.telegram.moveGroup(-9, -1_000_000_000_009);
    await until(
      () => world.monitor.store.db.select().from(recipients).get()?.address === '-1000000000009',
    );
  });
});

test('after an error the bot apologises, logs it without the token, and goes on', async () => {
  makeCustomer(world.monitor, '7');
  world.monitor.store.sqlite.run('ALTER TABLE outages RENAME TO gone');
  expect(await world.ask(7, '/report')).toStartWith('That did not work.');
  world.monitor.store.sqlite.run('ALTER TABLE gone RENAME TO outages');
  expect(await world.ask(7, '/report')).toStartWith('📊');
  const failure = world.log.find((line) => line.level === 'error');
  expect(failure?.message).toBe('the bot failed to handle an update');
  expect(JSON.stringify(world.log)).not.toContain(world.telegram.token);
});

test('both languages have the same texts', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
      : [path];
  expect(keysOf(botTexts.th).sort()).toEqual(keysOf(botTexts.en).sort());
});
