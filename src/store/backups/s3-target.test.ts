import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeS3, startFakeS3 } from '../../../tests/fakes/s3/fake-s3.ts';
import { TargetFailed } from './backup-target.ts';
import { makeS3Target, type S3Settings } from './s3-target.ts';

const name = 'faiwatch-20261121T200000Z-nightly.db.zst';
const content = Buffer.alloc(700_000, 'every byte counts ');

let s3: FakeS3;
let dir: string;
let file: string;

beforeEach(() => {
  s3 = startFakeS3(2);
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-s3-'));
  file = join(dir, 'copy');
  writeFileSync(file, content);
});
afterEach(async () => {
  await s3.stop();
  rmSync(dir, { recursive: true });
});

const open = (changes: Partial<S3Settings> = {}) =>
  makeS3Target({
    endpoint: s3.endpoint,
    bucket: s3.bucket,
    region: s3.region,
    prefix: 'home of somchai/',
    accessKey: s3.accessKey,
    secretKey: s3.secretKey,
    ...changes,
  });

test('brings a copy into the bucket, signed, under its key, and byte by byte', async () => {
  await open().put(file, name);
  expect([...s3.objects.keys()]).toEqual([`home of somchai/${name}`]);
  expect(Buffer.from(s3.objects.get(`home of somchai/${name}`) ?? [])).toEqual(content);
  expect(s3.requests).toEqual([
    `PUT /copies/home of somchai/${name}`,
    `HEAD /copies/home of somchai/${name}`,
  ]);
});

test('brings an empty prefix, too', async () => {
  await open({ prefix: '' }).put(file, name);
  expect([...s3.objects.keys()]).toEqual([name]);
});

test('lists what is ours, page by page, and nothing else', async () => {
  const target = open();
  const days = ['17', '18', '19', '20', '21'];
  for (const day of days) await target.put(file, `faiwatch-202611${day}T200000Z-nightly.db.zst`);
  s3.objects.set('home of somchai/notes.txt', new Uint8Array(5));
  s3.objects.set('elsewhere/faiwatch-20261121T200000Z-nightly.db.zst', new Uint8Array(5));
  const listed = await target.list();
  expect(listed).toHaveLength(days.length);
  expect(listed.at(-1)).toEqual({
    name,
    bytes: content.length,
    createdAt: Date.UTC(2026, 10, 21, 20),
    reason: 'nightly',
  });
});

test('brings a copy back, and takes it away', async () => {
  const target = open();
  await target.put(file, name);
  await target.fetch(name, join(dir, 'back'));
  expect(readFileSync(join(dir, 'back'))).toEqual(content);
  await target.remove(name);
  expect(s3.objects.size).toBe(0);
  await expect(target.fetch(name, join(dir, 'again'))).rejects.toThrow(/NoSuchKey/);
  expect(existsSync(join(dir, 'again'))).toBe(false);
});

describe('says why it failed, without the secret', () => {
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    [
      'with a wrong secret',
      () => open({ secretKey: 'wrong' }).put(file, name),
      /SignatureDoesNotMatch/,
    ],
    ['with a wrong key', () => open({ accessKey: 'AKWRONG' }).list(), /InvalidAccessKeyId/],
    ['without the bucket', () => open({ bucket: 'none' }).put(file, name), /NoSuchBucket/],
    [
      'when the body was damaged on the way',
      () => {
        s3.damageNext();
        return open().put(file, name);
      },
      /BadDigest/,
    ],
    [
      'when the provider is busy',
      () => {
        s3.failNext(503, 'SlowDown');
        return open().put(file, name);
      },
      /SlowDown/,
    ],
    [
      'when nobody answers',
      async () => {
        await s3.stop();
        return open().put(file, name);
      },
      /could not be stored/,
    ],
    [
      'when nobody answers a list',
      async () => {
        await s3.stop();
        return open().list();
      },
      /cannot be listed/,
    ],
    ['when the copy is gone', () => open().put(join(dir, 'gone'), name), /ENOENT/],
  ];

  test.each(cases)('%s', async (_name, work, expected) => {
    const failing = work();
    await expect(failing).rejects.toThrow(expected);
    await expect(failing).rejects.toBeInstanceOf(TargetFailed);
    await expect(failing).rejects.not.toThrow(/a\/secret|Signature=|\n/);
    expect(s3.objects.size).toBe(0);
  });
});
