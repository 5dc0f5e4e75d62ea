import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { BackupShelf } from '../../store/backups/backup-shelf.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Removes all backups of the data directory but the newest, whatever they were made for.
 * @returns the names of those that are gone
 */
export function pruneBackups(
  { store }: Pick<Monitor, 'store'>,
  shelf: BackupShelf,
  keep: number,
  actor: Actor,
  now: Instant,
): string[] {
  const removed = shelf
    .list()
    .slice(keep)
    .map(({ name }) => name);
  if (removed.length === 0) return [];
  store.transaction(() => {
    const entry = { actor, action: 'backup.prune', subject: 'backups' };
    writeAudit(store, { ...entry, before: { removed } }, now.wallMs);
  });
  for (const name of removed) shelf.remove(name);
  return removed;
}
