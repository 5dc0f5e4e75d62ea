import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { migrationsDir } from '../../installation/assets.ts';
import { findLeadObstacle } from './lead-obstacle.ts';
import { openStore } from './open.ts';

/** The migrations of a release that has one more, or lacks the newest one. */
function otherRelease(change: (entries: { when: number }[]) => void): string {
  const dir = join(tempDir('release'), 'migrations');
  cpSync(migrationsDir(), dir, { recursive: true });
  const path = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  change(journal.entries);
  writeFileSync(path, JSON.stringify(journal));
  return dir;
}

test('a release leads on databases of its own and earlier ones, and not of later ones', () => {
  const dir = tempDir('obstacle');
  const path = join(dir, 'faiwatch.db');
  openStore(path, { migrationsDir: migrationsDir() }).close();
  const later = otherRelease((entries) => entries.push({ when: 9e12 }));
  const earlier = otherRelease((entries) => entries.pop());
  expect(findLeadObstacle(path, migrationsDir())).toBe(null);
  expect(findLeadObstacle(path, later)).toBe(null);
  expect(findLeadObstacle(path, earlier)).toBe('older-release');
  // Nothing is made beside it.
  expect(readdirSync(dir)).toEqual(['faiwatch.db']);
});

test('a database that is not there, or cannot be read, is for its server to judge', () => {
  const path = join(tempDir('obstacle'), 'faiwatch.db');
  expect(findLeadObstacle(path, migrationsDir())).toBe(null);
  writeFileSync(path, 'not a database');
  expect(findLeadObstacle(path, migrationsDir())).toBe(null);
});
