import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { laterMigrations } from '../../../tests/support/migrations.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { AppError } from '../../domain/errors.ts';
import { readMeta, writeMeta } from './meta.ts';
import { openStore } from './open.ts';
import { openSafely } from './open-safely.ts';
import { StoreUnusable } from './unusable.ts';

const migrationsDir = 'drizzle';

function makeDatabase(): string {
  const path = join(tempDir('faiwatch-safely'), 'faiwatch.db');
  const store = openStore(path, { migrationsDir });
  writeMeta(store, 'alive_at', '5');
  store.close();
  return path;
}

const hasLaterTable = (path: string) => {
  const store = openStore(path, { migrationsDir: laterMigrations(), mayMigrate: false });
  store.close();
  return true;
};

test('makes a backup before a migration, and of the database as it was', async () => {
  const path = makeDatabase();
  let seen: string | undefined;
  const store = await openSafely(path, {
    migrationsDir: laterMigrations(),
    async backUp() {
      const before = openStore(path, { migrationsDir });
      seen = readMeta(before, 'alive_at');
      before.close();
    },
  });
  expect(seen).toBe('5');
  store.close();
  expect(hasLaterTable(path)).toBe(true);
});

test('makes none of a new database, nor of one that is up to date', async () => {
  let made = 0;
  const backUp = async () => {
    made += 1;
  };
  const dir = tempDir('faiwatch-safely');
  (await openSafely(join(dir, 'new.db'), { migrationsDir, backUp })).close();
  (await openSafely(join(dir, 'new.db'), { migrationsDir, backUp })).close();
  expect(made).toBe(0);
});

test('changes nothing when there is no room for the backup, and says so in one line', async () => {
  const path = makeDatabase();
  const opening = openSafely(path, {
    migrationsDir: laterMigrations(),
    async backUp() {
      throw new AppError('UNAVAILABLE', 'There is not enough free space for a backup.');
    },
  });
  await expect(opening).rejects.toThrow(/brought up to date.*not enough free space/);
  await expect(opening).rejects.toBeInstanceOf(StoreUnusable);
  // The same database with this release's schema.
  openStore(path, { migrationsDir }).close();
});

test('leaves an older database alone while its server runs', async () => {
  const path = makeDatabase();
  const opening = openSafely(path, {
    migrationsDir: laterMigrations(),
    mayMigrate: false,
    backUp: () => Promise.reject(new Error('it must not be asked')),
  });
  await expect(opening).rejects.toThrow(/older release; stop it first/);
});
