import { type BackupPlan, findEnds } from '../../domain/backups/backup-ends.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Backup, BackupShelf } from '../../store/backups/backup-shelf.ts';

/** A backup that holds what is deleted now. */
interface OldBackup extends Backup {
  /** When the schedule drops it, epoch ms. Null: it does not go by itself. */
  readonly endsAt: number | null;
}

/** The backups that hold what is deleted now; newest first. Copies elsewhere are dropped in the same nights. */
export function listOldBackups(
  shelf: Pick<BackupShelf, 'list'>,
  plan: BackupPlan,
  { wallMs }: Instant,
): OldBackup[] {
  const ends = findEnds(shelf.list(), plan, wallMs);
  return [...ends].map(([backup, endsAt]) => ({ ...backup, endsAt }));
}
