/** Copies of the database, as an operator makes, keeps, looks at and needs them. */
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { version } from '../../package.json';
import { databasePath, lockPath } from '../../src/installation/paths.ts';
import { takeServerLock } from '../../src/store/engine/server-lock.ts';
import { startFakeS3 } from '../fakes/s3/fake-s3.ts';
import { type CommandResult, type Home, installBinary } from './harness.ts';

const createdSchema = z.object({
  file: z.string(),
  bytes: z.int(),
  name: z.string(),
  targets: z.array(z.object({ kind: z.string(), error: z.string().nullable() })),
});
const listSchema = z.array(
  z.object({
    name: z.string(),
    size_bytes: z.int(),
    created_at: z.iso.datetime(),
    reason: z.string(),
  }),
);

const create = async (home: Home) => createdSchema.parse(await home.runForJson('backup', 'create'));
const list = async (home: Home, ...args: string[]) =>
  listSchema.parse(await home.runForJson('backup', 'list', ...args));
const countKeys = (home: Home) => home.data.readNumber('SELECT count(*) FROM activation_keys');

/** A command that failed said one line, on stderr. */
function expectOneLine({ code, stdout, stderr }: CommandResult): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^faiwatch: [^\n]+\n$/);
  return stderr;
}

test.concurrent('a backup is made, listed, verified, and restored by its name; the database before is kept', async () => {
  await using home = await installBinary();
  await home.createKeys(3);
  const made = await create(home);
  expect(made.name).toMatch(/^faiwatch-\d{8}T\d{6}Z-manual\.db\.zst$/);
  expect(await list(home)).toMatchObject([
    { name: made.name, size_bytes: made.bytes, reason: 'manual' },
  ]);
  expect(await home.runForJson('backup', 'verify', made.name)).toMatchObject({
    is_whole: true,
    has_checksum: true,
    app_version: version,
  });

  await home.createKeys(2);
  await home.runForJson('backup', 'restore', made.name);
  expect(countKeys(home)).toBe(3);
  const [kept] = (await list(home)).filter(({ reason }) => reason === 'before-restore');
  expect((await home.run('backup', 'verify', kept?.name ?? '')).code).toBe(0);
  // The audit log of the restored database names the restore.
  const entries = home.data.read<{ action: string; subject: string }>(
    'SELECT action, subject FROM audit_log ORDER BY id DESC LIMIT 1',
  );
  expect(entries).toEqual([{ action: 'backup.restore', subject: made.name }]);

  // A mistaken restore can be undone.
  await home.runForJson('backup', 'restore', kept?.name ?? '');
  expect(countKeys(home)).toBe(5);

  expect(await home.runForJson('backup', 'prune', '--keep', '1')).toMatchObject({
    removed: expect.any(Array),
  });
  expect(await list(home)).toHaveLength(1);
}, 60_000);

test.concurrent('every backup goes to a folder and a bucket, and a new machine is restored from the bucket alone', async () => {
  await using home = await installBinary();
  const s3 = startFakeS3();
  home.defer(() => s3.stop());
  const usb = join(home.dir, 'usb');
  mkdirSync(usb);
  await home.createKeys(4);
  const settings = `
[backup]
directory = "${usb}"
s3_endpoint = "${s3.endpoint}"
s3_bucket = "${s3.bucket}"
s3_region = "${s3.region}"
s3_access_key = "${s3.accessKey}"
s3_secret_key = "${s3.secretKey}"
s3_prefix = "pi/"
`;
  const writeSettings = () => writeFileSync(join(home.data.dir, 'faiwatch.toml'), settings);
  writeSettings();
  const made = await create(home);
  expect(made.targets.map(({ kind, error }) => [kind, error])).toEqual([
    ['directory', null],
    ['s3', null],
  ]);
  expect(readdirSync(usb)).toEqual([made.name]);
  expect([...s3.objects.keys()]).toEqual([`pi/${made.name}`]);
  expect(await list(home, '--target', 's3')).toMatchObject([{ name: made.name }]);

  // The card is dead; only faiwatch.toml was written again.
  rmSync(home.data.dir, { recursive: true });
  mkdirSync(home.data.dir);
  writeSettings();
  expect((await home.run('backup', 'verify', `s3:${made.name}`)).code).toBe(0);
  expect(await home.runForJson('backup', 'restore', `s3:${made.name}`)).toMatchObject({
    kept_as: null,
  });
  expect(countKeys(home)).toBe(4);
  expect(readdirSync(join(home.data.dir, 'backups'))).toEqual([]);

  // A failing target makes the command fail, but the backup exists.
  s3.failNext(403, 'AccessDenied');
  const { code, stderr } = await home.run('backup', 'create');
  expect(code).toBe(1);
  expect(stderr).toContain('AccessDenied');
  expect(stderr).toContain('The backup itself is made.');
  expect(await list(home)).toHaveLength(1);
}, 60_000);

test.concurrent('what cannot be verified or restored is refused in one line', async () => {
  await using home = await installBinary();
  await home.createKeys(1);
  const wrong = join(home.dir, 'wrong.db.zst');
  writeFileSync(wrong, 'no backup');
  for (const args of [
    ['verify', wrong],
    ['restore', wrong],
    ['verify', 'nowhere.db.zst'],
  ]) {
    expectOneLine(await home.run('backup', ...args));
  }
  expect(expectOneLine(await home.run('backup', 'restore', 's3:x'))).toContain('not the name');
  const named = 's3:faiwatch-20261121T200000Z-nightly.db.zst';
  expect(expectOneLine(await home.run('backup', 'restore', named))).toContain('No s3 is set');
  // A folder under a file.
  const nowhere = join(wrong, 'copy.db.zst');
  expect((await home.run('backup', 'create', nowhere)).code).toBe(1);
  expect((await home.run('backup', 'prune')).code).toBe(2);
  expect((await home.run('backup', 'prune', '--keep', 'all')).code).toBe(2);
  expect(countKeys(home)).toBe(1);

  // A restore in progress holds these locks.
  const release = takeServerLock(lockPath(home.data.dir));
  home.defer(release);
  writeFileSync(`${databasePath(home.data.dir)}.incoming`, 'half of it');
  expect(expectOneLine(await home.run('keys', 'list'))).toContain('A restore is in progress');
}, 60_000);
