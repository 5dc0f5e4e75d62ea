import { beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor, testStart } from '../../../tests/support/monitor.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { deviceSchema } from '../../contract/devices/devices.ts';
import { eventSchema } from '../../contract/fleet/events.ts';
import { keySchema } from '../../contract/keys/keys.ts';
import { auditEntrySchema } from '../../contract/people/audit.ts';
import { customerSchema } from '../../contract/people/customers.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { customers } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

/** As it comes over the wire: the byte-order mark included, which `text()` would swallow. */
async function download(
  path: string,
): Promise<{ readonly text: string; readonly headers: Headers }> {
  const answer = await world.app.handle(
    new Request(`http://localhost${path}`, { headers: { Authorization: `Bearer ${admin}` } }),
  );
  expect(answer.status).toBe(200);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { text: decoder.decode(await answer.arrayBuffer()), headers: answer.headers };
}

/** The cells of one column; the tests' own cells hold no line breaks. */
function column(text: string, name: string): string[] {
  const [heading = '', ...lines] = text.slice(1, -2).split('\r\n');
  const at = heading.split(',').indexOf(name);
  expect(at).toBeGreaterThanOrEqual(0);
  return lines.map((line) => line.split(',')[at] ?? '');
}

function addEvent(eventType: 'POWER_DOWN' | 'HEARTBEAT' | 'ONLINE', deviceRow: number): void {
  const at = world.monitor.clock().wallMs;
  insertEvent(world.monitor.store, {
    deviceRow,
    customerId: null,
    eventType,
    occurredAt: at,
    createdAt: at,
    voltage: 4.97,
    details: { rssi: -61 },
  });
}

const names = ['customers', 'devices', 'keys', 'events', 'audit'] as const;

