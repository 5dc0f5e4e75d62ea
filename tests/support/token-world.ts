/** A server with everything that gives tokens, codes and secret links out, and one of each. */
import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { makeMessageLink } from '../../src/actions/alerts/message-links.ts';
import { makeSessionTokens } from '../../src/actions/people/session-tokens.ts';
import { type TicketPurpose, Tickets } from '../../src/actions/people/tickets.ts';
import type { LinkedAction } from '../../src/domain/alerts/linked-action.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { type FakeLine, lineUser, startFakeLine } from '../fakes/line/fake-line.ts';
import { startFakePushService } from '../fakes/push-service/fake-push-service.ts';
import { gatewaySettings, startFakeSmsGateway } from '../fakes/sms-gateway/fake-sms-gateway.ts';
import { mailSettings, startFakeSmtp } from '../fakes/smtp/fake-smtp.ts';
import { App, adminLogIn, firstChatId } from './app.ts';
import { until } from './bot-world.ts';
import type { RightAnswers } from './token-doors.ts';

const publicUrl = 'https://power.example';
const asked = 'som@example.com';
const told = 'nok@example.com';
const number = '+66812345678';
const nodeSecret = 'what the machines of a cluster prove themselves with';
const metricsToken = 'what Prometheus shows at the door';
const area = 'TH-5001';

/** A token, and the doors that it opens; a name of a door stands for all that begin with it. */
type Opening = readonly [token: string | null | undefined, ...doors: string[]];

export interface Token {
  readonly name: string;
  readonly token: string;
  readonly opens: readonly string[];
}

export interface TokenWorld {
  readonly app: App;
  readonly line: FakeLine;
  readonly right: RightAnswers;
  readonly tokens: readonly Token[];
}

