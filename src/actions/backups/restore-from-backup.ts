import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { EndedAgain } from '../../store/backups/end-revived.ts';
import { type RestoreOptions, restoreBackup } from '../../store/backups/restore-backup.ts';
import { writeAudit } from '../../store/people/audit.ts';

/**
 * Puts a backup in the place of the database, and records that in it.
 * @param order `name`: what the person called the backup
 * @returns where the previous database is kept (null: there was none), and what the backup had revived
 * and was ended again
 * @throws StoreUnusable as `restoreBackup`
 */
export async function restoreFromBackup(
  order: Omit<RestoreOptions, 'onReady' | 'nowMs'> & {
    readonly backup: string;
    readonly name: string;
  },
  actor: Actor,
  now: Instant,
): Promise<{ readonly keptAs: string | null; readonly ended: EndedAgain }> {
  const { backup, name, ...options } = order;
  const isReplacing = existsSync(options.path);
  const ended = await restoreBackup(backup, {
    ...options,
    nowMs: now.wallMs,
    onReady(store) {
      const entry = { actor, action: 'backup.restore', subject: basename(name) };
      store.transaction(() => writeAudit(store, entry, now.wallMs));
    },
  });
  return { keptAs: isReplacing ? options.keepAs : null, ended };
}