describe.each(names)('%s', (name) => {
  test('are a file named by the local date, for spreadsheets', async () => {
    // 00:30 on the 16th in Bangkok.
    world.monitor.time.advanceMs(Date.UTC(2026, 0, 15, 17, 30) - testStart);
    admin = await world.admin('late');
    const { text, headers } = await download(`/api/${name}/export.csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${name}-2026-01-16.csv"; filename*=UTF-8''${name}-2026-01-16.csv`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toStartWith('\uFEFF');
    expect(text).toEndWith('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('are for administrators', async () => {
    const customer = await world.customer(makeCustomer(world.monitor));
    expect(await world.get(`/api/${name}/export.csv`)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(await world.get(`/api/${name}/export.csv`, customer)).toMatchObject(
      refused(403, 'FORBIDDEN'),
    );
  });

  test('are not paged', async () => {
    for (const parameter of ['page=1', 'limit=10']) {
      expect(await world.get(`/api/${name}/export.csv?${parameter}`, admin)).toMatchObject(
        refused(400, 'VALIDATION'),
      );
    }
  });
});

const schemas = {
  customers: customerSchema(),
  devices: deviceSchema(),
  keys: keySchema(),
  events: eventSchema(),
  audit: auditEntrySchema(),
};

test.each(names)('%s have a column for every field of the list', async (name) => {
  const { text } = await download(`/api/${name}/export.csv`);
  const heading = text.slice(1).split('\r\n')[0]?.split(',') ?? [];
  for (const field of Object.keys(schemas[name].shape)) {
    // `timestamp` is `event_time` once more; an object has a column for each of its fields.
    const isThere = heading.some((one) => one === field || one.startsWith(`${field}_`));
    expect({ field, isThere: isThere || field === 'timestamp' }).toEqual({ field, isThere: true });
  }
});

test('exports hold the same rows as lists, searched and filtered alike', async () => {
  const { monitor } = world;
  const shop = makeDevice(monitor, { siteName: 'Corner shop' });
  const home = makeDevice(monitor, { siteName: '100%_home' });
  createKeys(
    monitor,
    { count: 3, purchaseType: 'key_only', deviceType: null, phone: null, notes: null },
    testActor,
    monitor.clock(),
  );
  for (const device of [shop, home, shop]) {
    monitor.time.advanceMs(1_000);
    for (const type of ['POWER_DOWN', 'HEARTBEAT', 'ONLINE'] as const) addEvent(type, device.row);
  }
  writeAudit(
    monitor.store,
    { actor: testActor, action: 'device.rename', subject: 'device:x', before: { a: 1 } },
    monitor.clock().wallMs,
  );
  const lists: readonly (readonly [(typeof names)[number], string, string, number])[] = [
    ['customers', 'id', '', 2],
    ['customers', 'id', 'filter=inactive', 0],
    ['devices', 'device_id', '', 2],
    ['devices', 'device_id', 'q=corner', 1],
    ['devices', 'device_id', 'q=%25_', 1],
    ['devices', 'device_id', 'filter=unknown', 2],
    ['keys', 'key_code', '', 5],
    ['keys', 'key_code', 'filter=unused', 3],
    ['keys', 'key_code', 'q=corner', 1],
    ['events', 'id', '', 6],
    ['events', 'id', 'filter=heartbeat', 3],
    ['events', 'id', 'filter=power_down&q=shop', 2],
    ['events', 'id', `device_id=${home.deviceId}`, 2],
    ['events', 'id', 'from=2026-01-15T05:00:02Z&to=2026-01-15T05:00:03Z', 2],
    ['audit', 'id', 'q=rename', 1],
  ];
  for (const [name, id, query, count] of lists) {
    const { text } = await download(`/api/${name}/export.csv?${query}`);
    const { body } = await world.get(`/api/${name}?${query}`, admin);
    const listed = body.data.map((row: Record<string, unknown>) => String(row[id]));
    expect({ name, query, ids: column(text, id).sort() }).toEqual({
      name,
      query,
      ids: listed.sort(),
    });
    expect({ name, query, count: listed.length }).toEqual({ name, query, count });
  }
});

test('exports show text as it is, disarm formulas, and keep numbers and times plain', async () => {
  const { monitor } = world;
  const id = makeCustomer(monitor);
  monitor.store.db
    .update(customers)
    .set({ name: '=HYPERLINK("http://x","ร้านสมชาย")', phone: '+66812345678', address: '@home' })
    .run();
  const { text } = await download('/api/customers/export.csv');
  expect(text.split('\r\n')[1]).toBe(
    `${id},"'=HYPERLINK(""http://x"",""ร้านสมชาย"")",'+66812345678,,,'@home,,0,0,true,en,connected,2026-01-15T05:00:00.000Z,,`,
  );
  const device = makeDevice(monitor, { customerId: id });
  addEvent('ONLINE', device.row);
  const events = await download('/api/events/export.csv');
  expect(events.text).toContain(',4.97,,,"{""rssi"":-61}",,,,false,0,0,0\r\n');
});

test("an export's path wins over an entry with the same id", async () => {
  for (const name of ['events', 'keys', 'customers', 'devices'] as const) {
    const { headers } = await download(`/api/${name}/export.csv`);
    expect(headers.get('content-type')).toStartWith('text/csv');
  }
  expect(await world.get('/api/events/export.txt', admin)).toMatchObject(
    refused(400, 'VALIDATION'),
  );
});

describe('over a socket', () => {
  /** Everything a client gets until the other side closes, however it closes. */
  function fetchRaw(port: number, path: string): Promise<string> {
    return new Promise((resolve) => {
      let got = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${admin}\r\n\r\n`,
        );
      });
      socket.setEncoding('utf8');
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(got));
    });
  }

  const lastChunk = '\r\n0\r\n\r\n';

  async function serve<T>(work: (port: number) => Promise<T>): Promise<T> {
    await world.app.modules;
    world.app.listen({ port: 0, hostname: '127.0.0.1' });
    try {
      return await work(world.app.server?.port ?? 0);
    } finally {
      await world.app.stop(true);
    }
  }

  test('a whole file ends with the last chunk', async () => {
    const device = makeDevice(world.monitor);
    for (let i = 0; i < 600; i += 1) addEvent('ONLINE', device.row);
    const got = await serve((port) => fetchRaw(port, '/api/events/export.csv'));
    expect(got).toStartWith('HTTP/1.1 200 OK');
    expect(got.endsWith(lastChunk)).toBe(true);
    expect(got.match(/,ONLINE,/g)?.length).toBe(600);
  });

  test('a file that breaks off does not, and the log says why', async () => {
    const { monitor } = world;
    const device = makeDevice(monitor);
    for (let i = 0; i < 600; i += 1) addEvent('ONLINE', device.row);
    // The oldest rows cannot be read.
    monitor.store.sqlite.run("UPDATE events SET details = '{' WHERE id <= 100");
    const logged: string[] = [];
    const { error } = monitor.log;
    monitor.log.error = (_, message) => void logged.push(message);
    const got = await serve((port) => fetchRaw(port, '/api/events/export.csv'));
    monitor.log.error = error;
    expect(got).toStartWith('HTTP/1.1 200 OK');
    expect(got).toContain(',ONLINE,');
    expect(got.endsWith(lastChunk)).toBe(false);
    expect(logged).toEqual(['an export broke off']);
  });

  test('what fails at once is an ordinary failure', async () => {
    const device = makeDevice(world.monitor);
    addEvent('ONLINE', device.row);
    world.monitor.store.sqlite.run("UPDATE events SET details = '{'");
    const answer = await world.get('/api/events/export.csv', admin);
    expect(answer).toMatchObject({ status: 500, body: { ok: false, code: 'INTERNAL' } });
    expect(world.logged.length).toBe(1);
  });
});

describe('for programs', () => {
  beforeEach(() => {
    makeCustomer(world.monitor);
    world.monitor.store.db.update(customers).set({ name: '=1+1', phone: '+66812345678' }).run();
  });

  test('CSV is plain when asked for: cells as they are, no byte-order mark', async () => {
    const { text } = await download('/api/customers/export.csv?format=plain');
    expect(text.startsWith('id,name,phone,')).toBe(true);
    expect(text).toContain(',=1+1,+66812345678,');
  });

  test('JSON Lines hold what the list answers, a line each', async () => {
    const { text, headers } = await download('/api/customers/export.jsonl?q=081234');
    expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/filename="customers-[\d-]{10}\.jsonl"/);
    const { body } = await world.get('/api/customers', admin);
    expect(text).toBe(`${JSON.stringify(body.data[0])}\n`);
  });

  test('an unknown format is refused', async () => {
    expect(await world.get('/api/keys/export.csv?format=xml', admin)).toMatchObject(
      refused(400, 'VALIDATION'),
    );
  });
});
