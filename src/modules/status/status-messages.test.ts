/** People without an account follow an area of the public page, by e-mail and in a browser. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { MqttDevice } from '../../../tests/e2e/mqtt-device.ts';
import {
  type FakePushService,
  startFakePushService,
} from '../../../tests/fakes/push-service/fake-push-service.ts';
import {
  type FakeMail,
  type FakeSmtp,
  mailSettings,
  startFakeSmtp,
} from '../../../tests/fakes/smtp/fake-smtp.ts';
import { App } from '../../../tests/support/app.ts';
import { until } from '../../../tests/support/bot-world.ts';
import { databasePath } from '../../installation/paths.ts';

const som = 'som@example.com';
const other = 'other@example.com';
const publicUrl = 'https://power.example';
const area = 'TH-5001';

interface World extends AsyncDisposable {
  readonly app: App;
  readonly smtp: FakeSmtp;
}

/** A public page that shows one area: six sites of six owners who agreed. */
async function open(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const smtp = await startFakeSmtp([som, other]);
  const app = await App.start({
    devices: 6,
    settings: { recoveryDelay: 1 },
    env: {
      ...mailSettings(smtp),
      FAIWATCH_PUBLIC_URL: publicUrl,
      FAIWATCH_PUBLIC_STATUS: 'true',
      FAIWATCH_TRUST_PROXY: 'true',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      ...env,
    },
  });
  app.data.write(`UPDATE devices SET area = '${area}', is_on_status_page = 1`);
  app.data.write("DELETE FROM meta WHERE key = 'status_day'");
  await app.advance('2 min');
  return {
    ...{ app, smtp },
    async [Symbol.asyncDispose]() {
      await smtp.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Posts the form of the page, as a browser without a script does. */
function ask({ app }: World, address: string, from = '203.0.113.7'): Promise<Response> {
  return fetch(`${app.url}/api/public/status/emails?lang=en`, {
    ...{ method: 'POST', redirect: 'manual' },
    headers: { Accept: 'text/html,*/*;q=0.8', 'X-Forwarded-For': from },
    body: new URLSearchParams({ area, address }),
  });
}

async function lastMail({ smtp }: World, count: number): Promise<FakeMail> {
  await until(() => smtp.mails.length >= count);
  const mail = smtp.mails.at(-1);
  if (mail === undefined) throw new Error('nothing came');
  return mail;
}

const here = ({ app }: World, link = '') => link.replace(publicUrl, app.url);

function linkIn(world: World, { text }: FakeMail): string {
  return here(world, text.match(/https:\S+message-link\S+/)?.[0]);
}

async function press(world: World, link: string): Promise<Response> {
  const answer = await fetch(link, {
    ...{ method: 'POST', redirect: 'manual', body: 'List-Unsubscribe=One-Click' },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  await world.app.settle();
  return answer;
}

const post = async (world: World, link: string) => (await press(world, link)).status;

async function follow(world: World): Promise<void> {
  await ask(world, som);
  expect(await post(world, linkIn(world, await lastMail(world, 1)))).toBe(200);
}

const followers = ({ app }: World) =>
  app.data
    .read<{ address: string }>('SELECT address FROM status_subscriptions')
    .map(({ address }) => address);

async function connectAll({ app }: World): Promise<MqttDevice[]> {
  const boards: MqttDevice[] = [];
  for (const board of app.boards) boards.push(await app.connect(board));
  await app.advance('10 s');
  return boards;
}

/** Every text that the database holds. */
function everything({ app }: World): string {
  const tables = app.data.read<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table'",
  );
  return tables.map(({ name }) => JSON.stringify(app.data.read(`SELECT * FROM ${name}`))).join();
}

/** What the file and its log hold, be it of rows or of free space. */
function onDisk({ app }: World): string {
  const path = databasePath(app.data.dir);
  return [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join();
}

test('an address says yes, is told what the page says when it says it, and leaves without a trace', async () => {
  await using world = await open();
  const { app, smtp } = world;
  const asked = await ask(world, som);
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    '/status/said?what=asked&lang=en',
  ]);
  const question = await lastMail(world, 1);
  expect(question.headers['list-unsubscribe']).toBeUndefined();
  expect(question.text).toContain('Mueang Chiang Mai');
  const link = linkIn(world, question);
  const led = await fetch(link, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  expect(led.headers.get('location')).toBe(
    `/status/link?ticket=${new URL(link).searchParams.get('ticket')}`,
  );
  expect(followers(world)).toEqual([]);
  const agreed = await press(world, `${link}&lang=en`);
  expect([agreed.status, agreed.headers.get('location')]).toEqual([
    303,
    '/status/said?what=follow&lang=en',
  ]);
  expect(followers(world)).toEqual([som]);
  // It works once.
  const again = await press(world, `${link}&lang=en`);
  expect(again.headers.get('location')).toBe('/status/said?what=gone&lang=en');

  const boards = await connectAll(world);
  for (const board of boards) await board.losesMains();
  await app.advance('4 min');
  expect(smtp.mails).toHaveLength(1);
  await app.advance('3 min');
  const began = await lastMail(world, 2);
  expect(began.text).toContain('Power is out: Mueang Chiang Mai, Chiang Mai');
  expect(began.text).toContain(`${publicUrl}/status`);
  for (const { id } of app.boards) expect(began.text).not.toContain(id);
  expect(began.text).not.toMatch(/\b6\b|six|sites? /);
  for (const board of boards) await board.regainsMains();
  await app.advance('10 min');
  const ended = await lastMail(world, 3);
  expect(ended.text).toContain('Power is coming back: Mueang Chiang Mai');
  expect(smtp.mails).toHaveLength(3);

  // One click, which may not be led on (RFC 8058).
  expect(ended.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const stop = here(world, /<(.+)>/.exec(ended.headers['list-unsubscribe'] ?? '')?.[1]);
  expect(onDisk(world)).toContain(som);
  expect(await post(world, stop)).toBe(200);
  expect(everything(world)).not.toContain(som);
  await app.advance('11 s');
  expect(onDisk(world)).not.toContain(som);
  for (const board of boards) await board.losesMains();
  await app.advance('10 min');
  expect(smtp.mails).toHaveLength(3);
  // Whoever has left is not brought back by the question of that day.
  expect(await post(world, link)).toBe(404);
  expect(followers(world)).toEqual([]);
});

/** What happens to two who follow, of whom one leaves: nobody comes back, and nobody else goes. */
const happenings: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  nothing: async () => {},
  'the server is started again': ({ app }) => app.restart('1 s'),
  'it is asked anew, and does not answer': (world) => ask(world, som),
};
test.each(Object.keys(happenings))(
  'a follower who has left stays away, and others stay: %s',
  async (name) => {
    await using world = await open();
    const { app, smtp } = world;
    await ask(world, som);
    const question = linkIn(world, await lastMail(world, 1));
    expect(await post(world, question)).toBe(200);
    await ask(world, other);
    expect(await post(world, linkIn(world, await lastMail(world, 2)))).toBe(200);
    const boards = await connectAll(world);
    for (const board of boards) await board.losesMains();
    await app.advance('7 min');
    await until(() => smtp.mails.length === 4);
    const mail = smtp.mails.find(({ to, text }) => to === som && text.includes('Power is out'));
    const stop = here(world, /<(.+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1]);
    expect(await post(world, stop)).toBe(200);
    await happenings[name]?.(world);
    const told = () =>
      smtp.mails.filter(({ text }) => text.includes('Power is')).map(({ to }) => to);
    const before = told().length;
    const linkNow = here(world, question.replace(/^http:..[^/]+/, publicUrl));
    expect(await post(world, linkNow)).toBe(404);
    expect(followers(world)).toEqual([other]);
    const again = await connectAll(world);
    for (const board of again) await board.regainsMains();
    await app.advance('10 min');
    await until(() => told().length > before);
    expect(told().slice(before)).toEqual([other]);
  },
);

test('an outage that is over before its beginning could go is told once', async () => {
  await using world = await open();
  const { app, smtp } = world;
  await follow(world);
  const boards = await connectAll(world);
  await smtp.close();
  for (const board of boards) await board.losesMains();
  await app.advance('10 min');
  for (const board of boards) await board.regainsMains();
  await app.advance('10 min');
  await smtp.open();
  await app.advance('20 min');
  await lastMail(world, 2);
  expect(smtp.mails.map(({ text }) => text.includes('Power is out'))).toEqual([false, false]);
  expect(smtp.mails[1]?.text).toMatch(/It lasted from about \d\d:\d[05]–\d\d:\d[05]/);
});

test('what was asked goes after a restart, too', async () => {
  await using world = await open();
  const { app, smtp } = world;
  await smtp.close();
  await ask(world, som);
  await app.restart('1 min');
  await smtp.open();
  await app.advance('10 min');
  expect((await lastMail(world, 1)).to).toBe(som);
  await app.advance('30 min');
  expect(smtp.mails).toHaveLength(1);
});

test('nobody’s mailbox is filled, and nobody learns who follows', async () => {
  await using world = await open();
  const { app, smtp } = world;
  await follow(world);
  const said = async (address: string, from: string) => {
    const answer = await ask(world, address, from);
    return [answer.status, answer.headers.get('location'), await answer.text()];
  };
  const answers = [
    // Follows already; never heard of; asked a moment ago, by somebody else, and in another way.
    await said(som, '203.0.113.8'),
    await said(other, '203.0.113.9'),
    await said(other, '203.0.113.10'),
    await said('Other+1@Example.com', '203.0.113.11'),
  ];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await app.advance('10 min');
  expect(smtp.mails.filter(({ to }) => to.toLowerCase().startsWith('other'))).toHaveLength(1);

  // A household soon has to wait, and so does everybody before a mail provider would.
  const outcomes = [];
  for (let number = 0; number < 12; number += 1) {
    outcomes.push((await said(`a${number}@example.com`, '198.51.100.1'))[1]);
  }
  expect(outcomes.filter((to) => `${to}`.includes('busy'))).toHaveLength(2);
  for (let number = 0; number < 200; number += 1) {
    await said(`b${number}@example.com`, `192.0.2.${number}`);
  }
  const counts = () =>
    app.data.readNumber("SELECT count(*) FROM notifications WHERE kind = 'status'");
  expect(counts()).toBeLessThanOrEqual(200);
  expect((await said('c@example.com', '192.0.2.250'))[1]).toContain('busy');
});

test('a page of another site cannot post the form', async () => {
  await using world = await open();
  const answer = await fetch(`${world.app.url}/api/public/status/emails?lang=en`, {
    ...{ method: 'POST', redirect: 'manual' },
    headers: { 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams({ area, address: som }),
  });
  expect(answer.headers.get('location')).toBe('/status/said?what=gone&lang=en');
  await world.app.advance('1 min');
  expect(world.smtp.mails).toEqual([]);
});

async function openPush(world: World): Promise<FakePushService> {
  const info = await (await fetch(`${world.app.url}/api/public/info`)).json();
  return startFakePushService((info as { push: string }).push);
}

test('a browser answers by itself, is told, and leaves by a press', async () => {
  await using world = await open();
  const { app } = world;
  const service = await openPush(world);
  const { endpoint, keys } = service.subscribe();
  const subscribe = (of: { endpoint: string; keys: object }) =>
    app.call('POST', '/api/public/status/browsers?lang=en', undefined, { area, ...of });
  expect((await subscribe({ endpoint, keys })).status).toBe(200);
  await until(() => service.taken.length === 1);
  expect(followers(world)).toEqual([]);
  const { notice } = service.taken[0] as (typeof service.taken)[0];
  expect(notice).toMatchObject({ press: null, page: '/status' });
  expect((await fetch(`${app.url}${notice.answer?.path}`, { method: 'POST' })).status).toBe(200);
  expect(followers(world)).toHaveLength(1);

  const boards = await connectAll(world);
  for (const board of boards) await board.losesMains();
  await app.advance('7 min');
  await until(() => service.taken.length === 2);
  const told = service.taken[1]?.notice;
  expect(told?.title).toBe('🔴 Power is out: Mueang Chiang Mai, Chiang Mai');
  expect([told?.tag, service.taken[1]?.topic]).toEqual([notice.tag, service.taken[0]?.topic]);
  expect(told?.tag).toContain(area);
  const stop = told?.press?.path ?? '';
  expect((await fetch(`${app.url}${stop}`, { method: 'POST' })).status).toBe(200);
  expect(everything(world)).not.toContain(endpoint);
  await service.close();
});

test('an address that is no browser’s gets one message; one that is gone is forgotten', async () => {
  await using world = await open();
  const { app } = world;
  const service = await openPush(world);
  const browser = service.subscribe();
  const body = { area, endpoint: browser.endpoint, keys: browser.keys };
  const path = '/api/public/status/browsers';
  await app.call('POST', `${path}?lang=en`, undefined, body);
  await until(() => service.taken.length === 1);
  // It never answers.
  const boards = await connectAll(world);
  for (const board of boards) await board.losesMains();
  await app.advance('7 min');
  expect(service.taken).toHaveLength(1);

  await fetch(`${app.url}${service.taken[0]?.notice.answer?.path}`, { method: 'POST' });
  expect(followers(world)).toEqual([browser.address]);
  service.unsubscribe(browser);
  for (const board of boards) await board.regainsMains();
  await app.advance('10 min');
  await until(() => followers(world).length === 0);
  // Whoever holds the keys may leave, and is not told whether there was anything to leave.
  const { endpoint, keys } = browser;
  const left = await app.call('POST', `${path}/end`, undefined, { endpoint, keys });
  expect(await left.json()).toEqual({ ok: true });
  await service.close();
});

test('what fails to take a question is not asked again and again', async () => {
  await using world = await open();
  const { app, smtp } = world;
  const service = await openPush(world);
  const { endpoint, keys } = service.subscribe();
  service.failNext({ kind: 'status', status: 503 });
  const path = '/api/public/status/browsers?lang=en';
  await app.call('POST', path, undefined, { area, endpoint, keys });
  await smtp.close();
  await ask(world, som);
  await app.advance('20 min');
  await smtp.open();
  await app.advance('1 h');
  expect(service.taken).toEqual([]);
  expect(smtp.mails).toEqual([]);
  await service.close();
});

test('where the operator does not want it, it is not there', async () => {
  await using world = await open({ FAIWATCH_PUBLIC_STATUS_MESSAGES: 'false' });
  expect((await ask(world, som)).headers.get('location')).toContain('what=gone');
  await world.app.advance('1 min');
  expect(world.smtp.mails).toEqual([]);
});

test.each([
  { FAIWATCH_PUBLIC_STATUS: 'false' },
  { FAIWATCH_PUBLIC_STATUS_MESSAGES: 'false' },
  { FAIWATCH_EXTRAS: 'none' },
])('where it is offered no longer, nobody follows after a day: %p', async (env) => {
  await using world = await open(env);
  const { app } = world;
  app.data.write(`INSERT OR IGNORE INTO status_areas (area, since) VALUES ('${area}', 0)`);
  app.data.write(`INSERT INTO status_subscriptions (channel, address, area, language)
    VALUES ('email', '${som}', '${area}', 'en')`);
  const at = app.time.wallMs;
  app.data.write(`INSERT INTO notifications (kind, channel, recipient, language, status, due_at,
      next_attempt_at, created_at)
    VALUES ('status', 'email', '${som}', 'en', 'sent', ${at}, ${at}, ${at})`);
  await app.advance('2 min');
  await app.restart('23 h');
  await app.advance('2 min');
  expect(followers(world)).toEqual([som]);
  await app.restart('1 h');
  await app.advance('2 min');
  expect(everything(world)).not.toContain(som);
});
