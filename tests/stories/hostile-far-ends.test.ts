/**
 * Every place at which this program calls another machine, with a far end that means harm: what is read, kept and
 * waited for has a bound, somebody is told in words, and the service goes on.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  spyOn,
  test,
} from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeMessenger } from '../../src/cli/doctor/probe-messenger.ts';
import { makeDeviceApi } from '../../src/cli/simulate/device-api.ts';
import { fetchExecutable, fetchSmall } from '../../src/cli/update/fetch-release.ts';
import { makeWebhookAddress } from '../../src/domain/alerts/webhook-address.ts';
import { addOutageCalendar } from '../../src/modules/calendars/outage-calendars.ts';
import { OidcClient } from '../../src/modules/oidc/client.ts';
import { connectExternalBroker } from '../../src/mqtt/external-broker.ts';
import { FakeIngest } from '../../src/mqtt/testing/fake-ingest.ts';
import { makeCertificate, type TestCertificate } from '../../src/mqtt/testing/make-certificate.ts';
import { MemoryLog } from '../../src/mqtt/testing/test-broker.ts';
import { CallDesk } from '../../src/notify/channels/call/call-door.ts';
import { makeTemplateDialect } from '../../src/notify/channels/call/call-template.ts';
import { TemplateWay } from '../../src/notify/channels/call/template-way.ts';
import { TwilioApi } from '../../src/notify/channels/call/twilio-api.ts';
import { Voice } from '../../src/notify/channels/call/voice.ts';
import { makeEmailChannel } from '../../src/notify/channels/email/email-channel.ts';
import { makeLineChannel } from '../../src/notify/channels/line/line-channel.ts';
import { lineKind } from '../../src/notify/channels/line/line-kind.ts';
import { makeGateway } from '../../src/notify/channels/sms/gateway.ts';
import { openTelegram } from '../../src/notify/channels/telegram/telegram-api.ts';
import { makeTelegramChannel } from '../../src/notify/channels/telegram/telegram-channel.ts';
import { describeTelegramError } from '../../src/notify/channels/telegram/telegram-errors.ts';
import { makeWebhookChannel } from '../../src/notify/channels/webhook/webhook-channel.ts';
import { vapidKeysOf } from '../../src/notify/channels/webpush/vapid-keys.ts';
import { makeWebpushChannel } from '../../src/notify/channels/webpush/webpush-channel.ts';
import { realTime } from '../../src/server/clock.ts';
import { makeAccountKey, orderCertificate } from '../../src/server/order-certificate.ts';
import { PingWatchdog } from '../../src/server/ping-watchdog.ts';
import { makeS3Target } from '../../src/store/backups/s3-target.ts';
import { callTemplate } from '../fakes/call-provider/fake-call-provider.ts';
import {
  type AttackName,
  attackNames,
  HostileFarEnd,
  startHostileStream,
} from '../fakes/hostile/hostile-far-end.ts';
import { startFakePushService } from '../fakes/push-service/fake-push-service.ts';
import { App } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { asNew, testMessage } from '../support/messages.ts';
import { makeCustomer, makeTestMonitor, TestTime, testActor } from '../support/monitor.ts';
import { forgetPeak, measure, mostGrowthBytes, peak } from '../support/peak-memory.ts';
import { logIntoPortal } from '../support/portal-calls.ts';
import { tempDir } from '../support/temp-dir.ts';

const message = testMessage({ html: '<b>Power lost</b>' });
const pushSecret = 'c2VjcmV0IG9mIDMyIGJ5dGVzIGZvciB0aGUgYmVuY2g';
const outbound = { allowPrivate: true };
/** Time goes this much faster for whoever waits; ten times that for the minutes of a transfer. */
const mostHaste = 100;
const hasteOf = (ms: number) => (ms > 60_000 ? haste * 10 : haste);
/** Of a call that was not one, or that grew. */
const mostTries = 5;
/** Under load. */
const patienceMs = 60_000;
/**
 * What a caller reads before it goes away: 16 MB where files come, and what lies in the system's buffers on both sides,
 * which grow to 36 MB (tcp_rmem, tcp_wmem of tcp(7)).
 */
