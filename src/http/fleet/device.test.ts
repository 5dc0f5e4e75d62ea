import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeAppOptions } from '../../../tests/support/http-world.ts';
import {
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { errorStatus } from '../../contract/errors.ts';
import { heartbeatAnswerSchema } from '../../contract/fleet/device.ts';
import { outages } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import { events } from '../../store/fleet/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { createApp } from '../app.ts';
import { maxBodyBytes } from '../engine/read-body.ts';

let monitor: TestMonitor;
let logged: { fields: object; message: string }[];
let app: ReturnType<typeof createApp>;

beforeEach(() => {
  monitor = makeTestMonitor();
  logged = [];
  app = createApp(
    makeAppOptions(monitor, {
      log: {
        ...monitor.log,
        error: (fields: object, message: string) => void logged.push({ fields, message }),
      },
    }),
  );
});

async function post(path: string, body: unknown, token?: string) {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await app.handle(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: raw ? (body as BodyInit) : JSON.stringify(body),
    }),
  );
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const heartbeat = (body: unknown, token?: string) => post('/api/device/v1/heartbeat', body, token);

describe('what is not taken of a device over HTTP', () => {
  const token = 'fwd_of_this_device';

  test('is remembered with its device, as it began', async () => {
    const device = makeDevice(monitor, { token });
    await heartbeat({ ...beat(), power: 'on' }, token);
    await heartbeat({ ...beat(), power: 'maybe' }, token);
    await heartbeat('{"power":', token);
    await heartbeat(new Uint8Array([0x22, 0xff, 0x22]), token);
    await post('/api/device/v1/events', { events: [{ type: 'SOMETHING' }] }, token);
    await app.handle(
      new Request('http://localhost/api/device/v1/heartbeat', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: '{}',
      }),
    );
    monitor.fleet.reconfigure(device, { ...device.config, revokedBecause: 'It was revoked.' });
    await heartbeat(beat(), token);
    const found = device.refusals?.recent(monitor.clock().wallMs) ?? [];
    expect(found.map(({ code, detail, count }) => [code, detail, count])).toEqual([
      ['revoked', 'heartbeat', 1],
      ['content-type', 'heartbeat', 1],
      ['payload-schema', expect.stringMatching(/^events: events\.0/), 3],
      ['payload-encoding', 'heartbeat', 1],
      ['payload-json', 'heartbeat', 1],
    ]);
    expect(found[4]?.message).toBe('{"power":');
    expect(found[2]?.message).toContain('SOMETHING');
  });

  test('is remembered of strangers by their address, without what they sent', async () => {
    makeDevice(monitor, { token });
    await heartbeat(beat(), 'fwd_of_nobody');
    await post('/api/device/v1/events', { events: [] });
    const found = monitor.fleet.strangers.recent(monitor.clock().wallMs);
    expect(found).toMatchObject([{ code: 'token', detail: 'events', count: 2, message: null }]);
  });

  test('names an enrolment with its answer: under the device if it is known, else by address', async () => {
    const known = makeDevice(monitor, { token });
    const enrolment = {
      device_id: known.deviceId,
      activation_key: '27YVA-YMFN0-8B70S-W1P5E',
      phone: '0812345678',
      device_type: 'esp32-s2-mini',
      firmware_version: '1.0.0',
    };
    expect((await post('/api/device/v1/enrol', enrolment)).body.code).toBe('KEY_NOT_FOUND');
    await post('/api/device/v1/enrol', { ...enrolment, device_id: 'fw-0000000000aa' });
    await post('/api/device/v1/enrol', { ...enrolment, phone: 81 });
    const now = monitor.clock().wallMs;
    expect(known.refusals?.recent(now)).toMatchObject([
      { code: 'enrolment', detail: 'KEY_NOT_FOUND', count: 1, message: null },
    ]);
    expect(monitor.fleet.strangers.recent(now)).toMatchObject([
      { code: 'payload-schema', detail: 'enrol: phone', count: 1, message: null },
      { code: 'enrolment', detail: 'KEY_NOT_FOUND', count: 1, message: null },
    ]);
  });

  test('is empty when all messages were accepted', async () => {
    const device = makeDevice(monitor, { token });
    await heartbeat(beat(), token);
    expect(device.refusals).toBeNull();
  });
});

