/** Calls by a modem, in which nobody can press a key: the plan goes on whoever answers. */
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { FakeModem } from '../fakes/modem/fake-modem.ts';
import { FakeSmsd } from '../fakes/smsd/fake-smsd.ts';
import { startSmsd } from '../fakes/smsd/start-smsd.ts';
import { App, adminLogIn } from '../support/app.ts';
import { alerts, closeWorlds, open, passMinutes, som, son, until } from '../support/phone-world.ts';
import { tempDir } from '../support/temp-dir.ts';

afterEach(closeWorlds);

test('a phone that is answered has not heard: the next step is called, and it is said so', async () => {
  const spool = tempDir('smsd');
  using smsd = new FakeSmsd(spool);
  const world = await open({ way: 'modem', spool, pid_file: join(spool, 'pid') });
  const { app, portal } = world;
  const { data } = (await portal('POST', '/api/customer/contacts', { name: 'Son' })) as {
    data: { id: string };
  };
  await portal('PUT', `/api/customer/contacts/${data.id}`, { after_minutes: 5 });
  app.data.write('DELETE FROM recipients');
  for (const [number, contactId] of [
    [som, null],
    [son, data.id],
  ] as const) {
    app.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, contact_id, created_at)
       SELECT min(id), 'call', ?, 'en', ?, 0 FROM customers`,
      number,
      contactId,
    );
  }
  await app.restart('1 s');
  const device = await app.connect();
  await device.losesMains();
  const callsTo = (number: string) => smsd.calls.filter(({ to }) => to === number).length;
  await until(world, () => alerts(world)[0]?.last_error !== null);
  expect(smsd.calls.map(({ to }) => to)).toEqual([som]);
  const answered = 'Call: answered, but nobody pressed a key (a modem hears no keys)';
  expect(alerts(world)[0]).toEqual({ status: 'pending', recipient: som, last_error: answered });
  // Nobody could have heard, so the next step comes before its five minutes are over.
  const answeredAt = app.time.wallMs;
  await until(world, () => callsTo(son) === 1 && alerts(world)[1]?.last_error === answered);
  expect(app.time.wallMs - answeredAt).toBeLessThan(2 * 60_000);
  // The portal says that both are called again, the console that nobody was reached, and why.
  const { devices } = (await portal('GET', '/api/customer/stats')) as { devices: object[] };
  expect(devices).toMatchObject([
    { next_message: { chats: 2 }, outage: { acknowledged_at: null } },
  ]);
  const token = await logInAsOperator(app);
  const read = async (path: string) =>
    ((await (await app.call('GET', path, token)).json()) as { data: object[] }).data;
  expect(await read('/api/outages')).toMatchObject([{ told: { sent: 0, waiting: 2, failed: 0 } }]);
  expect(await read('/api/notifications')).toMatchObject([
    { last_error: answered, status: 'pending' },
    { last_error: answered, status: 'pending' },
  ]);
  // It goes on for half an hour, until somebody acknowledges elsewhere.
  await until(world, () => callsTo(som) === 2);
  await portal('POST', '/api/customer/outages/1/acknowledge');
  await passMinutes(world, 10);
  expect(callsTo(som) + callsTo(son)).toBe(3);
}, 60_000);

test('how well the modem hears its network is said of both channels that go by it, while it is known', async () => {
  const modem = new FakeModem();
  const smsd = await startSmsd(tempDir('smsd'), modem, 2);
  try {
    const env = Object.fromEntries(
      ['SMS', 'CALL'].flatMap((name) => [
        [`FAIWATCH_${name}_WAY`, 'modem'],
        [`FAIWATCH_${name}_DAILY_CAP`, '20'],
        [`FAIWATCH_${name}_SPOOL`, smsd.spool],
        [`FAIWATCH_${name}_PID_FILE`, smsd.pidFile],
      ]),
    );
    await using app = await App.start({ env });
    const token = await logInAsOperator(app);
    const read = async (path: string) => (await app.call('GET', path, token)).json();
    const seen = async () => {
      const { data } = (await read('/api/channels')) as { data: Shown[] };
      const { data: system } = (await read('/api/system')) as { data: { channels: Shown[] } };
      const metrics = await (await app.call('GET', '/metrics', token)).text();
      const ofModem = metrics.matchAll(/^faiwatch_channel_signal_dbm{channel="(.*)"} (.*)$/gm);
      return [
        ...[data, system.channels].map((list) =>
          list.flatMap(({ name, signal }) => (signal === undefined ? [] : [{ name, ...signal }])),
        ),
        [...ofModem].map(([, name, dbm]) => ({ name, dbm: Number(dbm) })),
      ].map((list) => list.toSorted((a, b) => `${a.name}`.localeCompare(`${b.name}`)));
    };
    /** smsd asks every two seconds, and while it does, nothing is known. */
    const shows = async (level: string, dbm: number | null) => {
      const names = ['call', 'sms'];
      const shown = names.map((name) => ({ name, level, dbm }));
      const counted = dbm === null ? [] : names.map((name) => ({ name, dbm }));
      while (!Bun.deepEquals(await seen(), [shown, shown, counted])) await Bun.sleep(100);
    };
    await shows('good', -71);
    modem.signal = 5;
    await shows('weak', -103);
    modem.signal = 99;
    await shows('none', null);
  } finally {
    await smsd.stop();
    modem.close();
  }
}, 60_000);

interface Shown {
  readonly name: string;
  readonly signal?: { readonly level: string; readonly dbm: number | null };
}

async function logInAsOperator(app: App): Promise<string> {
  const answer = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  return ((await answer.json()) as { token: string }).token;
}
