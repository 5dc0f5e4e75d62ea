import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { readApplied } from './applied-note.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type EntryHeader, encodeEntry, packPages } from './entry.ts';
import { Follower } from './follower.ts';
import { notePath } from './paths.ts';

const start = { lineage: 'l', seq: 4, id: 'four', epoch: 1 };

function makeNode(): ClusterNode {
  const dataDir = tempDir('follower');
  const databasePath = join(dataDir, 'faiwatch.db');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(databasePath, Buffer.alloc(3 * 512));
  const log = { servers: [], name: 'x' };
  return { log, name: 'b', address: null, dataDir, databasePath, version: '1', extras: null };
}

function messageOf(id: string, rest: Partial<EntryHeader>, content: Uint8Array): Uint8Array {
  const header = { id, lineage: 'l', epoch: 1, node: 'a', address: null, at: 1 } as const;
  return encodeEntry(
    { header: { ...header, kind: 'pages', ...rest }, content },
    100_000,
  )[0] as never;
}

const pagesOf = (number: number, fill: number, databasePages: number) =>
  packPages({
    pageSize: 512,
    databasePages,
    pages: new Map([[number, new Uint8Array(512).fill(fill)]]),
  });

test('what came is in the file, cut to its size, and noted', () => {
  const node = makeNode();
  const follower = new Follower(node, start, 5);
  follower.take(5, messageOf('five', {}, pagesOf(2, 7, 2)));
  expect(readApplied(notePath(node.dataDir))).toBeNull();
  follower.flush();
  const file = readFileSync(node.databasePath);
  expect([file.length, file[511], file[512]]).toEqual([1_024, 0, 7]);
  expect(readApplied(notePath(node.dataDir))).toMatchObject({ seq: 5, id: 'five' });
});

test('a file with parts of later entries counts only once all of them came', () => {
  const node = makeNode();
  const follower = new Follower(node, start, 6);
  follower.take(5, messageOf('five', {}, pagesOf(1, 5, 3)));
  follower.flush();
  expect(follower.isWhole).toBe(false);
  expect(readApplied(notePath(node.dataDir))).toBeNull();
  follower.take(6, messageOf('six', {}, pagesOf(1, 6, 3)));
  follower.flush();
  expect(follower.isWhole).toBe(true);
  expect(readApplied(notePath(node.dataDir))?.seq).toBe(6);
});

test('a last entry that its leader did not end keeps nobody from leading', () => {
  const node = makeNode();
  const follower = new Follower(node, start, 6);
  follower.take(5, messageOf('five', {}, pagesOf(1, 5, 3)));
  expect(follower.isWhole).toBe(false);
  const header = { id: 'six', lineage: 'l', epoch: 1, node: 'a', address: null, at: 1 } as const;
  const [part, ...rest] = encodeEntry(
    { header: { ...header, kind: 'pages' }, content: new Uint8Array(5_000) },
    4_096,
  );
  expect(rest.length).toBeGreaterThan(0);
  follower.take(6, part as Uint8Array);
  follower.flush();
  expect(follower.isWhole).toBe(true);
  expect(readFileSync(node.databasePath)[0]).toBe(5);
  // After a crash it begins where all was complete.
  expect(readApplied(notePath(node.dataDir))).toBeNull();
});

test.each(['../jwt-secret', '/etc/passwd', 'firmware/../x', 'faiwatch.toml', 'firmware/.x/y'])(
  'a file at %s is none of the installation’s, and is left out',
  (path) => {
    const node = makeNode();
    const before = readdirSync(node.dataDir, { recursive: true });
    const follower = new Follower(node, start, 5);
    follower.take(5, messageOf('five', { kind: 'file', path }, new Uint8Array(1)));
    expect(readdirSync(node.dataDir, { recursive: true })).toEqual(before);
  },
);

test('files of the installation come and go', () => {
  const node = makeNode();
  const follower = new Follower(node, start, 5);
  const path = 'firmware/esp32/1.2.3+4/app.bin';
  follower.take(5, messageOf('five', { kind: 'file', path }, Buffer.from('x')));
  expect(readFileSync(join(node.dataDir, path), 'utf8')).toBe('x');
  follower.take(6, messageOf('six', { kind: 'file', path }, new Uint8Array(0)));
  expect(() => readFileSync(join(node.dataDir, path))).toThrow();
});
