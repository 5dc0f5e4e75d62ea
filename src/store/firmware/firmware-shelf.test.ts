import { beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testStart } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { AppError } from '../../domain/errors.ts';
import { FirmwareShelf } from './firmware-shelf.ts';

const image = { board: 's2-mini', version: '1.1.0' } as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const parts = [
  { name: 'otadata', bytes: bytesOf('ota') },
  { name: 'app', bytes: bytesOf('the app') },
] as const;
const described = {
  ...image,
  parts: parts.map(({ name, bytes }) => ({ name, size: bytes.length })),
};

let dir: string;
let shelf: FirmwareShelf;

beforeEach(() => {
  dir = join(tempDir('shelf'), 'firmware');
  shelf = new FirmwareShelf(dir);
});

function add(what = parts as Parameters<FirmwareShelf['stage']>[1]): void {
  const staged = shelf.stage(image, what, testStart);
  staged.place();
  staged.drop();
}

describe('files of an image', () => {
  test('are not seen before they are put in their place', () => {
    const staged = shelf.stage(image, parts, testStart);
    expect(shelf.has(described)).toBe(false);
    staged.place();
    expect(shelf.has(described)).toBe(true);
    expect(readFileSync(shelf.pathOf(image, 'app'), 'utf8')).toBe('the app');
  });

  test('leave nothing behind when they are dropped, and stay when they were placed', () => {
    shelf.stage(image, parts, testStart).drop();
    expect(readdirSync(dir)).toEqual([]);
    add();
    expect(readdirSync(dir)).toEqual(['s2-mini']);
    expect(shelf.has(described)).toBe(true);
  });

  test('are for this user alone', () => {
    add();
    expect(statSync(shelf.pathOf(image, 'app')).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  test('take the place of what a power cut left there', () => {
    mkdirSync(join(dir, 's2-mini', '1.1.0'), { recursive: true });
    writeFileSync(join(dir, 's2-mini', '1.1.0', 'app.bin'), 'half');
    add();
    expect(shelf.has(described)).toBe(true);
    expect(readdirSync(dir)).toEqual(['s2-mini']);
  });

  test('are not all there when one is missing, or shorter', () => {
    add();
    truncateSync(shelf.pathOf(image, 'app'), 3);
    expect(shelf.has(described)).toBe(false);
    add([{ name: 'app', bytes: bytesOf('the app') }]);
    expect(shelf.has(described)).toBe(false);
  });

  test('are gone once removed; removing what is not there is no failure', () => {
    add();
    shelf.remove(image);
    expect(shelf.has(described)).toBe(false);
    expect(existsSync(join(dir, 's2-mini', '1.1.0'))).toBe(false);
    shelf.remove(image);
    new FirmwareShelf(join(dir, 'nowhere')).remove(image);
  });

  test('that were being written for more than a day are cleared away by the next', () => {
    shelf.stage(image, parts, testStart);
    shelf.stage(image, parts, testStart);
    const [old = '', young = ''] = readdirSync(dir);
    utimesSync(join(dir, old), testStart / 1000, testStart / 1000 - 90_000);
    utimesSync(join(dir, young), testStart / 1000, testStart / 1000 - 60);
    add();
    expect(readdirSync(dir).sort()).toEqual([young, 's2-mini'].sort());
  });

  test('that cannot be written are a failure that says why, and leave nothing', () => {
    mkdirSync(join(dir, '..'), { recursive: true });
    writeFileSync(dir, 'a file where the folder should be');
    const stage = () => shelf.stage(image, parts, testStart);
    expect(stage).toThrow(AppError);
    expect(stage).toThrow('The image could not be stored: ');
  });
});
