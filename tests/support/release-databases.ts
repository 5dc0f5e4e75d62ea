/** Databases of earlier releases, as scripts/make-release-database.ts made them with each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';

export const releaseDatabasesDir = join(repositoryDir, 'tests', 'fixtures', 'releases');

/** The administrator in each of them. */
export const releaseAdmin = { username: 'admin', password: 'of a test, never changed' };

export interface ReleaseDatabase {
  readonly version: string;
  /** A SQLite file, compressed with zstd. */
  readonly file: string;
}

export function listReleaseDatabases(): ReleaseDatabase[] {
  return readdirSync(releaseDatabasesDir)
    .filter((name) => name.endsWith('.db.zst'))
    .map((name) => ({
      version: name.slice(0, -'.db.zst'.length),
      file: join(releaseDatabasesDir, name),
    }));
}
