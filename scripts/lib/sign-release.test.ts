import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublicKey } from '../../src/cli/update/minisign.ts';
import { putReleaseKey } from './release-folder.ts';
import { assertOurKey } from './sign-release.ts';

const dir = mkdtempSync(join(tmpdir(), 'faiwatch-sign-release-'));
const secret = (name: string) => join(dir, `${name}.key`);
const publicOf = (name: string) => readPublicKey(readFileSync(join(dir, `${name}.pub`), 'utf8'));

beforeAll(async () => {
  for (const name of ['ours', 'other']) {
    await Bun.$`minisign -G -W -p ${join(dir, `${name}.pub`)} -s ${secret(name)}`.quiet();
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

test('a release is signed with the secret half of the key that is built in, or not made', async () => {
  await assertOurKey(secret('ours'), publicOf('ours'));
  await expect(assertOurKey(secret('other'), publicOf('ours'))).rejects.toThrow(
    'not the secret half',
  );
  await expect(assertOurKey(secret('ours'), null)).rejects.toThrow('holds no key');
  await expect(assertOurKey(secret('none'), publicOf('ours'))).rejects.toThrow('could not sign');
});

test('install.sh gets the key once', () => {
  const script = putReleaseKey('a\nrelease_key=\nb\n', 'RWx');
  expect(script).toBe('a\nrelease_key=RWx\nb\n');
  expect(() => putReleaseKey(script, 'RWx')).toThrow('no empty release_key');
});