describe('a device over HTTP', () => {
  test.each([
    ['heartbeat', beat()],
    ['events', { events: [report('POWER_DOWN')] }],
  ])('tells by its %s with which provider of internet it is', async (call, body) => {
    const token = 'fwd_of_this_device';
    const device = makeDevice(monitor, { token });
    const behindProxy = createApp(makeAppOptions(monitor, { trustProxy: true }));
    const answer = await behindProxy.handle(
      new Request(`http://localhost/api/device/v1/${call}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'X-Forwarded-For': '203.0.113.7',
        },
        body: JSON.stringify(body),
      }),
    );
    expect(answer.status).toBe(200);
    // Of the losses in an area, those of one provider may be the provider's.
    expect(device.provider).toBe('203.0');
    // Nobody knows what else failed with the proxy.
    expect(device.heardFrom).toBe('relayed');
  });

  test('enrols, sends heartbeats and reports, and is answered as the protocol says', async () => {
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
    const [key] = createKeys(monitor, order, testActor, monitor.clock());
    const enrolled = await post('/api/device/v1/enrol', {
      device_id: 'fw-0000000000ff',
      activation_key: key,
      phone: '0812345678',
      device_type: 'esp32-lilygo-t-display',
      firmware_version: '1.0.0',
    });
    expect(enrolled).toMatchObject({
      status: 200,
      body: {
        ok: true,
        heartbeat_interval_seconds: 10,
        mqtt: { port: 1883, tls: false, path: '/mqtt' },
        server_time: '2026-01-15T05:00:00.000Z',
      },
    });
    expect(monitor.store.db.select().from(devices).get()?.deviceType).toBe('t-display');
    const token = enrolled.body.device_token;
    expect(await heartbeat(beat(), token)).toMatchObject({
      status: 200,
      body: {
        ok: true,
        server_time: '2026-01-15T05:00:00.000Z',
        commands: [{ type: 'tell_features' }],
      },
    });
    const said = beat({ seq: 2, features: ['credentials', 'dancing'] });
    expect((await heartbeat(said, token)).body).toMatchObject({ ok: true, commands: [] });
    const down = report('POWER_DOWN', { age_ms: 1500 });
    expect(await post('/api/device/v1/events', { events: [down] }, token)).toMatchObject({
      status: 200,
      body: { ok: true, accepted: [down.seq] },
    });
    expect(monitor.store.db.select().from(outages).all()).toMatchObject([
      { cause: 'mains', downAt: monitor.clock().wallMs - 1500 },
    ]);
  });

  test('is told with each answer where the machines of the installation are', async () => {
    const device = makeDevice(monitor);
    const servers = ['http://192.168.1.10:8080', 'https://power.example.org'];
    const answers = async () => [
      (await heartbeat(beat(), `fwd_${device.deviceId}`)).body,
      (await heartbeat(beat({ seq: 2, features: [] }), `fwd_${device.deviceId}`)).body,
      (await heartbeat({ ...beat({ seq: 3 }), light: 7 }, `fwd_${device.deviceId}`)).body,
    ];
    for (const body of await answers()) expect(body).not.toHaveProperty('servers');
    monitor.servers = servers;
    for (const body of await answers()) {
      expect(heartbeatAnswerSchema.parse(body).servers).toEqual(servers);
    }
  });

  test('without a valid token learns nothing but that', async () => {
    const device = makeDevice(monitor);
    for (const token of [undefined, 'fwd_wrong', `fwd_${device.deviceId}x`]) {
      expect(await heartbeat(beat(), token)).toMatchObject({
        status: 401,
        body: { ok: false, code: 'INVALID_TOKEN' },
      });
    }
    monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    const { refreshFleet } = await import('../../actions/fleet/load-fleet.ts');
    refreshFleet(monitor, monitor.clock());
    expect(await heartbeat(beat(), `fwd_${device.deviceId}`)).toMatchObject({
      status: 403,
      body: { code: 'DEVICE_REVOKED' },
    });
  });
});

describe('input that is wrong', () => {
  const wrongBeats: readonly (readonly [string, unknown, string])[] = [
    ['a missing field', { ...beat(), power: undefined }, 'power'],
    ['a wrong type', { ...beat(), seq: '1' }, 'seq'],
    ['a huge number', { ...beat(), uptime_ms: 1e300 }, 'uptime_ms'],
    ['a negative number', { ...beat(), seq: -1 }, 'seq'],
    ['a fraction', { ...beat(), seq: 1.5 }, 'seq'],
    ['a NUL byte', { ...beat(), ssid: 'a\u0000b' }, 'ssid'],
    ['a long text', { ...beat(), ssid: 'x'.repeat(33) }, 'ssid'],
    ['an unknown word', { ...beat(), power: 'MAYBE' }, 'power'],
    ['no object', [], 'body'],
  ];

  test.each(wrongBeats)('%s is answered with 400 and the field named', async (_, body, field) => {
    const device = makeDevice(monitor);
    const answer = await heartbeat(body, `fwd_${device.deviceId}`);
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'VALIDATION' } });
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(device.state.link).toBe('unknown');
  });

  test.each([
    ['broken JSON', '{"a":'],
    ['nothing', ''],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ])('%s is answered with 400', async (_, body) => {
    const device = makeDevice(monitor);
    const answer = await heartbeat(body, `fwd_${device.deviceId}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  test('that is unknown is ignored and named', async () => {
    const device = makeDevice(monitor);
    const token = `fwd_${device.deviceId}`;
    const odd = { ...beat(), light: { lux: 3 }, [`x${'y'.repeat(100)}`]: null };
    const beaten = await heartbeat(odd, token);
    expect(beaten).toMatchObject({ status: 200, body: { ok: true } });
    expect(beaten.body.warnings).toEqual([
      'light: is not known',
      `x${'y'.repeat(39)}: is not known`,
    ]);
    expect(device.state.link).toBe('online');
    const list = [report('POWER_DOWN'), { ...report('POWER_RECOVER'), light: 1 }];
    const told = await post('/api/device/v1/events', { events: list, more: true }, token);
    expect(told.body).toEqual({
      ok: true,
      accepted: list.map(({ seq }) => seq),
      warnings: ['more: is not known', 'events.1.light: is not known'],
    });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, n]));
    expect((await heartbeat({ ...beat({ seq: 9 }), ...many }, token)).body.warnings).toHaveLength(
      10,
    );
    expect((await heartbeat(beat({ seq: 10 }), token)).body).not.toHaveProperty('warnings');
  });

  test('of one report among many stores none of them', async () => {
    const device = makeDevice(monitor);
    const list = [report('POWER_DOWN'), { ...report('POWER_RECOVER'), age_ms: -5 }];
    const path = '/api/device/v1/events';
    const answer = await post(path, { events: list }, `fwd_${device.deviceId}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'events.1.age_ms': expect.any(String) } },
    });
    expect(monitor.store.db.select().from(events).all()).toEqual([]);
  });

  test('over the limit is answered with 413', async () => {
    const device = makeDevice(monitor);
    const big = `"${'x'.repeat(maxBodyBytes)}"`;
    expect(await heartbeat(big, `fwd_${device.deviceId}`)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });
});

describe('failures', () => {
  test('of the disk are answered with 503 and when to come back', async () => {
    const device = makeDevice(monitor);
    Object.assign(monitor.commits, {
      submit: () => Promise.reject(new StoreUnavailable('disk full')),
    });
    const answer = await heartbeat(beat(), `fwd_${device.deviceId}`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('10');
  });

  test('that are unexpected are logged, and answered without words of the request', async () => {
    const device = makeDevice(monitor);
    Object.assign(monitor.commits, { submit: () => Promise.reject(new Error('secret detail')) });
    const answer = await heartbeat(beat(), `fwd_${device.deviceId}`);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(logged).toHaveLength(1);
  });

  test('carry the security headers, too', async () => {
    const answer = await post('/api/nothing', {});
    expect(answer).toMatchObject({ status: 404, body: { ok: false, code: 'NOT_FOUND' } });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('each have a status of their own', () => {
    expect(errorStatus.KEY_IN_USE).toBe(409);
    expect(Object.values(errorStatus).every((status) => status >= 400)).toBe(true);
  });
});

test("the landing page gets prices and the bot's name", async () => {
  const answer = await app.handle(new Request('http://localhost/api/public/info'));
  expect(await answer.json()).toEqual({
    ok: true,
    version: '1.2.3',
    oidc: null,
    bot: { handle: '@fai_bot', link: 'https://t.me/fai_bot' },
    call: false,
    call_ends: false,
    call_names: false,
    line: { account: '@faiwatch', link: 'https://line.me/R/ti/p/%40faiwatch' },
    email: false,
    webhook: false,
    sms: false,
    push: null,
    status_page: false,
    prices: { s2Mini: 300, tDisplay: 650, keyOnly: 200, renewal: 200 },
    keyValidityYears: 3,
    firmwareAvailable: false,
    firmware: [],
    shop: expect.objectContaining({ name: '', phone: '', photo: null, marketplaces: [] }),
  });
});
