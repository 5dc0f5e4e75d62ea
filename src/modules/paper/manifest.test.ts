import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeTestMonitor, testStart } from '../../../tests/support/monitor.ts';
import { readExtras, settleMessages } from '../../actions/system/extras.ts';
import { lastMonthOf } from '../../domain/alerts/digest.ts';
import { pruneReportShares } from '../../store/alerts/report-shares.ts';
import { recipients, reportShares } from '../../store/alerts/tables.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import { queueDigests } from '../../store/outbox/digests.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { paper } from './manifest.ts';
import { shareReport } from './share-report.ts';

const dayMs = 86_400_000;

let world: HttpWorld;
let customerId: number;
let me: string;

/** A server without it, on a database in which somebody wants a report each month and has shared one. */
beforeEach(async () => {
  const { extras } = makeAppOptions(makeTestMonitor());
  world = new HttpWorld({ moduleRoutes: [], extras: { ...extras, on: [] } });
  const { monitor } = world;
  customerId = makeCustomer(monitor, 'my-chat');
  monitor.store.db.update(recipients).set({ digestSince: 0 }).run();
  me = await world.customer(customerId);
  const dates = { first: '2025-12-01', last: '2025-12-31' };
  const shared = { dates, deviceId: null, language: 'en', days: 30 } as const;
  shareReport(monitor, customerId, shared, null, monitor.clock());
});

const shares = () => world.monitor.store.db.select().from(reportShares).all();

test('an installation from before has it, and a new one does not', () => {
  const none: ReadonlySet<string> = new Set();
  const { store } = makeTestMonitor();
  expect(readExtras(store, [paper], none)).toEqual([]);
  writeMeta(store, 'extras_due', 'yes');
  expect(readExtras(store, [paper], none)).toEqual(['paper']);
});

test('off, its calls are not there, and the report of the pages is', async () => {
  for (const path of [
    '/api/customer/power-outages/report.pdf',
    '/api/customer/report-shares',
    `/api/reports/${'a'.repeat(43)}.pdf`,
    '/api/line/week.png?ticket=x',
  ])
    expect({ path, ...(await world.get(path, me)) }).toMatchObject({ path, status: 404 });
  const wanted = { from: '2025-12-01', to: '2025-12-31' };
  expect((await world.post('/api/customer/report-shares', me, wanted)).status).toBe(404);
  expect((await world.get('/api/customer/power-outages', me)).status).toBe(200);
  expect((await world.get('/api/customer/power-outages/export.csv', me)).status).toBe(200);
});

test('off, nobody can ask for the report of each month, and who wanted it can end that', async () => {
  const { db } = world.monitor.store;
  const wishes = () => db.select().from(recipients).get()?.digestSince;
  const path = `/api/customer/recipients/${db.select().from(recipients).get()?.id}`;
  expect(await world.put(path, me, { digest: true })).toMatchObject(refused(409, 'CONFLICT'));
  expect(wishes()).toBe(0);
  expect((await world.put(path, me, { digest: false })).status).toBe(200);
  expect(wishes()).toBeNull();
});

test('off, what is shared is downloaded, and ends by itself and with the account', async () => {
  const { text } = await world.get('/api/customer/data', me);
  expect(JSON.parse(text).shared_reports).toMatchObject([{ first_date: '2025-12-01' }]);
  const { store } = world.monitor;
  pruneReportShares(store, testStart + 30 * dayMs - 1);
  expect(shares()).toHaveLength(1);
  pruneReportShares(store, testStart + 30 * dayMs);
  expect(shares()).toEqual([]);
  const shared = { secretHash: 'h', firstDate: '2025-12-01', lastDate: '2025-12-31' };
  const lasting = { createdAt: testStart, expiresAt: testStart + dayMs };
  store.db
    .insert(reportShares)
    .values({ customerId, language: 'en', ...shared, ...lasting })
    .run();
  const owner = await world.admin();
  expect((await world.delete(`/api/customers/${customerId}`, owner)).status).toBe(200);
  expect(shares()).toEqual([]);
});

test('what waits to tell of a month goes no more where it is off', () => {
  const { store } = world.monitor;
  const batch = { dueAt: testStart, nowMs: testStart, limit: 10 };
  queueDigests(store, lastMonthOf(testStart, 'Asia/Bangkok'), world.monitor.channels, batch);
  const states = () => store.db.select().from(notifications).all();
  settleMessages(store, [paper], ['paper']);
  expect(states()).toMatchObject([{ kind: 'digest', status: 'pending' }]);
  settleMessages(store, [paper], []);
  expect(states()).toMatchObject([{ status: 'superseded', lastError: expect.any(String) }]);
});
