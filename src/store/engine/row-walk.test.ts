import { beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { finish, type Steps } from '../../domain/steps.ts';
import { searchDevices } from '../devices/device-list.ts';
import type { Store } from './open.ts';
import { countRows, findPage, prepareRange, rowRanges } from './row-walk.ts';

let store: Store;
beforeEach(() => {
  store = openTestStore();
  store.sqlite.run(
    "INSERT INTO customers (id, name, phone, created_at) VALUES (7, 'A', '+661', 0)",
  );
});

/** Devices with these row numbers; every tenth is online, every hundredth a customer's. */
function fill(ids: Iterable<number>): void {
  store.transaction(() => {
    const insert = store.sqlite.query(`INSERT INTO devices
      (id, device_id, customer_id, owned_since, site_name, device_type, link, created_at)
      VALUES (?1, 'fw-' || ?1, iif(?1 % 100, NULL, 7), 0, 'Site ' || ?1, 's2-mini',
        iif(?1 % 10, 'offline', 'online'), 0)`);
    for (const id of ids) insert.run(id);
  });
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

function countSteps<T>(steps: Steps<T>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

const devices = { table: 'devices' } as const;
const online = { all: undefined, online: sql`link = 'online'` };

test('finds every page of what is shown, and counts all, a few thousand rows in each step', () => {
  fill(upTo(10_000));
  const seen: number[] = [];
  for (let page = 1; page <= 7; page += 1) {
    const found = finish(findPage(store, devices, online, 'online', { page, limit: 150 }));
    expect(found.counts).toEqual({ all: 10_000, online: 1_000 });
    seen.push(...found.rows);
  }
  expect(seen).toEqual(
    upTo(1_000)
      .map((n) => n * 10)
      .reverse(),
  );
  const page = { page: 1, limit: 150 };
  expect(countSteps(findPage(store, devices, online, 'online', page))).toBe(5);
  expect(countSteps(countRows(store, devices, online))).toBe(5);
});

test('reads what an index narrows, not what lies between', () => {
  fill(upTo(10_000));
  const search = searchDevices({ q: '', customerId: 7 });
  const found = finish(findPage(store, search, online, 'all', { page: 2, limit: 40 }));
  expect(found.counts).toEqual({ all: 100, online: 100 });
  expect(found.rows).toEqual(
    upTo(100)
      .map((n) => n * 100)
      .reverse()
      .slice(40, 80),
  );
  store.sqlite.run('DELETE FROM devices WHERE customer_id = 7 AND id > 100');
  expect(countSteps(countRows(store, search, online))).toBe(1);
});

test('counts nothing where there is nothing', () => {
  expect(finish(countRows(store, devices, online))).toEqual({ all: 0, online: 0 });
});

test('leaps over what was deleted', () => {
  fill([1, 2, 50_000_000, 9_000_000_000]);
  const find = prepareRange(store, devices);
  expect([...rowRanges(store, devices, 100)].map(find)).toEqual([
    [9_000_000_000],
    [50_000_000],
    [2, 1],
  ]);
});

test('shows no row twice and misses none while rows come and go', () => {
  fill(upTo(2_000));
  const find = prepareRange(store, devices);
  const seen: number[] = [];
  let at = 0;
  for (const range of rowRanges(store, devices, 100)) {
    seen.push(...find(range));
    at += 1;
    fill([2_000 + at]);
    store.sqlite.run('DELETE FROM devices WHERE id = ?', [at]);
  }
  // What was deleted before its turn is gone; nothing else is missing, and nothing new is there.
  expect(seen).toEqual(
    upTo(2_000)
      .slice(at - 1)
      .reverse(),
  );
});
