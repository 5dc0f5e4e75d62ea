import { expect, spyOn, test } from 'bun:test';
import { Turns } from '../../actions/engine/turns.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Column } from './csv.ts';
import { streamCsv } from './stream-csv.ts';

interface Row {
  readonly id: number;
}

const columns: readonly Column<Row>[] = [{ name: 'id', cell: ({ id }) => id }];
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const silent = { log: quiet, turns: new Turns() };

/** Rows in parts of a hundred, the last first; counts how many parts were asked for. */
class TestParts {
  reads = 0;
  readonly #ids: readonly number[];
  /** Throws at this read; 0: never. */
  failAt = 0;

  constructor(ids: readonly number[]) {
    this.#ids = ids.toReversed();
  }

  *[Symbol.iterator](): Generator<readonly Row[], void, void> {
    for (let at = 0; at < this.#ids.length; at += 100) {
      this.reads += 1;
      if (this.reads === this.failAt) throw new Error('the disk is gone');
      yield this.#ids.slice(at, at + 100).map((id) => ({ id }));
    }
  }
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
  const lines = await readAll(streamCsv(columns, new TestParts(upTo(3_000)), silent));
  expect(lines).toEqual(['\uFEFFid', ...upTo(3_000).reverse().map(String)]);
});

test('writes the heading alone where there are no rows', async () => {
  expect(await readAll(streamCsv(columns, new TestParts([]), silent))).toEqual(['\uFEFFid']);
});

test('an empty part does not end the export', async () => {
  const parts = [[], [{ id: 2 }], [], [], [{ id: 1 }], []];
  expect(await readAll(streamCsv(columns, parts, silent))).toEqual(['\uFEFFid', '2', '1']);
});

test('reads no further than the client has taken', async () => {
  const table = new TestParts(upTo(10_000));
  const reader = streamCsv(columns, table, silent).getReader();
  await reader.read();
  await reader.read();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(table.reads).toBe(2);
});

test('several take turns with whatever else takes long: one part in each turn', async () => {
  const tables = Array.from({ length: 8 }, () => new TestParts(upTo(1_000)));
  const turns = new Turns();
  const streams = tables.map((table) => streamCsv(columns, table, { log: quiet, turns }));
  const reading = Promise.all(streams.map(readAll));
  const readsInAll = () => tables.reduce((sum, { reads }) => sum + reads, 0);
  let before = readsInAll();
  let most = 0;
  for (let isRead = false; !isRead; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = readsInAll();
    most = Math.max(most, now - before);
    before = now;
    isRead = now >= 80;
  }
  expect(most).toBe(1);
  await reading;
});

test('stops when the client goes away, which is no error', async () => {
  const table = new TestParts(upTo(10_000));
  const logged: string[] = [];
  const log = { ...quiet, error: (_: object, message: string) => void logged.push(message) };
  const reader = streamCsv(columns, table, { ...silent, log }).getReader();
  await reader.read();
  const next = reader.read();
  await reader.cancel();
  await next;
  const { reads } = table;
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(table.reads).toBe(reads);
  expect(logged).toEqual([]);
});

test('an error before the first part is thrown', () => {
  const table = new TestParts(upTo(10));
  table.failAt = 1;
  expect(() => streamCsv(columns, table, silent)).toThrow('the disk is gone');
});

test('a later error is logged and breaks the export off', async () => {
  const table = new TestParts(upTo(10_000));
  table.failAt = 3;
  const logged: string[] = [];
  const log = { ...quiet, error: (_: object, message: string) => void logged.push(message) };
  const stream = streamCsv(columns, table, { ...silent, log });
  const outcome = await readAll(stream).catch((error: unknown) => error);
  expect(outcome).toEqual(new Error('the disk is gone'));
  expect(logged).toEqual(['an export broke off']);
});

test('garbage is never collected at once, which would hold up everybody', async () => {
  const collect = spyOn(Bun, 'gc');
  try {
    await readAll(streamCsv(columns, new TestParts(upTo(200_000)), silent));
    const atOnce = collect.mock.calls.map(([isAtOnce]) => isAtOnce);
    expect(atOnce.length).toBeGreaterThan(1);
    expect(atOnce).not.toContain(true);
  } finally {
    collect.mockRestore();
  }
});
