/** Customers on LINE: they connect, are told, answer, and are told elsewhere when LINE fails. */
import { expect, test } from 'bun:test';
import { checkChannels } from '../../src/cli/doctor/check-channels.ts';
import { type FakeLine, lineGroup, lineUser, startFakeLine } from '../fakes/line/fake-line.ts';
import { App, adminLogIn, firstChatId } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { makePatient } from '../support/patient.ts';
import { logIntoPortal } from '../support/portal-calls.ts';

const som = lineUser(7);
const stranger = lineUser(8);
const family = lineGroup(1);
const operatorChat = 9_000_000;

interface World extends AsyncDisposable {
  readonly app: App;
  readonly line: FakeLine;
  /** Posts what happened to the server, and waits until it was worked on. */
  post(...events: object[]): Promise<number>;
  /** Calls the portal as the owner of the first site. */
  portal<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  textsTo(id: string): string[];
}

async function open(
  options: { readonly hasBot?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<World> {
  const line = await startFakeLine();
  line.meet(som, 'Som');
  line.meet(stranger, 'Stranger');
  line.meet(family, 'Family');
  const app = await App.start({
    ...options,
    env: {
      FAIWATCH_LINE_ACCESS_TOKEN: line.token,
      FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
      FAIWATCH_LINE_API_ROOT: line.apiRoot,
      FAIWATCH_PUBLIC_URL: 'https://power.example',
      ...options.env,
    },
  });
  // The server asks LINE for the name of the bot when it starts.
  await until(() => line.calls.has('/v2/bot/info'));
  await app.settle();
  const call = await logIntoPortal(app);
  return {
    app,
    line,
    async post(...events) {
      const status = await line.tellBot(`${app.url}/api/line/webhook`, events);
      await app.settle();
      await app.advance('3 s');
      return status;
    },
    portal: <Answer>(method: string, path: string, body?: unknown) =>
      call(method, path, body) as Promise<Answer>,
    textsTo: (id) => line.sent.filter(({ to }) => to === id).map(({ text }) => text),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await line.close();
    },
  };
}

/** The news that a chat was connected is left out. */
const alertsOnTelegram = (app: App) =>
  app.textsTo(firstChatId).filter((text) => !text.includes('Som'));

/** The code of the portal, sent in a chat. */
async function connect({ line, portal, post }: World, who = som, groupId?: string): Promise<void> {
  const { code } = await portal<{ code: string }>('POST', '/api/customer/line-link');
  await post(line.text(who, code.toLowerCase(), groupId));
}

test('a month’s limit that is used up stands on the channel’s page, and in what is wrong', async () => {
  await using world = await open();
  const { app, line } = world;
  await connect(world);
  const device = await app.connect();
  line.quota = 500;
  line.used = 500;
  await device.losesMains();
  await app.advance('10 s');
  const operator = await app.logIn();
  await until(() => line.calls.get('/v2/bot/message/push') !== undefined);
  await app.settle();
  const channels = JSON.stringify((await operator.call('GET', '/api/channels')).body);
  expect(channels).toContain('"state":"limited"');
  expect(channels).toContain('monthly limit');
  expect(JSON.stringify((await operator.call('GET', '/api/system')).body)).toContain(
    'line_limited',
  );
});

test('a code that is typed connects a chat, which is told beside Telegram, and answers for both', async () => {
  await using world = await open();
  const { app, line, post, portal, textsTo } = world;
  const { link, code } = await portal<{ link: string; code: string }>(
    'POST',
    '/api/customer/line-link',
  );
  expect(decodeURIComponent(link)).toBe(`https://line.me/R/oaMessage/@faiwatch/?${code}`);
  expect(line.webhook.endpoint).toBe('https://power.example/api/line/webhook');
  await post(line.event(som, { type: 'follow', follow: { isUnblocked: false } }));
  expect(textsTo(som).at(-1)).toContain('FaiWatch');
  await connect(world);
  expect(textsTo(som).at(-1)).toStartWith('✅');

  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => line.sent.some(({ by }) => by === 'push'));
  expect(alertsOnTelegram(app)).toHaveLength(1);
  const alert = line.sent.find(({ by }) => by === 'push');
  expect(alert?.buttons).toHaveLength(2);

  await post(line.press(som, alert?.buttons[0] ?? ''));
  expect(textsTo(som).at(-1)).toContain('Som');
  expect(app.data.read('SELECT acknowledged_by FROM outages')).toEqual([
    { acknowledged_by: 'Som' },
  ]);
  const told = line.sent.length;
  await app.advance('10 min');
  expect(line.sent).toHaveLength(told);
  expect(alertsOnTelegram(app)).toHaveLength(1);

  await device.regainsMains();
  await app.advance('3 min');
  await until(() => line.sent.length > told);
  expect(alertsOnTelegram(app)).toHaveLength(2);
});