const mostSentBytes = 64 * 1024 * 1024;

let far: HostileFarEnd;
let secureFar: HostileFarEnd;
let certificate: TestCertificate;
let dir: string;
let browser: string;
let accountKey: string;
let haste = mostHaste;
const waits: number[] = [];
const restore: (() => void)[] = [];

beforeAll(async () => {
  certificate = makeCertificate();
  far = new HostileFarEnd();
  secureFar = new HostileFarEnd(certificate);
  await Promise.all([far.listen(), secureFar.listen()]);
  dir = tempDir('hostile');
  writeFileSync(join(dir, 'copy'), Buffer.alloc(100_000, 'a'));
  const service = await startFakePushService(vapidKeysOf(pushSecret).publicKey);
  browser = service.subscribe().address;
  await service.close();
  accountKey = await makeAccountKey();
}, patienceMs);
afterAll(async () => {
  await Promise.all([far.close(), secureFar.close()]);
  certificate.remove();
});

beforeEach(() => {
  const timeout = AbortSignal.timeout;
  const { setTimeout: set } = globalThis;
  waits.length = 0;
  haste = mostHaste;
  const hasten = (ms: number) => {
    waits.push(ms);
    return ms / hasteOf(ms);
  };
  const signal = spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    timeout.call(AbortSignal, hasten(ms)),
  );
  const timer = spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...args: unknown[]) => void,
    ms = 0,
    ...args: unknown[]
  ) => set(run, ms > 1000 ? hasten(ms) : ms, ...args)) as typeof setTimeout);
  restore.push(
    () => signal.mockRestore(),
    () => timer.mockRestore(),
  );
});
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

type Place = (origin: string) => Promise<unknown>;

const s3 = (origin: string) =>
  makeS3Target({
    ...{ endpoint: origin, bucket: 'copies', region: 'auto', prefix: '' },
    ...{ accessKey: 'A', secretKey: 'B' },
  });
const twilio = (apiRoot: string) =>
  new TwilioApi({ account: `AC${'0'.repeat(32)}`, token: 'secret', apiRoot });
/** Time stands still, so that nothing waits for a call that may have begun. */
const writtenDown = (origin: string) => {
  const { clock, setTimer } = new TestTime();
  const template = callTemplate(origin);
  const desk = new CallDesk({
    ...{ dialect: makeTemplateDialect(template), publicUrl: 'https://fai.example', clock },
    ...{ voice: new Voice(null), leftAlone: { has: () => false, add: () => {} } },
    ...{ seal: () => 'ticket', open: () => null },
  });
  return new TemplateWay({ template, outbound, desk, isReachable: true, clock, setTimer });
};
const line = (origin: string) => ({ token: 'T', apiRoot: origin, ...realTime });
const oidc = (origin: string) =>
  new OidcClient({
    ...{ issuer: origin, clientId: 'faiwatch', clientSecret: 'S' },
    redirectUri: 'http://localhost/api/auth/oidc/callback',
  });
const upgrade = { file: 'faiwatch-linux-x64', sha256: 'a'.repeat(64), bytes: 100_000_000 };
const copy = 'faiwatch-20261121T200000Z-nightly.db.zst';

