import { Database } from 'bun:sqlite';
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { makeTestShelf } from '../../../tests/support/backups.ts';
import { HttpWorld, refused, wellProbe } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { refreshFleet } from '../../actions/fleet/load-fleet.ts';
import { noteRefusal } from '../../actions/fleet/note-refusal.ts';
import type { RefusalCode } from '../../domain/fleet/refusals.ts';
import { noJobState } from '../../store/backups/backup-state.ts';
import { devices } from '../../store/devices/tables.ts';
import { insertGap } from '../../store/fleet/gaps.ts';
import { events } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import type { SystemProbe } from './system-probe.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const read = async () => (await world.get('/api/system', admin)).body.data;
const iso = (ms: number) => new Date(ms).toISOString();
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A message in the outbox. */
function queue(values: Partial<typeof notifications.$inferInsert>): void {
  const { store } = world.monitor;
  const customerId = makeCustomer(world.monitor);
  store.db
    .insert(notifications)
    .values({
      customerId,
      kind: 'alert',
      channel: 'telegram',
      recipient: '1',
      language: 'th',
      dueAt: testStart,
      nextAttemptAt: testStart,
      createdAt: testStart,
      ...values,
    })
    .run();
}

const failure = {
  firstAt: testStart - 2000,
  lastAt: testStart - 1000,
  tries: 3,
  nextTryAt: testStart + 1000,
  text: 'AccessDenied: no',
};

