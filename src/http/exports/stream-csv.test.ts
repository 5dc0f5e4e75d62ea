import { expect, test } from 'bun:test';
import type { Logger } from '../../domain/logger.ts';
import type { Column } from './csv.ts';
import { type CsvSource, streamCsv } from './stream-csv.ts';

interface Row {
  readonly id: number;
}

const columns: readonly Column<Row>[] = [{ name: 'id', cell: ({ id }) => id }];
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A table that counts how often it is read. */
class TestTable implements CsvSource<Row> {
  reads = 0;
  readonly ids: Set<number>;
  /** Throws at this read; 0: never. */
  failAt = 0;

  constructor(ids: Iterable<number>) {
    this.ids = new Set(ids);
  }

  last = (upTo: number): number | null => {
    const last = Math.max(...[...this.ids].filter((id) => id <= upTo));
    return last > 0 ? last : null;
  };

  read = ({ above, upTo }: { above: number; upTo: number }): Row[] => {
    this.reads += 1;
    if (this.reads === this.failAt) throw new Error('the disk is gone');
    return [...this.ids]
      .filter((id) => id > above && id <= upTo)
      .sort((a, b) => b - a)
      .map((id) => ({ id }));
  };
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await Bun.readableStreamToBytes(stream),
  );
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}

test('writes the heading behind a byte-order mark, then every row, newest first', async () => {
  const lines = await readAll(streamCsv(columns, new TestTable(upTo(3_000)), quiet));
  expect(lines).toEqual(['\uFEFFid', ...upTo(3_000).reverse().map(String)]);
});

test('writes the heading alone where there are no rows', async () => {
  expect(await readAll(streamCsv(columns, new TestTable([]), quiet))).toEqual(['\uFEFFid']);
});

test('leaps over what was deleted', async () => {
  const table = new TestTable([1, 2, 50_000_000, 9_000_000_000]);
  const lines = await readAll(streamCsv(columns, table, quiet));
  expect(lines).toEqual(['\uFEFFid', '9000000000', '50000000', '2', '1']);
  expect(table.reads).toBe(3);
});

test('shows no row twice and misses none while rows come and go', async () => {
  const table = new TestTable(upTo(2_000));
  const reader = streamCsv(columns, table, quiet).getReader();
  const seen: number[] = [];
  for (let at = 0; ; at += 1) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = new TextDecoder().decode(value).split('\r\n').filter(Boolean);
    seen.push(...lines.filter((line) => line !== 'id').map(Number));
    table.ids.add(2_001 + at);
    table.ids.delete(1 + at);
  }
  expect(new Set(seen).size).toBe(seen.length);
  // What was deleted before its turn is gone; nothing else is missing, and nothing new is there.
  const stayed = upTo(2_000).filter((id) => table.ids.has(id));
  expect(seen).toEqual(expect.arrayContaining(stayed));
  expect(Math.max(...seen)).toBe(2_000);
});

test('reads no further than the client has taken', async () => {
  const table = new TestTable(upTo(10_000));
  const reader = streamCsv(columns, table, quiet).getReader();
  await reader.read();
  await reader.read();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(table.reads).toBe(2);
});

test('stops when the client goes away, which is no error', async () => {
  const table = new TestTable(upTo(10_000));
  const logged: string[] = [];
  const log = { ...quiet, error: (_: object, message: string) => void logged.push(message) };
  const reader = streamCsv(columns, table, log).getReader();
  await reader.read();
  const next = reader.read();
  await reader.cancel();
  await next;
  const { reads } = table;
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(table.reads).toBe(reads);
  expect(logged).toEqual([]);
});

test('throws what goes wrong at the beginning', () => {
  const table = new TestTable(upTo(10));
  table.failAt = 1;
  expect(() => streamCsv(columns, table, quiet)).toThrow('the disk is gone');
});

test('breaks off, and logs, what goes wrong later', async () => {
  const table = new TestTable(upTo(10_000));
  table.failAt = 3;
  const logged: string[] = [];
  const log = { ...quiet, error: (_: object, message: string) => void logged.push(message) };
  const stream = streamCsv(columns, table, log);
  const outcome = await readAll(stream).catch((error: unknown) => error);
  expect(outcome).toEqual(new Error('the disk is gone'));
  expect(logged).toEqual(['an export broke off']);
});