const places: Readonly<Record<string, Place>> = {
  'a webhook': (origin) =>
    makeWebhookChannel({
      signingKey: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ',
      outbound,
      clock: realTime.clock,
    }).send(
      makeWebhookAddress({ url: `${origin}/hook`, format: 'events' }, 'salt'),
      message,
      asNew(),
    ),
  'a browser’s push service': (origin) => {
    const endpoint = new URL(browser);
    return makeWebpushChannel({
      ...{ keys: vapidKeysOf(pushSecret), subject: 'mailto:a@b.example', outbound },
      linkTo: () => null,
    }).send(`${origin}/push${endpoint.hash}`, message, asNew());
  },
  'a provider of SMS': (origin) =>
    makeGateway({
      template: { url: `${origin}/sms`, method: 'POST', headers: '', body: 'to={to}' },
      ...{ sender: 'FaiWatch', secret: '', success: 'id', outbound },
    }).send({ to: '+66812345678', text: 'Power lost', key: 'k', alphabet: 'gsm7' }),
  'a calendar': async (origin) => {
    const monitor = makeTestMonitor();
    const customerId = makeCustomer(monitor, 'chat');
    const reader = { monitor, outbound, timezone: 'Asia/Bangkok' };
    const wanted = { url: `${origin}/a.ics`, deviceIds: null };
    await addOutageCalendar(reader, customerId, wanted, testActor);
  },
  'Telegram, by a message': (origin) =>
    makeTelegramChannel({ token: 'T', apiRoot: origin }).send('7', message, asNew()),
  'Telegram, by a file': (origin) =>
    makeTelegramChannel({ token: 'T', apiRoot: origin }).send(
      '7',
      {
        ...message,
        file: { name: 'report.pdf', type: 'application/pdf', bytes: new Uint8Array(1000) },
      },
      asNew(),
    ),
  'Telegram, asked for updates': (origin) =>
    openTelegram(
      { token: 'T', apiRoot: origin },
      { timeoutSeconds: 35, maxBytes: 16 * 1024 * 1024 },
    )
      .getUpdates({ timeout: 25 })
      // As the bot says it.
      .catch((error: unknown) => {
        throw new Error(describeTelegramError(error));
      }),
  'Telegram, asked by doctor': async (origin) => {
    const { state, detail } = await probeMessenger(origin, 'T', Date.now);
    if (state !== 'reached') throw new Error(detail ?? 'refused');
  },
  'a provider of calls, asked for the account': (origin) => twilio(origin).readName(),
  'a provider of calls, asked for the last call': (origin) =>
    twilio(origin).findLast('+66812345678'),
  'a provider of calls, told to call': (origin) => twilio(origin).place({ To: '+66812345678' }),
  'a provider of calls as written down, told to call': (origin) =>
    writtenDown(origin).place({
      ...{ subject: 'alert', language: 'en', to: '+66812345678', notificationId: 1 },
      pieces: ['greeting'],
    }),
  'LINE, by a message': (origin) => makeLineChannel(line(origin)).send('U7', message, asNew()),
  'LINE, asked who it is': async (origin) =>
    lineKind.ask?.({ access_token: 'T', channel_secret: 'S', api_root: origin }, {
      setTimer: realTime.setTimer,
    } as never),
  'an OpenID provider': (origin) => oidc(origin).begin(false),
  'a bucket, listed': (origin) => s3(origin).list(),
  'a bucket, given a copy': (origin) => s3(origin).put(join(dir, 'copy'), copy),
  'a bucket, asked for a copy': async (origin) => {
    const to = join(dir, 'back');
    rmSync(to, { force: true });
    // Its size is the bucket’s to say; how slowly it comes is not.
    await s3(origin).fetch(copy, to);
  },
  'a bucket, told to remove a copy': (origin) => s3(origin).remove(copy),
  'a certificate authority': (origin) =>
    orderCertificate({
      ...{ domain: 'power.example', directory: `${origin}/directory`, email: undefined },
      ...{ accountKey, answers: new Map() },
    }),
  'a dead man’s switch': async (origin) => {
    const lines: string[] = [];
    const note = (fields: object, text: string) =>
      void lines.push(`${text}: ${JSON.stringify(fields)}`);
    const log = { debug: note, info: note, warn: note, error: note };
    const watchdog = new PingWatchdog({ url: `${origin}/secret`, isWell: () => true, log });
    await watchdog.call();
    if (watchdog.counters.failed > 0) throw new Error(lines.join());
  },
  'a server that a simulated board calls': (origin) =>
    makeDeviceApi(new URL(origin)).heartbeat('t', {} as never),
};

