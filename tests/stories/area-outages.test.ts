/** Losses that many sites share are one outage of the area: what operators, owners and programs are told. */
import { expect, test } from 'bun:test';
import type { MqttDevice } from '../e2e/mqtt-device.ts';
import { App, adminLogIn, firstChatId } from '../support/app.ts';
import { listenTo } from '../support/stream-reader.ts';

const operator = 77;
const env = { FAIWATCH_TELEGRAM_ADMIN_CHAT: String(operator), FAIWATCH_ADMIN_LANGUAGE: 'en' };
const settings = { recoveryDelay: 1, heartbeatTimeout: 60 };

interface AreaOutage {
  readonly id: number;
  readonly status: string;
  readonly cause: string;
  readonly lost: number;
  readonly back: number;
  readonly healthy: number;
  readonly ended_at: string | null;
  readonly sites: readonly { readonly device_id: string }[];
}

async function startVillage(devices: number, placed = devices) {
  const app = await App.start({ devices, settings, env });
  const boards: MqttDevice[] = [];
  for (const board of app.boards) boards.push(await app.connect(board));
  const answer = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await answer.json()) as { token: string };
  for (const { id } of app.boards.slice(0, placed)) {
    const put = await app.call('PUT', `/api/devices/${id}`, token, { cell: 'F12/T3' });
    expect(put.status).toBe(200);
  }
  const list = async (status: 'open' | 'all') => {
    const got = await app.call('GET', `/api/area-outages?status=${status}`, token);
    return ((await got.json()) as { data: AreaOutage[] }).data;
  };
  await app.advance('10 s');
  return { app, boards, token, list };
}

test('twelve of fourteen sites that lose mains are one outage, told to each as far as it may know', async () => {
  const { app, boards, token, list } = await startVillage(14);
  await using _ = app;
  for (const board of boards.slice(0, 12)) await board.losesMains();
  await app.advance('1 s');
  expect(await list('open')).toMatchObject([
    {
      status: 'confirmed',
      cause: 'mains',
      lost: 12,
      healthy: 2,
      cells: ['F12/T3'],
      ended_at: null,
    },
  ]);
  expect((await list('open'))[0]?.sites).toHaveLength(12);

  // An alert goes when it is due, and says what is known by then.
  await app.advance('5 s');
  expect(app.textsTo(firstChatId)).toEqual([
    '🔴 Mains lost\nSite 1: no power since 12:00\n' +
      '📍 Also 11 sites nearby have no power: it is not only yours.',
  ]);
  const metrics = await (await app.call('GET', '/metrics', token)).text();
  expect(metrics).toContain('faiwatch_area_outages{cause="mains"} 1');
  expect(metrics).toContain('faiwatch_area_outage_sites{cause="mains"} 12');

  // The operator hears of it once.
  await app.advance('1 min');
  const toOperator = () => app.textsTo(operator).filter((text) => text.includes('Area outage'));
  expect(toOperator()).toEqual([
    '🔴 Area outage: no power\nF12/T3\n12 of 14 sites lost since about 12:00',
  ]);

  const before = await list('open');
  await app.restart('2 s');
  for (const [number, board] of app.boards.entries()) {
    boards[number] = await app.connect(board);
    // A board says in every heartbeat that its mains are lost.
  }
  expect(await list('open')).toEqual(before);

  for (const board of boards.slice(0, 7)) await board.regainsMains();
  await app.advance('20 s');
  expect(await list('open')).toEqual([]);
  expect(await list('all')).toMatchObject([{ lost: 12, back: 7 }]);
  expect(toOperator()).toHaveLength(2);
  expect(toOperator()[1]).toContain('🟢 Area outage over\nF12/T3\n7 of 12 sites are back');
});

