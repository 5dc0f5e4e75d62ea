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
  // Rows that were deleted before their turn are missing, and no others. New rows are not there.
  expect(seen).toEqual(
    upTo(2_000)
      .slice(at - 1)
      .reverse(),
  );
});

test('puts pages in an order, with what has no key last and equals newest first, in short steps', () => {
  fill(upTo(3_000));
  // Every seventh row has no name. Each of the names occurs a hundred times.
  const key = sql`iif(id % 7, 'Name ' || (id % 30), NULL)`;
  const wanted = (sign: 1 | -1) =>
    upTo(3_000).sort((a, b) => {
      const isLast = [a, b].map((id) => (id % 7 === 0 ? 1 : 0));
      const byKey = isLast[0] === 1 ? 0 : ((a % 30) - (b % 30)) * sign;
      return (isLast[0] ?? 0) - (isLast[1] ?? 0) || byKey || b - a;
    });
  const read = (direction: 'asc' | 'desc', page: number) =>
    findPage(store, devices, online, 'all', { page, limit: 700 }, { key, direction });
  for (const direction of ['asc', 'desc'] as const) {
    const seen = [1, 2, 3, 4, 5].flatMap((page) => finish(read(direction, page)).rows);
    expect(seen).toEqual(wanted(direction === 'asc' ? 1 : -1));
  }
  expect(finish(read('asc', 1)).counts).toEqual({ all: 3_000, online: 300 });
  expect(countSteps(read('asc', 1))).toBe(6);
});

test('puts by what memory knows of a row, where that is asked for', () => {
  fill(upTo(4));
  const heard = new Map<unknown, number>([
    ['fw-2', 1],
    ['fw-4', 3],
    ['fw-1', 2],
  ]);
  const order = {
    key: sql`device_id`,
    direction: 'asc',
    read: (id: string | number | null) => heard.get(id) ?? null,
  } as const;
  const found = finish(findPage(store, devices, online, 'all', { page: 1, limit: 9 }, order));
  expect(found.rows).toEqual([2, 1, 4, 3]);
});

test('puts codes by their characters, in which no part is a number', () => {
  fill([1, 2, 3]);
  for (const [id, code] of ['fw-00000000000a', 'fw-000000000010', 'fw-000000000002'].entries()) {
    store.sqlite.run('UPDATE devices SET device_id = ? WHERE id = ?', [code, id + 1]);
  }
  const order = { key: sql`device_id`, direction: 'asc', isCode: true } as const;
  const found = finish(findPage(store, devices, online, 'all', { page: 1, limit: 9 }, order));
  expect(found.rows).toEqual([3, 1, 2]);
});