const secure: Readonly<Record<string, Place>> = {
  'a mirror, asked for a manifest': (origin) => fetchSmall(new URL(`${origin}/latest.json`)),
  'a mirror, asked for an executable': (origin) => {
    const to = join(dir, 'fresh');
    rmSync(to, { force: true });
    return fetchExecutable(new URL(origin), upgrade, to);
  },
};

/** Where a status of 2xx is enough, what stands in the body is not missed. */
const takenByStatus = [
  ...['a webhook', 'a browser’s push service', 'a dead man’s switch'],
  'a bucket, told to remove a copy',
];
/** Whoever reads these says later whether it is what was asked for: a signature, a size, a call that is placed. */
const takenAsItIs = [
  ...['a mirror, asked for a manifest', 'a bucket, asked for a copy'],
  ...['a provider of calls, asked for the last call', 'Telegram, asked by doctor'],
  'Telegram, asked for updates',
];
const answers200: readonly AttackName[] = [
  ...(['JSON of great depth', 'JSON of another kind', 'JSON of other shapes'] as const),
  'what is no text',
];
/** What may be large is bounded by how it comes, and by whoever asks. */
const large = ['a bucket, asked for a copy', 'a mirror, asked for an executable'];
const endless: readonly AttackName[] = ['a body without an end', 'chunks without an end'];

async function meet(place: Place, at: HostileFarEnd, attack: AttackName) {
  for (let tries = 1; ; tries++) {
    at.reset(attack);
    const met = await measure(() => place(at.origin));
    const isOver = at.requests > 0 && met.grownBytes < mostGrowthBytes;
    if (isOver || tries === mostTries) return met;
    // On a machine with much to do, hastened time may be over before the call has begun.
    if (at.requests === 0) haste /= 2;
    // What grew may be garbage of the calls before this one.
    else Bun.gc(true);
  }
}

function judge(
  name: string,
  at: HostileFarEnd,
  { error, tookMs, grownBytes }: Awaited<ReturnType<typeof meet>>,
): void {
  expect(at.requests).toBeGreaterThan(0);
  expect(grownBytes).toBeLessThan(mostGrowthBytes);
  // Five minutes is what a transfer to a bucket may stand still.
  expect(Math.max(0, ...waits)).toBeLessThanOrEqual(330_000);
  expect(tookMs).toBeLessThan(6_000);
  if (error === null) {
    const isAnswered = answers200.includes(at.attack);
    expect([...takenByStatus, ...(isAnswered ? takenAsItIs : [])]).toContain(name);
    return;
  }
  // Words without the address, the token or a stack; a status says itself.
  expect(error.message).toMatch(/\w+:? \w+/);
  expect(error).not.toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(RangeError);
  expect(error.message).not.toMatch(/secret|\/botT|[\r\n]/);
}

test(
  'a bomb is one: read as Bun reads, it takes what it unpacks to',
  async () => {
    const plain = (origin: string) => fetch(origin).then((answer) => answer.bytes());
    for (const attack of ['a bomb of Brotli', 'a bomb of gzip'] as const) {
      far.reset(attack);
      const { grownBytes } = await measure(() => plain(far.origin));
      // Some of it is taken from what the tests before have left. It would be red in each of the places below.
      expect(grownBytes).toBeGreaterThan(mostGrowthBytes);
      expect(far.sentBytes).toBeLessThan(2 * 1024 * 1024);
    }
  },
  patienceMs,
);

describe.each(Object.keys(places))('%s', (name) => {
  const place = places[name] as Place;
  const own = attackNames.filter((attack) => !(large.includes(name) && endless.includes(attack)));
  test.each(own)('that answers %s', async (attack) => {
    const met = await meet(place, far, attack);
    judge(name, far, met);
    if (endless.includes(attack)) expect(far.sentBytes).toBeLessThan(mostSentBytes);
  });
});