describe('GET /api/system', () => {
  test('says how everything stands', async () => {
    expect(await read()).toEqual({
      version: '1.2.3',
      server_time: iso(testStart),
      started_at: iso(testStart - 3_600_000),
      uptime_seconds: 3600,
      problems: [],
      messenger: {
        is_configured: true,
        is_reachable: true,
        state: 'polling',
        since: iso(testStart),
        detail: null,
        username: 'fai_bot',
        last_sent_at: null,
      },
      channels: [
        {
          ...{ name: 'telegram', state: 'working', since: iso(testStart) },
          ...{ detail: null, quota: null, last_sent_at: null },
        },
      ],
      broker: {
        kind: 'embedded',
        is_listening: true,
        detail: null,
        port: 1883,
        tls_port: null,
        sessions: 2,
      },
      certificate: null,
      plain_outside: { boards: 0, people: 0 },
      tokens_without_scopes: [],
      cluster: null,
      credentials_due: { boards: 0, device_ids: [] },
      refusals: { boards: [], strangers: [] },
      database: {
        size_bytes: 5_242_880,
        wal_bytes: 1_048_576,
        devices: 0,
        keys: 0,
        events: 0,
        bytes_written_per_hour: 4_194_304,
      },
      status_subscriptions: null,
      outbox: { waiting: 0, oldest_seconds: null, failed_last_day: 0 },
      last_backup_at: null,
      backups: [],
      backup_schedule: {
        next_at: '2026-01-15T20:00:00.000Z',
        last_done_at: null,
        failure: null,
      },
      backup_targets: [],
      observation: { is_blind: false, gaps: [] },
      clock_jumps: [],
      map: null,
      disk: { free_bytes: 12_000_000_000, total_bytes: 31_000_000_000 },
    });
  });

  test('names no path, neither of the data nor of a backup', async () => {
    await world.post('/api/system/backups', admin);
    const { text } = await world.get('/api/system', admin);
    expect(text).not.toContain('/');
  });

  test('names the boards that are refused until somebody enters their key, longest first', async () => {
    const { monitor } = world;
    const change = (device: LiveDevice, fields: Partial<typeof devices.$inferInsert>) => {
      monitor.store.db.update(devices).set(fields).where(eq(devices.id, device.row)).run();
      refreshFleet(monitor, monitor.clock(), [device.deviceId]);
    };
    const [given, ended, taken] = [makeDevice(monitor), makeDevice(monitor), makeDevice(monitor)];
    change(given, { nextTokenHash: 'b', credentialsDueAt: testStart + 600_000 });
    change(ended, { tokenHash: null, credentialsDueAt: testStart });
    expect((await read()).credentials_due).toEqual({ boards: 1, device_ids: [ended.deviceId] });
    expect((await read()).problems).toContain('credentials_due');
    change(taken, { tokenHash: null, credentialsDueAt: testStart - 1 });
    const device_ids = [taken.deviceId, ended.deviceId];
    expect((await read()).credentials_due).toEqual({ boards: 2, device_ids });
    for (const device of [ended, taken]) change(device, { credentialsDueAt: null });
    expect((await read()).problems).not.toContain('credentials_due');
  });

  test('names who is refused, the newest first, and leaves out what is no mistake', async () => {
    const [device, other] = [makeDevice(world.monitor), makeDevice(world.monitor)];
    const note = (sender: LiveDevice | string | null, code: RefusalCode, address = '192.0.2.7') =>
      noteRefusal(world.monitor, sender, { code, address, detail: '', message: null });
    note(device, 'topic');
    note(device, 'elsewhere');
    world.monitor.time.advanceMs(1000);
    note(other.deviceId, 'token');
    note(null, 'user-name', '2001:db8::1');
    note(null, 'user-name', '2001:db8::2');
    note(null, 'connect-timeout');
    const { boards, strangers } = (await read()).refusals;
    expect(
      boards.map(({ device_id, code }: { device_id: string; code: string }) => [device_id, code]),
    ).toEqual([
      [other.deviceId, 'token'],
      [device.deviceId, 'topic'],
    ]);
    expect(strangers).toMatchObject([{ code: 'user-name', count: 2, address: '2001:db8::2' }]);
  });

  test('counts devices and keys now, and events every ten minutes', async () => {
    const { store, time } = world.monitor;
    await read();
    const device = makeDevice(world.monitor);
    const event = { eventType: 'ONLINE', occurredAt: testStart, createdAt: testStart } as const;
    store.db
      .insert(events)
      .values({ ...event, deviceRow: device.row })
      .run();
    expect((await read()).database).toMatchObject({ devices: 1, keys: 1, events: 0 });
    time.advanceMs(10 * minuteMs);
    expect((await read()).database).toMatchObject({ devices: 1, keys: 1, events: 1 });
  });

  test('counts what is due and could not go, and for how long', async () => {
    const { time } = world.monitor;
    queue({ dueAt: testStart + minuteMs, nextAttemptAt: testStart + minuteMs });
    expect((await read()).outbox).toMatchObject({ waiting: 0, oldest_seconds: null });
    time.advanceMs(minuteMs + 90_000);
    expect(await read()).toMatchObject({
      outbox: { waiting: 1, oldest_seconds: 90 },
      problems: ['alerts_late'],
    });
  });

  test('counts messages that were tried in vain as waiting, and muted ones not', async () => {
    const later = testStart + 60 * minuteMs;
    queue({ dueAt: testStart - 5 * minuteMs, nextAttemptAt: later, recipient: '1' });
    expect((await read()).outbox.waiting).toBe(0);
    queue({ dueAt: testStart - 2 * minuteMs, nextAttemptAt: later, attempts: 3, recipient: '2' });
    expect((await read()).outbox).toMatchObject({ waiting: 1, oldest_seconds: 120 });
  });

  test('counts what was given up within a day', async () => {
    queue({ status: 'failed', createdAt: testStart - dayMs - 1, recipient: '1' });
    expect((await read()).outbox.failed_last_day).toBe(0);
    queue({ status: 'failed', createdAt: testStart - dayMs, recipient: '2' });
    expect(await read()).toMatchObject({
      outbox: { failed_last_day: 1 },
      problems: ['alerts_failed'],
    });
  });

  test('says when the messenger last took a message, whichever was queued last', async () => {
    const sent = { status: 'sent', createdAt: testStart - minuteMs } as const;
    queue({ ...sent, sentAt: testStart - 1000, recipient: '1' });
    queue({ ...sent, sentAt: testStart - 2000, createdAt: testStart, recipient: '2' });
    queue({ ...sent, sentAt: testStart, channel: 'log', recipient: '3' });
    expect((await read()).messenger.last_sent_at).toBe(iso(testStart - 1000));
  });

  test('lists the newest 50 times in which the server did not see, and jumps of the clock apart', async () => {
    const { store } = world.monitor;
    for (let i = 0; i < 60; i += 1) {
      const kind = i % 2 === 0 ? 'server_off' : 'uplink';
      const fromAt = testStart + i * minuteMs;
      insertGap(store, { kind, fromAt, toAt: i === 59 ? null : fromAt + 1000 });
    }
    const at = testStart + 30 * minuteMs;
    insertGap(store, { kind: 'clock', fromAt: at + 5000, toAt: at, jumpMs: -5000 });
    const { observation, clock_jumps: jumps } = await read();
    expect(observation.gaps).toHaveLength(50);
    expect(observation.gaps[0]).toEqual({
      id: 60,
      kind: 'uplink',
      from: iso(testStart + 59 * minuteMs),
      to: null,
    });
    expect(observation.gaps[49]).toMatchObject({ kind: 'server_off', id: 11 });
    expect(jumps).toEqual([{ id: 61, at: iso(at), jump_ms: -5000 }]);
  });

  test.each<[string, Partial<SystemProbe>, string[], object]>([
    [
      'no channel',
      { bot: () => null, channels: () => [] },
      ['no_messenger'],
      { is_configured: false, is_reachable: null, state: null },
    ],
    [
      'a second program with the same bot',
      {
        bot: () => ({
          state: 'conflict',
          since: testStart,
          detail: 'Telegram: 409 Conflict',
          username: 'fai_bot',
        }),
      },
      ['bot_conflict'],
      { is_configured: true, is_reachable: true, detail: 'Telegram: 409 Conflict' },
    ],
    [
      'a messenger that cannot be reached',
      { bot: () => ({ state: 'unreachable', since: 0, detail: null, username: null }) },
      ['bot_unreachable'],
      { is_configured: true, is_reachable: false },
    ],
    ['a dead uplink', { isBlind: () => true }, ['blind'], {}],
    ['a full disk', { disk: () => ({ freeBytes: 1000, totalBytes: 2000 }) }, ['disk_low'], {}],
    ['a disk of which nothing is known', { disk: () => null }, [], {}],
    [
      'a backup that fails again and again',
      { backups: () => ({ nextAt: null, nightly: { ...noJobState, failure }, targets: [] }) },
      ['backup_failed'],
      {},
    ],
  ])('says what should be looked after: %s', async (_name, probe, problems, messenger) => {
    world = new HttpWorld({ system: { ...wellProbe, ...probe } });
    admin = await world.admin();
    expect(await read()).toMatchObject({ problems, messenger });
  });

  test('says how the machines of a cluster stand, and which one needs a look', async () => {
    expect(await read()).toMatchObject({ cluster: null });
    const at = { applied: 7, heardAt: testStart, behindMs: 0 };
    const one = { ...at, address: null, version: '1.2.0', obstacle: null };
    const cluster = () => ({
      ...{ name: 'faiwatch', node: 'home', role: 'leading' as const, epoch: 3 },
      ...{ leader: { node: 'home', address: null }, applied: 7, logEnd: 7, trouble: null },
      nodes: [
        { ...one, node: 'home', role: 'leading' as const },
        {
          ...{ ...one, node: 'shop', role: 'following' as const, behindMs: 61_400 },
          obstacle: 'older-release' as const,
          address: 'http://192.168.1.11:8080',
        },
      ],
      lastTakeOver: {
        ...{ node: 'home', epoch: 3, at: testStart - dayMs, from: 'shop' },
        ...{ isPlanned: true, silentMs: 1_400, hasLostQuorum: false },
      },
    });
    world = new HttpWorld({ system: { ...wellProbe, cluster } });
    admin = await world.admin();
    const { cluster: shown, problems } = await read();
    expect(problems).toEqual(['node_unable', 'node_behind']);
    expect(shown).toEqual({
      ...{ name: 'faiwatch', epoch: 3 },
      nodes: [
        {
          ...{ node: 'home', address: null, role: 'leading', behind_seconds: 0 },
          ...{ heard_at: iso(testStart), version: '1.2.0', obstacle: null },
        },
        {
          ...{ node: 'shop', address: 'http://192.168.1.11:8080', role: 'following' },
          ...{ behind_seconds: 61, heard_at: iso(testStart), version: '1.2.0' },
          obstacle: 'older-release',
        },
      ],
      last_take_over: {
        ...{ node: 'home', epoch: 3, at: iso(testStart - dayMs), from: 'shop' },
        ...{ is_planned: true, without_leader_seconds: 1 },
      },
    });
  });

  test('says how the nightly backup and the copies elsewhere go', async () => {
    const nightly = { doneAt: testStart - dayMs, doneName: 'one', failure: null };
    const target = { kind: 's3', where: 's3://copies/', ...noJobState, failure } as const;
    const backups = () => ({ nextAt: testStart + dayMs, nightly, targets: [target] });
    world = new HttpWorld({ system: { ...wellProbe, backups } });
    admin = await world.admin();
    expect(await read()).toMatchObject({
      problems: ['backup_failed'],
      backup_schedule: {
        next_at: iso(testStart + dayMs),
        last_done_at: iso(testStart - dayMs),
        failure: null,
      },
      backup_targets: [
        {
          kind: 's3',
          where: 's3://copies/',
          last_done_at: null,
          failure: {
            since: iso(testStart - 2000),
            tries: 3,
            next_try_at: iso(testStart + 1000),
            text: 'AccessDenied: no',
          },
        },
      ],
    });
  });

  test('asks for a backup a week after the last, or after the beginning', async () => {
    const { time } = world.monitor;
    const problemsAfter = async (ms: number) => {
      time.advanceMs(ms);
      // By then the session has ended.
      admin = await world.admin(`admin at ${time.wallMs}`);
      return (await read()).problems;
    };
    expect(await problemsAfter(7 * dayMs)).toEqual([]);
    expect(await problemsAfter(1)).toEqual(['backup_old']);
    await world.post('/api/system/backups', admin);
    expect(await problemsAfter(1)).toEqual([]);
    expect(await problemsAfter(7 * dayMs + 1000)).toEqual(['backup_old']);
  });
});