test('a chat that asks to be connected is led to the pages, where its owner logs in and agrees', async () => {
  await using world = await open();
  const { line, post, portal, textsTo } = world;
  await post(line.text(som, '/register'));
  await until(() => line.sent.length > 0);
  const page = new URL(line.sent.at(-1)?.buttons[0] ?? '');
  expect(page.pathname).toBe('/customer/alerts');
  const { location } = await portal<{ location: string }>('POST', '/api/customer/line-account', {
    link_token: page.searchParams.get('line'),
  });
  await post(line.linkAccount(location));
  await until(() => textsTo(som).at(-1)?.startsWith('✅') === true);
});

test('a chat speaks the language of the account that it is connected to, until it chooses one', async () => {
  await using world = await open();
  const { app, line, post, textsTo } = world;
  // LINE does not say in which language it is used.
  await post(line.text(som, '/help'));
  expect(textsTo(som).at(-1)).toMatch(/\p{Script=Thai}/u);
  await connect(world);
  expect(textsTo(som).at(-1)).toContain('Connected to');
  await post(line.text(som, '/help'));
  expect(textsTo(som).at(-1)).not.toMatch(/\p{Script=Thai}/u);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => line.sent.some(({ by }) => by === 'push'));
  expect(line.sent.find(({ by }) => by === 'push')?.text).toContain('Mains lost');

  await post(line.text(stranger, '/lang th'));
  await connect(world, stranger);
  expect(textsTo(stranger).at(-1)).toMatch(/\p{Script=Thai}/u);
  expect(app.data.read("SELECT language FROM recipients WHERE channel = 'line'")).toEqual([
    { language: 'en' },
    { language: 'th' },
  ]);
});

test('in a group, nobody decides but the owner of an account, who connects it by a code', async () => {
  await using world = await open();
  const { app, line, post, textsTo } = world;
  await post(line.text(stranger, 'see you at seven', family));
  await post(line.text(stranger, 'FW-0000-0000-0000', family));
  expect(textsTo(family)).toHaveLength(1);
  await connect(world, som, family);
  expect(textsTo(family).at(-1)).toStartWith('✅');
  await post(line.text(stranger, '/mute 24', family));
  expect(textsTo(family).at(-1)).toContain('in a group');
  expect(app.data.read('SELECT * FROM devices WHERE muted_until IS NOT NULL')).toEqual([]);
  await post(line.event(som, { type: 'leave' }, { groupId: family, canReply: false }));
  expect(app.data.read('SELECT * FROM recipients WHERE unreachable_at IS NOT NULL')).toHaveLength(
    1,
  );
});

test('what does not bear LINE’s signature does nothing, and what comes twice is done once', async () => {
  await using world = await open();
  const { app, line, post, textsTo } = world;
  const webhook = `${app.url}/api/line/webhook`;
  const asked = line.text(som, '/status');
  expect(await line.tellBot(webhook, [asked], 'another secret')).toBe(403);
  expect((await fetch(webhook, { method: 'POST', body: '{}' })).status).toBe(403);
  await app.advance('3 s');
  expect(line.sent).toEqual([]);
  expect(await post(asked)).toBe(200);
  expect(await post({ ...asked, deliveryContext: { isRedelivery: true } })).toBe(200);
  expect(textsTo(som)).toHaveLength(1);
  // Event kinds that LINE may add one day, and nonsense.
  expect(await post({ type: 'somethingNew' }, { type: 'message' })).toBe(200);
});

test('a post is answered only once it was worked on, so that LINE posts again what a crash cut off', async () => {
  await using world = await open();
  const { app, line, textsTo } = world;
  const name = Promise.withResolvers<void>();
  line.failNext({ kind: 'wait', until: name.promise });
  const asked = line.text(som, '/status');
  let answers = 0;
  const tell = async () => {
    const status = await line.tellBot(`${app.url}/api/line/webhook`, [asked]);
    answers += 1;
    return status;
  };
  const posted = [tell(), tell()];
  await until(() => line.calls.has(`/v2/bot/profile/${som}`));
  // Whatever was answered before this has arrived.
  await app.call('GET', '/api/public/info');
  expect(answers).toBe(0);
  name.resolve();
  expect(await Promise.all(posted)).toEqual([200, 200]);
  await app.advance('3 s');
  expect(textsTo(som)).toHaveLength(1);
});

