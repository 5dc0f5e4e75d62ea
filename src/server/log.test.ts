import { expect, jest, test } from 'bun:test';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { repeatWindowMs } from './log/repeats.ts';
import type { Sink } from './log/sink.ts';
import { createLog, findReader } from './log.ts';

/** A reader that takes as many bytes as the test allows. */
function makeReader() {
  const reader = { room: Number.POSITIVE_INFINITY, text: '' };
  const sink: Sink = (bytes) => {
    const taken = Math.min(reader.room, bytes.length);
    reader.room -= taken;
    reader.text += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  };
  const lines = () =>
    reader.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { reader, sink, lines };
}

test('a line is one JSON object, with level, time and message', async () => {
  const { sink, lines } = makeReader();
  const { log } = await createLog('info', 'program', sink);
  log.debug({}, 'not this');
  log.warn({ device: 'fw-1', token: 'secret' }, 'something');
  expect(lines()).toEqual([
    {
      level: 'warn',
      time: expect.any(String),
      device: 'fw-1',
      token: '[hidden]',
      msg: 'something',
    },
  ]);
});

test('systemd’s journal is told the priority of each line', async () => {
  const { reader, sink } = makeReader();
  const { log, unabridged } = await createLog('debug', 'journal', sink);
  log.debug({}, 'a');
  log.info({ level: 'error' }, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');
  unabridged.error({}, 'e');
  const lines = reader.text.trimEnd().split('\n');
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{', '<3>{']);
  expect(lines.map((line) => JSON.parse(line.slice(3)).msg)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the journal is known by the file that systemd names', () => {
  const fd = openSync(join(tempDir('journal'), 'stream'), 'w');
  const { dev, ino } = fstatSync(fd);
  expect(findReader(fd, { JOURNAL_STREAM: `${dev}:${ino}` })).toBe('journal');
  expect(findReader(fd, { JOURNAL_STREAM: `${dev}:${ino + 1}` })).toBe('program');
  expect(findReader(fd, {})).toBe('program');
  closeSync(fd);
});

test('a line has at most 200 characters of a text that somebody else chose', async () => {
  const { reader, sink, lines } = makeReader();
  const { log } = await createLog('info', 'program', sink);
  const long = 'x'.repeat(30_000);
  const error = Object.assign(new TypeError(`${long}\n    at y`.repeat(3)), {
    input: long,
    code: long,
    cause: new Error(long),
  });
  log.error({ err: error, path: long, deep: [{ [long]: [long] }] }, 'a request failed');
  expect(reader.text.match(/x{201,}/)).toBeNull();
  expect(reader.text.length).toBeLessThan(8_000);
  const [line] = lines();
  expect(line.err).toMatchObject({
    type: 'TypeError',
    message: expect.stringMatching(/^x{199}…$/),
  });
  expect(line.err.stack).toContain('log.test.ts');
  expect(line.err).not.toHaveProperty('input');
  expect(line.err.cause.message).toHaveLength(200);
});

test('no character of a text moves a cursor, turns the writing or hides the line from the journal', async () => {
  const { reader, sink, lines } = makeReader();
  const { log } = await createLog('info', 'journal', sink);
  const text = 'a\u001b[31m\u009b2J\u007f\u2028\u202e\u2066b\nร้าน\t🏠';
  log.warn({ address: text, err: new Error(text) }, text);
  reader.text = reader.text.replace('<4>', '');
  const [line] = lines();
  const plain = 'a·[31m·2J····b\nร้าน\t🏠';
  expect(line).toMatchObject({ address: plain, err: { message: plain }, msg: plain });
});

test('alerts that go only to the log are written whole, however many there are', async () => {
  const { sink, lines } = makeReader();
  const { unabridged } = await createLog('info', 'program', sink);
  for (let n = 0; n < 50; n += 1) unabridged.info({ alert: 'ไ'.repeat(900) }, 'alert');
  expect(lines().map(({ alert }) => alert.length)).toEqual(Array(50).fill(900));
});

test('a repeated line is written a few times and then counted', async () => {
  jest.useFakeTimers();
  try {
    const { sink, lines } = makeReader();
    const { log, repeatedLines } = await createLog('info', 'program', sink);
    const fail = (n: number) => log.error({ err: new Error(`number ${n}`) }, 'a request failed');
    for (let n = 0; n < 5_000; n += 1) fail(n);
    log.info({ device: 'fw-1' }, 'device changed');
    expect(lines()).toHaveLength(11);
    expect(repeatedLines()).toBe(4_990);
    jest.advanceTimersByTime(repeatWindowMs);
    expect(lines()).toHaveLength(12);
    expect(lines().at(-1)).toMatchObject({
      level: 'error',
      msg: 'a request failed',
      more: 4_990,
      err: { message: 'number 4999' },
    });
  } finally {
    jest.useRealTimers();
  }
});

test('each device has its lines, and a flood of names has no more than its share', async () => {
  const { sink, lines } = makeReader();
  const { log } = await createLog('info', 'program', sink);
  for (let n = 0; n < 100; n += 1) log.info({ device: `fw-${n}` }, 'device changed');
  expect(lines()).toHaveLength(100);
  for (let n = 0; n < 20_000; n += 1) log.info({ device: `fw-x${n}` }, 'device changed');
  expect(lines().length).toBeLessThan(600);
});

test('lines that nobody takes wait, then are dropped and counted, and the log says so', async () => {
  jest.useFakeTimers();
  try {
    const { reader, sink, lines } = makeReader();
    const { unabridged, droppedLines } = await createLog('info', 'program', sink);
    reader.room = 100;
    for (let n = 0; n < 10_000; n += 1) unabridged.info({ n }, 'a line of some length, or more');
    const dropped = droppedLines();
    expect(dropped).toBeGreaterThan(5_000);
    expect(reader.text).toHaveLength(100);
    reader.room = Number.POSITIVE_INFINITY;
    jest.advanceTimersByTime(1_000);
    const taken = lines();
    expect(taken.filter(({ msg }) => msg.startsWith('a line'))).toHaveLength(10_000 - dropped);
    // The newest lines are kept, and the first, as part of it was taken.
    expect(taken[0]).toMatchObject({ n: 0 });
    expect(taken.at(-2)).toMatchObject({ n: 9_999 });
    expect(taken.at(-1)).toMatchObject({ level: 'warn', lines: dropped });
  } finally {
    jest.useRealTimers();
  }
});

test('the last lines are written if somebody reads them, and delay the end only briefly', async () => {
  const { reader, sink, lines } = makeReader();
  const { log, finish } = await createLog('info', 'program', sink);
  reader.room = 0;
  log.error({}, 'the last word');
  const began = performance.now();
  finish();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(reader.text).toBe('');
  reader.room = 1_000;
  finish();
  expect(lines()).toMatchObject([{ msg: 'the last word' }]);
});

test('a reader that is gone costs lines, and nothing else', async () => {
  const { log, droppedLines } = await createLog('info', 'program', () => {
    throw new Error('EPIPE');
  });
  log.error({}, 'to nobody');
  log.error({}, 'to nobody');
  expect(droppedLines()).toBe(2);
});
