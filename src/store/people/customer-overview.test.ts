import { expect, test } from 'bun:test';
import { makeCustomer, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { finish } from '../../domain/steps.ts';
import { readHeldKeys } from '../keys/held-keys.ts';
import { readFirstSites, readSites } from './customer-overview.ts';

test('thousands of sites and keys of one customer are read in short steps', () => {
  const monitor = makeTestMonitor();
  const { store } = monitor;
  const customer = makeCustomer(monitor);
  const numbers =
    'WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)';
  store.sqlite.run(`${numbers} INSERT INTO devices
    (device_id, customer_id, owned_since, site_name, device_type, created_at)
    SELECT 'fw-' || i, ${customer}, 0, 'Site ' || i, 's2-mini', i FROM n`);
  store.sqlite.run(`${numbers} INSERT INTO activation_keys
    (key_code, ref, purchase_type, customer_id, price, created_by, created_at)
    SELECT 'K' || i, 'r' || i, 'key_only', ${customer}, 1, 'test', i FROM n`);
  expect([...readSites(store, customer, 0)].length).toBeGreaterThan(10);
  expect([...readHeldKeys(store, customer)].length).toBeGreaterThan(5);
  const sites = finish(readSites(store, customer, 0)).map(({ siteName }) => siteName);
  expect(sites).toHaveLength(2_000);
  expect(sites).toEqual(sites.toSorted());
  expect(finish(readHeldKeys(store, customer))[0]?.keyCode).toBe('K2999');
  const first = readFirstSites(store, customer, 0, 2, null);
  expect(first).toMatchObject({ total: 2_000, sites: [{ siteName: sites[0] }, {}] });
});
