import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { readSignalOfSmsd } from './smsd.ts';

const minuteMs = 60_000;

test('a signal is known for a quarter of an hour, and only from a plain file of smsd', () => {
  const folder = tempDir('smsd');
  const file = join(folder, 'signal');
  const writtenAt = Date.UTC(2026, 10, 30, 12);
  const read = (minutes = 0) =>
    readSignalOfSmsd(join(folder, 'smsd.pid'), writtenAt + minutes * minuteMs);
  const write = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, writtenAt / 1000, writtenAt / 1000);
  };
  expect(read()).toBeUndefined();
  write('CMD: AT+CSQ: +CSQ: 9,99 OK\n');
  expect(read(15)).toEqual({ level: 'weak', dbm: -95 });
  expect(read(15.1)).toBeUndefined();
  // A clock that was set back.
  expect(read(-600)).toEqual({ level: 'weak', dbm: -95 });
  for (const nothing of ['', 'CMD: AT+CSQ: ERROR\n', 'CMD: AT+CSQ:  +CSQ: ,99 OK\n']) {
    write(nothing);
    expect(read()).toBeUndefined();
  }
  rmSync(file);
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, '+CSQ: 21,99');
  symlinkSync(elsewhere, file);
  expect(read()).toBeUndefined();
  rmSync(file);
  mkdirSync(file);
  expect(read()).toBeUndefined();
});
