import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { BackupShelf } from '../../store/backups/backup-shelf.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Hands out a copy of the database, and records to whom: it holds all data.
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
  store.transaction(() => {
    writeAudit(store, entry, now.wallMs);
    leaveTrace(store, actor, 'download', backup.name, now.wallMs);
  });
  return shelf.pathOf(backup.name);
}