test('the live stream and the portal say what is known, to each as far as it may know', async () => {
  const { app, boards, token, list } = await startVillage(8);
  await using _ = app;
  const [owner] = app.data.read<{ phone: string; key_code: string }>(
    `SELECT c.phone, k.key_code FROM customers c JOIN activation_keys k ON k.customer_id = c.id
    JOIN devices d ON d.id = k.device_row WHERE d.device_id = '${app.board().id}'`,
  );
  const account = { phone: owner?.phone, activationKey: owner?.key_code };
  const logIn = await app.call('POST', '/api/auth/customer-login', undefined, account);
  const { token: ownToken } = (await logIn.json()) as { token: string };
  const heard = await listenTo(app, token);
  const heardByOwner = await listenTo(app, ownToken);
  const readNearby = async () => {
    const answer = await app.call('GET', '/api/customer/stats', ownToken);
    const { devices } = (await answer.json()) as { devices: { nearby: unknown }[] };
    expect(devices).toHaveLength(1);
    return devices[0]?.nearby;
  };
  expect(await readNearby()).toBeNull();

  for (const board of boards.slice(0, 7)) await board.losesMains();
  await app.advance('2 s');
  const { sites: _sites, ...last } = (await list('open'))[0] ?? { sites: [] };
  expect(last).toMatchObject({ status: 'confirmed', cause: 'mains', lost: 7, healthy: 1 });
  // The message is the answer without its sites.
  await heard.waitFor(({ data }) => Bun.deepEquals(data, last));
  expect(heardByOwner.names()).not.toContain('area-outage');
  await heardByOwner.waitFor(({ data }) => Bun.deepEquals(data, { what: 'devices' }));
  const known = { sites: 6, cause: 'mains', status: 'confirmed' };
  expect(await readNearby()).toEqual({ ...known, is_returning: false });

  const toldBefore = heardByOwner.of('change').length;
  for (const board of boards.slice(5, 7)) await board.regainsMains();
  await app.advance('2 s');
  await heard.waitFor(({ name, data }) => name === 'area-outage' && data.back === 2);
  expect(heard.of('area-outage').at(-1)).toMatchObject({ lost: 7, back: 2, ended_at: null });
  await heardByOwner.waitFor(() => heardByOwner.of('change').length > toldBefore);
  expect(await readNearby()).toEqual({ ...known, is_returning: true });

  for (const board of boards.slice(0, 5)) await board.regainsMains();
  await app.advance('20 s');
  await heard.waitFor(({ name, data }) => name === 'area-outage' && data.ended_at !== null);
  expect(await readNearby()).toBeNull();
});

test('operators hear at once that an area outage is none any more', async () => {
  const { app, boards, token, list } = await startVillage(8);
  await using _ = app;
  const heard = await listenTo(app, token);
  for (const board of boards.slice(0, 3)) await board.losesMains();
  await app.advance('2 s');
  const [area] = await list('open');
  await heard.waitFor(({ name }) => name === 'area-outage');
  for (const { id } of app.boards.slice(0, 3)) {
    const moved = await app.call('PUT', `/api/devices/${id}`, token, { cell: null });
    expect(moved.status).toBe(200);
  }
  await app.advance('2 s');
  await heard.waitFor(({ name, data }) => name === 'area-outage-removed' && data.id === area?.id);
  expect(await list('all')).toEqual([]);
});

test('sites without a place are told of nothing but themselves', async () => {
  const { app, boards, list } = await startVillage(8, 0);
  await using _ = app;
  for (const board of boards) await board.losesMains();
  await app.advance('1 min');
  expect(await list('all')).toEqual([]);
  expect(app.textsTo(firstChatId)).toEqual(['🔴 Mains lost\nSite 1: no power since 12:00']);
  expect(app.textsTo(operator)).toEqual([]);
});

test('five sites that fall silent are suspected, and too few around one to speak of', async () => {
  const { app, boards, list } = await startVillage(8);
  await using _ = app;
  for (const board of boards.slice(0, 5)) board.freezes();
  await app.advance('2 min');
  expect(await list('open')).toMatchObject([{ status: 'suspected', cause: 'mains', lost: 5 }]);
  expect(app.textsTo(firstChatId)[0]).toContain('Contact lost');
  expect(app.textsTo(firstChatId)[0]).not.toContain('nearby');
});

test('what was planned is no area outage', async () => {
  const { app, boards, list } = await startVillage(8);
  await using _ = app;
  // As the operator announces it, for all sites.
  app.data.write(
    `INSERT INTO planned_times (kind, starts_at, ends_at, created_at) VALUES ('announced', ?, ?, 0)`,
    app.time.wallMs + 1_000,
    app.time.wallMs + 3_600_000,
  );
  app.data.write(`INSERT INTO planned_time_devices (planned_id, device_row)
    SELECT p.id, d.id FROM planned_times p, devices d`);
  await app.advance('2 s');
  for (const board of boards.slice(0, 6)) await board.losesMains();
  await app.advance('30 s');
  expect(await list('all')).toEqual([]);
});