describe('backups', () => {
  test('are made, listed, downloaded whole, and written down', async () => {
    const made = await world.post('/api/system/backups', admin);
    const name = 'faiwatch-20260115T050000Z-manual.db.zst';
    expect(made.body).toEqual({
      ok: true,
      data: {
        name,
        size_bytes: expect.any(Number),
        created_at: iso(testStart),
        reason: 'manual',
      },
      message: 'Backup made',
    });
    const { backups, last_backup_at: last } = await read();
    expect(backups).toEqual([made.body.data]);
    expect(last).toBe(iso(testStart));

    const answer = await world.app.handle(
      new Request(`http://localhost/api/system/backups/${name}`, {
        headers: { Authorization: `Bearer ${admin}` },
      }),
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
    });
    const copy = Database.deserialize(Bun.zstdDecompressSync(await answer.bytes()));
    expect(copy.query('SELECT username FROM admins').values()).toEqual([['admin']]);
    copy.close();

    expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
      {
        actor: 'admin:admin',
        action: 'backup.create',
        subject: name,
        after: { bytes: made.body.data.size_bytes },
      },
      { actor: 'admin:admin', action: 'backup.download', subject: name },
    ]);
  });

  test('that are not there are not found, and no other file is given away', async () => {
    await world.post('/api/system/backups', admin);
    const get = (name: string) => world.get(`/api/system/backups/${name}`, admin);
    expect(await get('faiwatch-20260115T050001Z-manual.db.zst')).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    for (const name of ['faiwatch.db', '..%2Ffaiwatch.db', 'a%00.db', '..%5c..%5cx']) {
      const answer = await get(name);
      expect([400, 404]).toContain(answer.status);
    }
    expect(world.monitor.store.db.select().from(auditLog).all()).toHaveLength(1);
  });

  test('are made six, and then one in ten minutes, whoever asks', async () => {
    const { time } = world.monitor;
    const other = await world.operator('bo', 'owner');
    for (let n = 0; n < 6; n += 1) {
      time.advanceMs(1000);
      const by = n % 2 === 0 ? admin : other;
      expect((await world.post('/api/system/backups', by)).status).toBe(200);
    }
    time.advanceMs(1000);
    expect(await world.post('/api/system/backups', admin)).toMatchObject(
      refused(429, 'RATE_LIMITED'),
    );
    expect((await read()).backups).toHaveLength(6);
    time.advanceMs(600_000);
    expect((await world.post('/api/system/backups', other)).status).toBe(200);
  });

  test('are made one at a time, and only where there is room', async () => {
    const { store } = world.monitor;
    const begun = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<void>();
    const copy = () => {
      begun.resolve();
      return writing.promise;
    };
    world = new HttpWorld({ backups: makeTestShelf(store, { copy }) });
    admin = await world.admin();
    const first = world.post('/api/system/backups', admin);
    await begun.promise;
    expect(await world.post('/api/system/backups', admin)).toMatchObject(refused(409, 'CONFLICT'));
    writing.resolve();
    await first;

    world = new HttpWorld({ backups: makeTestShelf(store, { hasRoom: () => false }) });
    admin = await world.admin();
    expect(await world.post('/api/system/backups', admin)).toMatchObject(
      refused(503, 'UNAVAILABLE'),
    );
    expect(world.monitor.store.db.select().from(auditLog).all()).toEqual([]);
  });
});
