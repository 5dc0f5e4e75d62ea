import { expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { readExtras } from '../../actions/system/extras.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import { homeAccounts, homeBrokers } from '../../store/home/tables.ts';
import { openHomeAccount } from './home-account.ts';
import { home } from './manifest.ts';

const none: ReadonlySet<string> = new Set();

test('an installation from before keeps it where somebody uses it', () => {
  const monitor = makeTestMonitor();
  const { store } = monitor;
  writeMeta(store, 'extras_due', 'yes');
  const isKept = () => readExtras(store, [home], none).length === 1;
  expect(isKept()).toBe(false);
  const customerId = makeCustomer(monitor);
  const account = { customerId, name: 'home-1f2e3d4c', passwordHash: 'h', createdAt: 0 };
  store.db.insert(homeAccounts).values(account).run();
  expect(isKept()).toBe(true);
  store.db.delete(homeAccounts).run();
  const broker = { url: 'mqtts://b.example:8883', username: 'x', password: 'y', createdAt: 0 };
  store.db
    .insert(homeBrokers)
    .values({ customerId, ...broker })
    .run();
  expect(isKept()).toBe(true);
  store.db.delete(homeBrokers).run();
  expect(readExtras(store, [home], new Set(['home_broker_url']))).toEqual(['home']);
});

test('what it keeps of somebody is downloaded and ended where it is off', async () => {
  const { extras } = makeAppOptions(makeTestMonitor());
  const world = new HttpWorld({ moduleRoutes: [], extras: { ...extras, on: [] } });
  const { monitor } = world;
  const customerId = makeCustomer(monitor);
  const { name } = openHomeAccount(monitor, customerId, testActor, monitor.clock());
  const token = await world.customer(customerId);
  expect((await world.get('/api/customer/home-automation', token)).status).toBe(404);
  const { text } = await world.get('/api/customer/data', token);
  expect(JSON.parse(text).home_automation).toMatchObject([{ name }]);
  const owner = await world.admin();
  expect((await world.delete(`/api/customers/${customerId}`, owner)).status).toBe(200);
  expect(monitor.store.db.select().from(homeAccounts).all()).toEqual([]);
});
