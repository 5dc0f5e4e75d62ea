/** Being told is not owning: what a contact's chat can do, what it cannot, and what is left of it once it is removed. */
import { describe, expect, test } from 'bun:test';
import type { ContactAnswer } from '../../src/contract/alerts/contacts.ts';
import type { SentMessage } from '../fakes/telegram/methods.ts';
import { App, type AppOptions, firstChatId as owner } from '../support/app.ts';
import { logIntoPortal, type PortalCall } from '../support/portal-calls.ts';

const publicUrl = 'https://power.example';
const brother = 7_000_001;
const family = -7_000_002;
const loginLink = /https:\/\/power\.example\/customer#login=([\w-]{43})/;

interface Home extends AsyncDisposable {
  readonly app: App;
  /** Calls as the owner, logged in with phone number and key. */
  readonly portal: PortalCall;
  /** What a chat is answered. */
  ask(chat: number, text: string, more?: object): Promise<string>;
  /** What is told to a chat from now on until the minute is over. */
  told(chat: number, what: () => Promise<unknown>): Promise<string>;
}

/** A customer with a site, whose own chat has proven that the phone number is theirs. */
async function open(options: AppOptions = {}): Promise<Home> {
  const app = await App.start({ ...options, env: { FAIWATCH_PUBLIC_URL: publicUrl } });
  app.data.write('UPDATE customers SET phone_proven_at = 1');
  app.data.write("UPDATE activation_keys SET standing = 'vouched'");
  await app.botHears();
  const told = async (chat: number, what: () => Promise<unknown>) => {
    const before = app.textsTo(chat).length;
    await what();
    await app.advance('10 s');
    return app.textsTo(chat).slice(before).join('\n');
  };
  return {
    app,
    portal: await logIntoPortal(app),
    told,
    ask: (chat, text, more = {}) =>
      told(chat, async () => {
        app.telegram.userSends(chat, text, { from: { language_code: 'en' }, ...more });
        await app.botHears();
      }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Connects a chat by a link that the owner sent. */
async function join({ ask, portal }: Home, chat: number, contact = 'own'): Promise<string> {
  const made = await portal('POST', `/api/customer/telegram-link?contact_id=${contact}`);
  const { link, group_link: groupLink } = made as { link: string; group_link: string };
  const url = new URL(chat < 0 ? groupLink : link);
  return ask(chat, `/start ${url.searchParams.get('start') ?? url.searchParams.get('startgroup')}`);
}

async function addContact({ portal }: Home, name: string): Promise<string> {
  const made = await portal('POST', '/api/customer/contacts', { name });
  return (made as { data: ContactAnswer }).data.id;
}

const numberOf = ({ app }: Home, chat: number) =>
  app.data.read<{ id: number }>('SELECT id FROM recipients WHERE address = ?', `${chat}`)[0]?.id ??
  0;

/** Logs in by the link that a chat was sent. */
async function logIn({ app }: Home, answer: string) {
  const token = loginLink.exec(answer)?.[1];
  const logged = await app.call('POST', '/api/auth/link-login', undefined, { token });
  const { token: session } = (await logged.json()) as { token?: string };
  const call = async (method: string, path: string, body?: unknown) =>
    (await app.call(method, path, session, body)).status;
  return { status: logged.status, call };
}

const phoneOf = ({ app }: Home) =>
  app.data.read<{ phone: string }>('SELECT phone FROM customers')[0]?.phone ?? '';

test('a chat that a link let in gets no link to log in with, until the owner says so, and every chat hears of it', async () => {
  await using home = await open();
  const { app, portal, ask, told } = home;
  expect(await join(home, brother)).toContain('Connected to Customer 1');
  expect(await ask(brother, '/help')).not.toContain('/login');
  expect(await ask(brother, '/login')).toStartWith('This chat is told of outages');
  expect(await ask(owner, '/login')).toMatch(loginLink);

  const path = `/api/customer/recipients/${numberOf(home, brother)}`;
  const heard = await told(owner, () => portal('PUT', path, { may_log_in: true }));
  expect(heard).toContain('may now log in to your account: User 7000001');
  const { call } = await logIn(home, await ask(brother, '/login'));
  expect(await call('GET', '/api/customer/stats')).toBe(200);

  // Whoever may log in may not say who else may, nor what joins, nor take a key along.
  const [{ ref }] = app.data.read<{ ref: string }>('SELECT ref FROM activation_keys') as [
    { ref: string },
  ];
  expect(await call('PUT', path, { may_log_in: true })).toBe(403);
  expect(await call('DELETE', `/api/customer/recipients/${numberOf(home, owner)}`)).toBe(403);
  expect(await call('POST', '/api/customer/telegram-link')).toBe(403);
  expect(await call('POST', `/api/customer/keys/${ref}/show`)).toBe(403);
  expect(await call('POST', '/api/customer/join-requests/j1/accept')).toBe(403);
  expect(await call('POST', '/api/auth/logout-everywhere')).toBe(403);

  // What the chat opened ends with the right to it: the session, and a link not used yet.
  const unused = await ask(brother, '/login');
  await portal('PUT', path, { may_log_in: false });
  expect(await call('GET', '/api/customer/stats')).toBe(401);
  expect((await logIn(home, unused)).status).toBe(401);
  expect(await ask(brother, '/login')).toStartWith('This chat is told of outages');
});

test('a chat that shares the number of the account, or types it with a key, may do what the owner may', async () => {
  await using home = await open();
  const { app, ask, told } = home;
  await join(home, brother);
  const contact = { phone_number: phoneOf(home), user_id: brother };
  const heard = await told(owner, () => ask(brother, '', { contact }));
  expect(heard).toContain('may now log in to your account: User 7000001');
  const { call } = await logIn(home, await ask(brother, '/login'));
  expect(await call('POST', '/api/customer/telegram-link')).toBe(200);

  const [{ key }] = app.data.read<{ key: string }>(
    'SELECT key_code AS key FROM activation_keys',
  ) as [{ key: string }];
  const wife = 7_000_003;
  await ask(wife, `/register ${phoneOf(home)} ${key}`);
  expect(await ask(wife, '/login')).toMatch(loginLink);
});

test('a group never gets one, whoever typed what in it', async () => {
  await using home = await open();
  const { app, portal, ask } = home;
  app.telegram.setAdministrators(family, [brother]);
  const [{ key }] = app.data.read<{ key: string }>(
    'SELECT key_code AS key FROM activation_keys',
  ) as [{ key: string }];
  const from = { id: brother, language_code: 'en' };
  await ask(family, `/register ${phoneOf(home)} ${key}`, { from });
  expect(app.data.read('SELECT role FROM recipients WHERE address = ?', `${family}`)).toEqual([
    { role: 'told' },
  ]);
  expect(await ask(family, '/login', { from })).not.toMatch(loginLink);
  const path = `/api/customer/recipients/${numberOf(home, family)}`;
  expect(portal('PUT', path, { may_log_in: true })).rejects.toThrow();
});

test('the menu of a chat has what it may do, as its help does', async () => {
  await using home = await open();
  const { app, ask, portal } = home;
  const menuOf = async (chat: number) => {
    await app.settle();
    const menu = app.telegram.commands.get(`${chat}`) ?? app.telegram.commands.get('');
    return menu?.map(({ command }) => command) ?? [];
  };
  await join(home, brother, await addContact(home, 'Brother'));
  const told = await menuOf(brother);
  expect(told).toContain('status');
  for (const name of ['login', 'mute', 'unmute']) expect(told).not.toContain(name);
  const help = await ask(brother, '/help');
  for (const name of ['login', 'mute', 'unmute']) expect(help).not.toContain(`/${name}`);
  expect(await menuOf(owner)).toContain('login');

  const path = `/api/customer/recipients/${numberOf(home, brother)}`;
  await portal('PUT', path, { may_log_in: true });
  expect(await ask(brother, '/help')).toContain('/login');
  expect(await menuOf(brother)).toContain('login');
});

test('a contact acknowledges, and mutes only if the owner allows it', async () => {
  await using home = await open();
  const { app, portal, ask } = home;
  await join(home, brother, await addContact(home, 'Brother'));
  const device = await app.connect();
  await device.losesMains();
  await app.advance('20 s');
  const alertTo = (chat: number) => {
    const isIt = (sent: SentMessage) => sent.chatId === chat && sent.text.includes('Mains lost');
    const { messageId = 0, replyMarkup } = app.telegram.sent.findLast(isIt) ?? {};
    const isKeyboard = replyMarkup !== undefined && 'inline_keyboard' in replyMarkup;
    return { messageId, buttons: isKeyboard ? replyMarkup.inline_keyboard.flat() : [] };
  };
  const press = async (chat: number, place: number) => {
    const { messageId, buttons } = alertTo(chat);
    const data = buttons[place]?.callback_data ?? '';
    const id = app.telegram.userPresses(chat, messageId, data);
    await app.botHears();
    return (await app.telegram.expectAnswer(id)).text;
  };
  expect(alertTo(owner).buttons).toHaveLength(2);
  expect(alertTo(brother).buttons).toHaveLength(1);
  expect(await ask(brother, '/mute')).toStartWith('This chat may not mute');
  expect(await ask(brother, '/unmute')).toStartWith('This chat may not mute');
  expect(app.data.read('SELECT 1 FROM devices WHERE muted_until IS NOT NULL')).toEqual([]);

  const path = `/api/customer/recipients/${numberOf(home, brother)}`;
  await portal('PUT', path, { may_mute: true });
  expect(await ask(brother, '/mute')).toContain('are muted until');
  app.data.write('UPDATE devices SET muted_until = NULL');

  // The button of a message from before is there still.
  app.data.write("UPDATE recipients SET role = 'told', is_allowed_to_mute = 0");
  expect(await press(owner, 1)).toStartWith('This chat may not mute');
  expect(app.data.read('SELECT 1 FROM devices WHERE muted_until IS NOT NULL')).toEqual([]);

  expect(await press(brother, 0)).toStartWith('Acknowledged.');
  expect(app.data.read('SELECT acknowledged_by FROM outages')).toEqual([
    { acknowledged_by: 'User 7000001' },
  ]);
});

test('who is removed keeps nothing that opens anything', async () => {
  await using home = await open();
  const { app, portal, ask } = home;
  await join(home, brother);
  await portal('PUT', `/api/customer/recipients/${numberOf(home, brother)}`, { may_log_in: true });
  const { call } = await logIn(home, await ask(brother, '/login'));
  const unused = await ask(brother, '/login');
  const made = (await portal('POST', '/api/customer/telegram-link')) as { link: string };

  await portal('DELETE', `/api/customer/recipients/${numberOf(home, brother)}`);
  expect(await call('GET', '/api/customer/stats')).toBe(401);
  expect((await logIn(home, unused)).status).toBe(401);
  const code = new URL(made.link).searchParams.get('start');
  expect(await ask(brother, `/start ${code}`)).toStartWith(
    'This link has been used or has expired',
  );
  for (const command of ['/login', '/status', '/report', '/week', '/mute', '/pin']) {
    expect(await ask(brother, command)).toStartWith('This chat is not connected');
    await app.advance('1 min');
  }
});

describe('a key that was seen in a chat', () => {
  interface Seen {
    readonly key_id: string;
    readonly key_code: string;
    readonly recipient_id: number | null;
    readonly chat: string;
  }
  const keyOf = ({ app }: Home) =>
    app.data.read<{ ref: string; code: string }>(
      'SELECT ref, key_code AS code FROM activation_keys',
    )[0] as { ref: string; code: string };
  const seenOf = async ({ portal }: Home) =>
    ((await portal('GET', '/api/customer/seen-keys')) as { data: Seen[] }).data;
  const isLoggedIn = async (call: (method: string, path: string) => Promise<number>) =>
    (await call('GET', '/api/customer/stats')) === 200;

  /** A brother who typed phone and key, and looks at it in the portal. */
  async function openSeen(): Promise<Home> {
    const home = await open();
    const { code } = keyOf(home);
    await home.ask(brother, `/register ${phoneOf(home)} ${code}`);
    return home;
  }

  test('is named by the account, for who was let in by a link and looked as for who typed it', async () => {
    await using home = await open();
    const { ref, code } = keyOf(home);
    // Logged in with the key: nobody has seen it by a chat.
    await home.portal('POST', `/api/customer/keys/${ref}/show`);
    expect(await seenOf(home)).toEqual([]);
    const { call } = await logIn(home, await home.ask(owner, '/login'));
    await call('POST', `/api/customer/keys/${ref}/show`);
    await home.ask(brother, `/register ${phoneOf(home)} ${code}`);
    const named = { key_id: ref, key_code: expect.stringMatching(/^\*{5}-.*-\w{5}$/) };
    expect(await seenOf(home)).toMatchObject([
      { ...named, recipient_id: numberOf(home, owner) },
      { ...named, recipient_id: numberOf(home, brother), chat: 'User 7000001' },
    ]);
  });

  test('opens nothing any more once its code is replaced, and the board goes on', async () => {
    await using home = await openSeen();
    const { app, portal, ask, told } = home;
    const { ref, code } = keyOf(home);
    const board = await app.connect();
    const typed = { phone: phoneOf(home), activationKey: code };
    const thief = await app.call('POST', '/api/auth/customer-login', undefined, typed);
    const { token } = (await thief.json()) as { token: string };
    const byKey = async (method: string, path: string) =>
      (await app.call(method, path, token)).status;
    const device = app.data.read<{ id: string; token: string }>(
      'SELECT device_id AS id, token_hash AS token FROM devices',
    )[0];
    const network = () => portal('GET', `/api/customer/devices/${device?.id}/setup-network`);
    const before = await network();

    await portal('DELETE', `/api/customer/recipients/${numberOf(home, brother)}`);
    expect(await seenOf(home)).toMatchObject([{ key_id: ref, recipient_id: null }]);
    expect(await isLoggedIn(byKey)).toBe(true);

    const path = '/api/customer/keys/replace-codes';
    let answer: unknown;
    const heard = await told(owner, async () => {
      answer = await portal('POST', path, { key_ids: [ref] });
    });
    expect(heard).toContain('got a new code');
    const next = keyOf(home).code;
    expect(answer).toMatchObject({ data: [{ key_id: ref, key_code: next }] });
    expect(next).not.toBe(code);
    expect(await seenOf(home)).toEqual([]);
    expect(await isLoggedIn(byKey)).toBe(false);
    expect((await app.call('POST', '/api/auth/customer-login', undefined, typed)).status).toBe(401);
    expect(await ask(brother, `/register ${phoneOf(home)} ${code}`)).toContain('do not match');
    const again = { ...typed, activationKey: next };
    expect((await app.call('POST', '/api/auth/customer-login', undefined, again)).status).toBe(200);

    // The board holds the old code still; its token, and the password of its own Wi-Fi, stay.
    await board.losesMains();
    await app.advance('20 s');
    expect(app.textsTo(owner).join('\n')).toContain('Mains lost');
    expect(app.data.read('SELECT token_hash AS token FROM devices')).toEqual([
      { token: device?.token },
    ]);
    expect(await network()).toEqual(before);
  });

  test('is replaced by the owner alone, and only an own one', async () => {
    await using home = await openSeen();
    const { app } = home;
    const { ref } = keyOf(home);
    app.data.write("UPDATE recipients SET role = 'login' WHERE address = ?", `${brother}`);
    const { call } = await logIn(home, await home.ask(brother, '/login'));
    const path = '/api/customer/keys/replace-codes';
    expect(await call('POST', path, { key_ids: [ref] })).toBe(403);
    expect(await call('GET', '/api/customer/seen-keys')).toBe(403);
    app.data.write("UPDATE activation_keys SET standing = 'questioned'");
    expect(home.portal('POST', path, { key_ids: [ref] })).rejects.toThrow();
  });
});

test('an account that is called by its number is not named so to those who are told', async () => {
  await using home = await open();
  const { app, ask, portal } = home;
  app.data.write('UPDATE customers SET name = phone');
  const phone = phoneOf(home);
  const joined = await join(home, brother);
  const said = [joined, await ask(brother, '/start')];
  const device = await app.connect();
  await device.losesMains();
  await app.advance('20 s');
  const outage = app.data.read<{ id: number }>('SELECT id FROM outages')[0]?.id;
  await portal('POST', `/api/customer/outages/${outage}/acknowledge`);
  said.push(await ask(brother, '/status'));
  await portal('DELETE', `/api/customer/recipients/${numberOf(home, brother)}`);
  await app.advance('10 s');
  said.push(...app.textsTo(brother));
  expect(said.join('\n')).toContain('acknowledged by');
  expect(said.join('\n').replaceAll(/[\s-]/g, '')).not.toContain(phone);
});

describe('a contact for some sites', () => {
  /** Two sites of one owner; the brother is told of the first. */
  async function openTwo(): Promise<Home> {
    const home = await open({ devices: 2 });
    const { app, portal } = home;
    app.data.write("UPDATE devices SET site_name = iif(id = 1, 'Shop', 'Villa'), customer_id = 1");
    app.data.write('UPDATE activation_keys SET customer_id = 1 WHERE device_row = 2');
    await app.restart('1 s');
    await app.botHears();
    const contact = await addContact(home, 'Brother');
    const [shop] = app.data.read<{ id: string }>('SELECT device_id AS id FROM devices');
    await portal('PUT', `/api/customer/contacts/${contact}`, { device_ids: [shop?.id] });
    await join(home, brother, contact);
    await portal('PUT', `/api/customer/recipients/${numberOf(home, brother)}`, { may_mute: true });
    return home;
  }

  test('asks for nothing about the others, in any command', async () => {
    await using home = await openTwo();
    const { app, ask } = home;
    await app.connect(app.board(1));
    await app.advance('1 min');
    for (const command of ['/status', '/report', '/week', '/pin', '/mute no such site', '/start']) {
      const said = await ask(brother, command);
      await app.advance('1 min');
      expect({ command, said }).toEqual({ command, said: expect.not.stringContaining('Villa') });
      expect(said).not.toBe('');
    }
    expect(app.textsTo(brother).join()).not.toContain('Villa');
    await ask(brother, '/mute 2');
    await ask(brother, '/mute 2 Villa');
    expect(app.data.read('SELECT site_name FROM devices WHERE muted_until IS NOT NULL')).toEqual([
      { site_name: 'Shop' },
    ]);
    // Whoever the owner lets log in sees them all.
    app.data.write("UPDATE recipients SET role = 'login' WHERE address = ?", `${brother}`);
    expect(await ask(brother, '/status')).toContain('Villa');
  });

  test('has none but its own in the figures of a report', async () => {
    await using home = await openTwo();
    const { app, ask } = home;
    const villa = await app.connect(app.board(1));
    await app.connect();
    await app.advance('1 min');
    await villa.losesMains();
    await app.advance('5 min');
    expect(await ask(owner, '/report')).toContain('Power outages: 1');
    expect(await ask(brother, '/report')).toContain('No power outage so far');
  });

  test('hears nothing of the others besides', async () => {
    await using home = await openTwo();
    const { app, portal, told } = home;
    const [, villa] = app.data.read<{ id: string }>(
      'SELECT device_id AS id FROM devices ORDER BY id',
    );
    await told(brother, () => portal('POST', '/api/customer/test-alert'));
    const at = (ms: number) => new Date(app.time.wallMs + ms).toISOString();
    const announced = { kind: 'announced', starts_at: at(7_200_000), ends_at: at(9_000_000) };
    await portal('POST', '/api/customer/planned-times', { ...announced, device_ids: null });
    await portal('POST', '/api/customer/planned-times', {
      ...announced,
      device_ids: [villa?.id],
    });
    const api = await app.logIn();
    await api.post(`/api/devices/${villa?.id}/release`);
    await app.advance('10 s');
    const heard = app.textsTo(brother).join('\n');
    expect(heard).toContain('test');
    expect(heard).not.toContain('Villa');
    expect(app.textsTo(owner).join('\n')).toContain('No longer on your account: board Villa');
  });
});
