import { constants, Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LeadObstacle } from '../../domain/system/cluster.ts';
import { hasRoomForBackup, readDiskSpace } from './disk-space.ts';
import { readOurSchema, readSchema } from './schema-version.ts';

/** With less, a server would not get far. */
const leastBytes = 1_048_576;

/**
 * The reason that a server of this release could not lead on a database that it does not have open. It is only read,
 * and no other file is made beside it, as the database's own process may write into it next.
 */
export function findLeadObstacle(path: string, migrationsDir: string): LeadObstacle | null {
  const disk = readDiskSpace(dirname(path));
  if (disk !== null && disk.freeBytes < leastBytes) return 'disk-full';
  const applied = readApplied(path);
  if (applied === 0) return null;
  const { newest } = readOurSchema(migrationsDir);
  if (applied > newest) return 'older-release';
  return applied < newest && !hasRoomForBackup(path, dirname(path)) ? 'no-space' : null;
}

/** The newest migration of a database. 0: it has none, or cannot be read, which its server will report. */
function readApplied(path: string): number {
  try {
    const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
    const sqlite = new Database(`${pathToFileURL(path).href}?immutable=1`, flags);
    try {
      return readSchema(sqlite)?.newest ?? 0;
    } finally {
      sqlite.close();
    }
  } catch {
    return 0;
  }
}