describe.each(Object.keys(secure))('%s', (name) => {
  const place = secure[name] as Place;
  beforeAll(() => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  });
  afterAll(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  });
  test.each(attackNames)('that answers %s', async (attack) => {
    judge(name, secureFar, await meet(place, secureFar, attack));
  });
});

const mailAttacks = {
  'a greeting without an end': { kind: 'flood', first: '220 ', again: 'x'.repeat(65_536) },
  'a greeting of lines without an end': {
    kind: 'flood',
    first: '',
    again: '220-welcome\r\n'.repeat(4_000),
  },
  'refusals without an end': { kind: 'flood', first: '', again: '421 not now\r\n'.repeat(4_000) },
  'a reply byte by byte': { kind: 'drip', first: '220 welcome\r\n250-' },
  'nothing at all': { kind: 'drip', first: '' },
} as const;

describe('a mail server', () => {
  test.each(Object.keys(mailAttacks) as (keyof typeof mailAttacks)[])(
    'that says %s',
    async (attack) => {
      await using server = await startHostileStream(mailAttacks[attack], true);
      const channel = makeEmailChannel({
        server: {
          ...{ host: '127.0.0.1', port: server.port, security: 'none' },
          ...{ login: { user: 'u', pass: 'secret' }, ca: undefined },
        },
        from: { name: 'FaiWatch', address: 'alerts@power.example' },
        linkTo: () => null,
      });
      const { error, tookMs, grownBytes } = await measure(() =>
        channel.send('som@example.com', message, asNew()),
      );
      expect(error?.message).toMatch(/^SMTP: \w+ \w+/);
      expect(grownBytes).toBeLessThan(mostGrowthBytes);
      expect(tookMs).toBeLessThan(6_000);
      await until(() => server.openConnections() === 0);
    },
  );
});

/** PUBLISH with 256 MB to come, after a CONNACK of each version (MQTT 3.1.1 section 2.2.3). */
const largePublish = '\x30\xff\xff\xff\x7f';
const again = 'x'.repeat(65_536);

describe('a broker that sends a packet of 256 MB', () => {
  test('of the operator’s is let go, and tried again', async () => {
    await using broker = await startHostileStream(
      { kind: 'flood', first: `\x20\x03\0\0\0${largePublish}`, again },
      false,
    );
    const log = new MemoryLog();
    const external = connectExternalBroker({
      ...{ url: `mqtt://127.0.0.1:${broker.port}`, ingest: new FakeIngest(), log },
      ...{ time: realTime, backoffMs: { first: 20, most: 50 }, stopMs: 100 },
    });
    const { grownBytes } = await measure(async () => {
      await until(() => external.counters.connections >= 3);
      expect(external.status().problem).toContain('too large');
      await external.stop();
    });
    expect(grownBytes).toBeLessThan(mostGrowthBytes);
  });
});

test.each<AttackName>([
  'a bomb of Brotli',
  'a body without an end',
  'an extension of a chunk without an end',
  'an error byte by byte',
])('the service goes on while a customer’s program answers %s', async (attack) => {
  await using app = await App.start({
    env: {
      FAIWATCH_WEBHOOK_SIGNING_KEY: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
    },
  });
  const call = await logIntoPortal(app);
  far.reset('a bomb of Brotli');
  const url = `${far.origin}/hook`;
  const added = await call('POST', '/api/customer/webhooks', { url, format: 'events' });
  expect(added).toMatchObject({ secret: expect.any(String) });
  far.reset(attack);
  const device = await app.connect();
  const before = forgetPeak();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => app.telegram.sent.length > 0 && far.requests > 0);
  // Whoever asks is answered meanwhile.
  expect((await app.call('GET', '/readyz')).status).toBe(200);
  await device.regainsMains();
  await app.advance('3 min');
  await until(() => app.telegram.sent.length > 1);
  expect(peak() - before).toBeLessThan(2 * mostGrowthBytes);
});
