import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSink, pollingSink } from './sink.ts';

let dir = '';

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-sink-'));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const line = Buffer.from(`${'x'.repeat(999)}\n`);

/** A pipe that nobody reads until the test says so. A write that waits would never return. */
function makePipe(name: string) {
  const path = join(dir, name);
  Bun.spawnSync(['mkfifo', path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  return {
    writer,
    read: () => readSync(reader, Buffer.alloc(1 << 20)),
    close() {
      closeSync(reader);
      closeSync(writer);
    },
  };
}

describe.each([
  ['opened once more', openSink],
  ['asked before each piece', pollingSink],
])('a pipe that is %s', (name, open) => {
  test('takes what it can, and says when it can take no more', () => {
    const pipe = makePipe(name.replaceAll(' ', '-'));
    const sink = open(pipe.writer);
    if (sink === null) throw new Error('the C library could not be reached');
    let taken = 0;
    for (let bytes = sink(line); bytes > 0; bytes = sink(line)) taken += bytes;
    expect(taken).toBeGreaterThan(50_000);
    expect(pipe.read()).toBe(taken);
    expect(sink(line)).toBe(line.length);
    pipe.close();
  });
});

test('a file is written where others write to it, too', () => {
  const path = join(dir, 'log');
  const file = openSync(path, 'w');
  const sink = openSink(file);
  sink(Buffer.from('one\n'));
  Bun.spawnSync(['echo', 'two'], { stdout: file });
  sink(Buffer.from('three\n'));
  closeSync(file);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
});