test.each(['together', 'in_turn'])(
  'when LINE refuses the token, Telegram tells within a minute (%s), and the operator sees why',
  async (order) => {
    await using world = await open({ env: { FAIWATCH_TELEGRAM_ADMIN_CHAT: `${operatorChat}` } });
    const { app, line, portal } = world;
    await connect(world);
    const rows = app.data.read<{ id: number }>('SELECT id FROM recipients ORDER BY channel');
    const recipient_ids = rows.map(({ id }) => id);
    await portal('PUT', '/api/customer/contacts/own', { order, recipient_ids });
    const device = await app.connect();
    line.failNext({ kind: 'status', status: 401, message: 'Authentication failed' }, 100);
    await device.losesMains();
    // The threshold of this site.
    await app.advance('5 s');
    const wait = order === 'together' ? 0 : 60;
    expect(alertsOnTelegram(app)).toHaveLength(order === 'together' ? 1 : 0);
    await app.advance(`${wait} s`);
    expect(alertsOnTelegram(app)).toHaveLength(1);

    await app.advance('30 s');
    const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
    const { token } = (await logIn.json()) as { token: string };
    const channels = await (await app.call('GET', '/api/channels', token)).json();
    const refusal = 'LINE: 401 Authentication failed';
    expect(channels).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ name: 'telegram', state: 'working' }),
        expect.objectContaining({ name: 'line', state: 'refused', detail: refusal }),
      ]),
    });
    expect(JSON.stringify(channels)).not.toContain(line.secret);
    // The system page, the metrics and the doctor say the same.
    const api = await app.logIn();
    const { data: system } = (await api.get('/api/system')).body;
    expect(system.channels).toContainEqual(
      expect.objectContaining({ name: 'line', state: 'refused', detail: refusal }),
    );
    const metrics = await (await app.call('GET', '/metrics', token)).text();
    expect(metrics).toContain('faiwatch_channel_working{channel="line"} 0\n');
    expect(metrics).toContain('faiwatch_channel_working{channel="telegram"} 1\n');
    const server = { kind: 'system', system } as const;
    const findings = await checkChannels(makePatient({}, { isRunning: true, server }));
    expect(findings.map(({ state, text }) => `${state}: ${text}`)).toContain(
      `wrong: LINE does not accept its settings (${refusal}).`,
    );
    await app.advance('3 min');
    expect(app.textsTo(operatorChat).join()).toContain('LINE');
  },
);

test('a week is answered with a picture that LINE fetches, for an hour and while the chat is connected', async () => {
  await using world = await open();
  const { app, line, post } = world;
  await connect(world);
  await app.connect();
  const ask = async () => {
    line.sent.length = 0;
    await post(line.text(som, '/week'));
    await until(() => line.sent.length === 2);
    const [picture, words] = line.sent;
    expect(words?.text).toContain('Site 1');
    return new URL(picture?.text ?? '');
  };
  const fetchFrom = ({ pathname, search }: URL) => fetch(`${app.url}${pathname}${search}`);

  const link = await ask();
  expect(link.origin).toBe('https://power.example');
  expect(line.sent[0]?.by).toBe('reply');
  const answer = await fetchFrom(link);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect((await answer.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'));

  const forged = new URL(link);
  forged.searchParams.set('ticket', `A${link.searchParams.get('ticket')?.slice(1)}`);
  expect((await fetchFrom(forged)).status).toBe(404);
  await app.advance('61 min');
  expect((await fetchFrom(link)).status).toBe(404);

  const next = await ask();
  expect((await fetchFrom(next)).status).toBe(200);
  app.data.write("DELETE FROM recipients WHERE channel = 'line'");
  expect((await fetchFrom(next)).status).toBe(404);
  // Whose chat it is when it comes back, the link does not know.
  await connect(world);
  expect((await fetchFrom(next)).status).toBe(404);
});

test('a week is answered in words where LINE cannot fetch anything', async () => {
  await using world = await open({ env: { FAIWATCH_PUBLIC_URL: 'http://192.0.2.7:8080' } });
  const { app, line, post } = world;
  await connect(world);
  await app.connect();
  line.sent.length = 0;
  await post(line.text(som, '/week'));
  await until(() => line.sent.length > 0);
  expect(line.sent.map(({ message }) => message['type'])).toEqual(['text']);
});
