import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Backup, BackupShelf } from '../../store/backups/backup-shelf.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Copies the database while the server runs.
 * @param reason becomes part of the copy's name
 * @throws AppError CONFLICT while another copy is being made, UNAVAILABLE when there is no room
 */
export async function makeBackup(
  { store }: Pick<Monitor, 'store'>,
  shelf: BackupShelf,
  actor: Actor,
  now: Instant,
  reason = 'manual',
): Promise<Backup> {
  const backup = await shelf.add(reason, now.wallMs);
  const entry = { actor, action: 'backup.create', subject: backup.name };
  store.transaction(() => {
    writeAudit(store, { ...entry, after: { bytes: backup.bytes } }, now.wallMs);
    leaveTrace(store, actor, 'backup', backup.name, now.wallMs);
  });
  return backup;
}
