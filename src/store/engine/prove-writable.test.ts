import { expect, test } from 'bun:test';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { readMeta } from './meta.ts';
import { type Store, StoreUnavailable } from './open.ts';
import { proveWritable } from './prove-writable.ts';

/** A real store on a disk that can be filled: then a transaction that wrote something fails. */
function makeFillableStore(): Store & { fill(isFull: boolean): void } {
  const real = openTestStore();
  const changes = () => real.sqlite.query('SELECT total_changes()').values()[0]?.[0];
  let isFull = false;
  return {
    ...real,
    fill: (is) => {
      isFull = is;
    },
    transaction: (work) =>
      real.transaction(() => {
        const before = changes();
        const result = work();
        if (isFull && changes() !== before) throw new StoreUnavailable('disk is full');
        return result;
      }),
  };
}

test('a store that refused nothing is proven without a write', () => {
  const store = openTestStore();
  proveWritable(store);
  expect(readMeta(store, 'write_proof')).toBeUndefined();
});

test('after a refused write only a write that succeeds proves anything', () => {
  const store = makeFillableStore();
  store.fill(true);
  store.disk.isRefusing = true;
  expect(() => proveWritable(store)).toThrow(StoreUnavailable);
  expect(() => proveWritable(store)).toThrow(StoreUnavailable);
  store.fill(false);
  proveWritable(store);
  expect(store.disk.isRefusing).toBe(false);
});

test('every proof changes the row, since SQLite writes nothing where a row stays as it was', () => {
  const store = openTestStore();
  const proofs = [1, 2].map(() => {
    store.disk.isRefusing = true;
    proveWritable(store);
    return readMeta(store, 'write_proof');
  });
  expect(proofs).toEqual(['1', '2']);
});

test('a write that finds no room is remembered as refused', () => {
  const store = openTestStore();
  store.sqlite.run('CREATE TABLE filler (content BLOB)');
  store.sqlite.run(
    `PRAGMA max_page_count = ${Number(store.sqlite.query('PRAGMA page_count').values()[0]?.[0])}`,
  );
  const fill = () => store.sqlite.run('INSERT INTO filler VALUES (randomblob(1000000))');
  expect(() => store.transaction(fill)).toThrow(StoreUnavailable);
  expect(store.disk.isRefusing).toBe(true);
});

test('an error that is not of the disk proves nothing against it', () => {
  const store = openTestStore();
  expect(() =>
    store.transaction(() => {
      throw new Error('something else');
    }),
  ).toThrow('something else');
  expect(store.disk.isRefusing).toBe(false);
});
