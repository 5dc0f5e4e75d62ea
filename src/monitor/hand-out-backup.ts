import type { Actor } from '../domain/actor.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { writeAudit } from '../store/audit.ts';
import type { BackupShelf } from '../store/backup-shelf.ts';
import type { Monitor } from './monitor.ts';

/**
 * Gives a copy of the database away, and writes down to whom: it holds everything there is.
 * @returns the path of the file
 * @throws AppError NOT_FOUND
 */
export function handOutBackup(
  { store }: Pick<Monitor, 'store'>,
  shelf: BackupShelf,
  name: string,
  actor: Actor,
  now: Instant,
): string {
  const backup = shelf.find(name);
  if (backup === undefined) throw new AppError('NOT_FOUND', 'There is no such backup.');
  const entry = { actor, action: 'backup.download', subject: backup.name };
  store.transaction(() => writeAudit(store, entry, now.wallMs));
  return shelf.pathOf(backup.name);
}