export async function openTokenWorld(stack: AsyncDisposableStack): Promise<TokenWorld> {
  const smtp = await startFakeSmtp([asked, told]);
  stack.defer(() => smtp.close());
  const gateway = await startFakeSmsGateway();
  stack.defer(() => gateway.close());
  const line = await startFakeLine();
  stack.defer(() => line.close());
  const sms = Object.entries(gatewaySettings(gateway.url)).map(
    ([name, value]) => [`FAIWATCH_SMS_${name.toUpperCase()}`, value] as const,
  );
  const app = stack.use(
    await App.start({
      devices: 2,
      env: {
        ...mailSettings(smtp),
        ...Object.fromEntries(sms),
        FAIWATCH_SMS_DAILY_CAP: '20',
        FAIWATCH_LINE_ACCESS_TOKEN: line.token,
        FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
        FAIWATCH_LINE_API_ROOT: line.apiRoot,
        FAIWATCH_PUBLIC_URL: publicUrl,
        FAIWATCH_PUBLIC_STATUS: 'true',
        FAIWATCH_PUBLIC_STATUS_MESSAGES: 'true',
        FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
        FAIWATCH_TRUST_PROXY: 'true',
        FAIWATCH_METRICS_TOKEN: metricsToken,
        FAIWATCH_OIDC_ISSUER: 'http://127.0.0.1:9',
        FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
        FAIWATCH_OIDC_CLIENT_SECRET: 'nobody is there to ask',
      },
    }),
  );
  await until(() => line.calls.has('/v2/bot/info'));
  const info = (await (await fetch(`${app.url}/api/public/info`)).json()) as { push: string };
  const service = await startFakePushService(info.push);
  stack.defer(() => service.close());

  const key = generateActivationKey((count) => new Uint8Array(count).fill(7));
  const [owner, other] = app.data.read<{ id: number; phone: string }>(
    'SELECT id, phone FROM customers ORDER BY id',
  );
  if (owner === undefined || other === undefined) throw new Error('there are no customers');
  const setKey = 'UPDATE activation_keys SET key_code = ? WHERE customer_id = ?';
  const otherKey = generateActivationKey((count) => new Uint8Array(count).fill(9));
  app.data.write(setKey, key, owner.id);
  app.data.write(setKey, otherKey, other.id);
  const call = async <T>(method: string, path: string, token?: string, body?: unknown) => {
    const answer = await app.call(method, path, token, body);
    const said = await answer.text();
    expect(answer.status, `${method} ${path}: ${said}`).toBeLessThan(300);
    await app.settle();
    return JSON.parse(said) as T;
  };
  const enter = (phone: string, activationKey: string) =>
    call<{ token: string }>('POST', '/api/auth/customer-login', undefined, {
      phone,
      activationKey,
    });
  const { token: customer } = await enter(owner.phone, key);
  const { token: stranger } = await enter(other.phone, otherKey);
  const portal = <T>(method: string, path: string, body?: unknown) =>
    call<T>(method, `/api/customer/${path}`, customer, body);
  const ticketIn = (text = '') => /ticket=([\w-]+)/.exec(text)?.[1] ?? '';
  const mailTo = async (address: string, count: number) => {
    const theirs = () => smtp.mails.filter(({ to }) => to === address);
    await until(() => theirs().length >= count);
    await app.settle();
    return theirs().at(-1)?.text ?? '';
  };

  // What comes with messages: an address of e-mail and a browser are told of an outage.
  await portal('POST', 'email', { address: told });
  const yes = ticketIn(await mailTo(told, 1));
  await call('POST', `/api/message-link?ticket=${yes}`);
  const { endpoint, keys } = service.subscribe();
  await portal('POST', 'browsers', { endpoint, keys, name: 'Phone' });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const alert = await mailTo(told, 2);
  const [acknowledge = '', stop = ''] = [...alert.matchAll(/ticket=([\w-]+)/g)].map(([, t]) => t);
  await until(() => service.taken.length > 0);
  const press = ticketIn(service.taken.at(-1)?.notice.press?.path);

  const friend = lineUser(0xf);
  line.meet(friend, 'Som');
  const { code: friends } = await portal<{ code: string }>('POST', 'line-link');
  const post = async (text: string) => {
    await line.tellBot(`${app.url}/api/line/webhook`, [line.text(friend, text)]);
    await app.settle();
    await app.advance('2 s');
  };
  await post(friends);
  await post('/week');
  const picture = ticketIn(JSON.stringify(line.sent.map(({ message }) => message)));

  // What connects chats and addresses.
  const telegram = await portal<{ link: string }>('POST', 'telegram-link');
  const { code: lineCode } = await portal<{ code: string }>('POST', 'line-link');
  const { location } = await portal<{ location: string }>('POST', 'line-account', {
    link_token: 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3',
  });
  await portal('POST', 'email', { address: asked });
  const confirm = ticketIn(await mailTo(asked, 1));
  const readable = /"token\\?":\\?"([\w-]+)/.exec(
    Buffer.from(confirm, 'base64url').toString(),
  )?.[1];
  await portal('POST', 'sms', { address: number });
  const code = /\b\d{6}\b/.exec(gateway.taken.at(-1)?.text ?? '')?.[0] ?? '';

  // What opens sessions and reads.
  app.telegram.userSends(firstChatId, '/login');
  await app.botHears();
  await until(() => app.textsTo(firstChatId).some((text) => text.includes('#login=')));
  const login = /#login=([\w-]+)/.exec(app.textsTo(firstChatId).join('\n'))?.[1] ?? '';
  const home = await portal<{ data: { username: string; password: string } }>(
    'POST',
    'home-automation',
  );
  const calendar = await portal<{ data: { path: string } }>('POST', 'calendar');
  const today = new Date(app.time.wallMs).toISOString().slice(0, 10);
  const shared = await portal<{ data: { path: string } }>('POST', 'report-shares', {
    ...{ from: today, to: today, language: 'en', days: 7 },
  });
  const secretIn = (path: string) => /([\w-]{43})\.\w+$/.exec(path)?.[1] ?? '';
  const { token: admin } = await call<{ token: string }>(
    'POST',
    '/api/auth/login',
    undefined,
    adminLogIn,
  );
  const program = await call<{ data: { token: string } }>('POST', '/api/tokens', admin, {
    ...{ name: 'script', role: 'viewer', days: 7 },
  });
  // The use of a program's token is noted, every five minutes.
  await call('GET', '/api/devices', program.data.token);
  const withPassword = { current_password: adminLogIn.password };
  const begun = await call<{ data: { secret: string } }>(
    'POST',
    '/api/account/totp',
    admin,
    withPassword,
  );
  const { secret: shown } = begun.data;
  const totp = new TOTP({ secret: Secret.fromBase32(shown) });
  const recovery = await call<{ data: { recovery_codes: string[] } }>(
    'POST',
    '/api/account/totp/confirm',
    admin,
    { code: totp.generate({ timestamp: app.time.wallMs }) },
  );

  // What is signed alike, made by the same hand.
  const secret = readFileSync(join(app.data.dir, 'jwt-secret'), 'utf8').trim();
  const tickets = new Tickets(secret);
  const now = app.time.clock();
  const soon = now.wallMs + 60_000;
  const linkOf = (action: LinkedAction) =>
    ticketIn(makeMessageLink(tickets, publicUrl, action, now));
  const follower = { channel: 'email', address: asked, language: 'en' } as const;
  const [operator] = app.data.read<{ id: number; version: number }>(
    'SELECT id, token_version AS version FROM admins',
  );
  const version = `${operator?.id}.${operator?.version}`;
  const challenge = () => tickets.issue('second-factor', version, soon);
  const { sid } = decodeJwt<{ sid: string }>(admin);
  const machine = await makeSessionTokens(secret).signMachine(now.wallMs);

  const link = ['GET /api/message-link ticket', 'POST /api/message-link ticket'];
  const ofFollower = [...link, 'page of the public status'];
  const ofCustomer = ['bearer customer', 'bearer account', 'bearer stream'];
  const ofViewer = ['bearer viewer', 'bearer account', 'bearer metrics', 'bearer stream'];
  const byKey = [
    'POST /api/auth/customer-login activationKey',
    'Telegram as a key',
    'LINE as a key',
  ];
  const byCode = ['POST /api/auth/second-factor code', 'POST /api/auth/reauthenticate code'];
  const codeOfApp = totp.generate({ timestamp: now.wallMs + 30_000 });
  /** Compiles only if no kind of ticket is forgotten; the two that are left out come from the server above. */
  const signed: Readonly<Record<Exclude<TicketPurpose, 'message-link' | 'picture'>, Opening>> = {
    'second-factor': [
      challenge(),
      'POST /api/auth/second-factor challenge',
      'POST /api/auth/passkey/options challenge',
    ],
    'passkey-login': [tickets.issue('passkey-login', '', soon)],
    'passkey-creation': [tickets.issue('passkey-creation', `${operator?.id}`, soon)],
    'passkey-proof': [tickets.issue('passkey-proof', sid, soon)],
    'oidc-proof': [
      tickets.issue('oidc-proof', `${sid}.0`, soon),
      'POST /api/auth/reauthenticate oidc',
    ],
    'oidc-trip': [tickets.issue('oidc-trip', '{}', soon), 'cookie of the OpenID log-in'],
    oidc: [tickets.issue('oidc', version, soon), 'POST /api/auth/oidc code'],
    // Nobody is called here; tests/stories/call.test.ts shows what these open elsewhere.
    call: [tickets.issue('call', '{}', soon)],
  };
  const openings: Readonly<Record<string, Opening>> = {
    ...signed,
    'session of a customer': [customer, ...ofCustomer],
    'session of another customer': [stranger, ...ofCustomer],
    'session of an operator': [admin, ...ofViewer, 'bearer owner'],
    'command of this machine': [machine, ...ofViewer],
    'token of a program': [program.data.token, ...ofViewer],
    'token of a board': [app.board().token, 'bearer device', 'MQTT of a board'],
    'token for metrics': [metricsToken, 'bearer metrics'],
    'secret of a cluster': [nodeSecret, 'machine of a cluster'],
    'password of a home automation': [home.data.password, 'MQTT of a home automation'],
    'link for Telegram': [/start=link_([\w-]+)/.exec(telegram.link)?.[1], 'Telegram as a link'],
    'code for LINE': [lineCode, 'LINE as it is', 'LINE to', 'LINE as a link', 'LINE as a key'],
    'nonce of LINE’s dialog': [new URL(location).searchParams.get('nonce'), 'LINE dialog'],
    'code of a number': [code, 'POST /api/customer/sms/confirm as its owner'],
    'mailed question': [confirm, ...link],
    'token in a mailed question': [readable],
    'mailed link that acknowledges': [acknowledge, ...link],
    'mailed link that stops': [stop, ...link],
    'button of a notification': [press, ...link],
    'mailed link to follow': [linkOf({ do: 'follow', ...follower, area }), ...ofFollower],
    'mailed link to leave': [linkOf({ do: 'unfollow', ...follower }), ...ofFollower],
    'link to log in': [login, 'POST /api/auth/link-login token'],
    'address of a report': [secretIn(shared.data.path), 'GET /api/reports/{report}'],
    'address of a calendar': [secretIn(calendar.data.path), 'GET /api/calendars/{calendar}'],
    'picture of a week': [picture, 'GET /api/line/week.png ticket'],
    'code of an authenticator app': [codeOfApp, ...byCode],
    'recovery code': [recovery.data.recovery_codes[0], 'POST /api/auth/second-factor code'],
    'secret of an authenticator app': [shown],
    'key of a customer': [key, ...byKey],
    'password of an operator': [
      adminLogIn.password,
      'POST /api/auth/login password',
      'POST /api/auth/reauthenticate password',
    ],
  };
  const tokens = Object.entries(openings).map(([name, [token, ...doors]]) => {
    if (token == null || token === '') throw new Error(`there is no ${name}`);
    return { name, token, opens: doors };
  });
  const right = {
    ...{ phone: owner.phone, number, username: adminLogIn.username, challenge, nodeSecret },
    homeName: home.data.username,
    operatorToken: admin,
    customerTokens: { 'its owner': customer, 'somebody else': stranger },
  };
  return { app, line, right, tokens };
}
