import { backupPath, backupsDir } from '../../src/installation/paths.ts';
import { backUpAside } from '../../src/store/backups/back-up-aside.ts';
import { BackupShelf, type BackupShelfOptions } from '../../src/store/backups/backup-shelf.ts';
import type { Store } from '../../src/store/engine/open.ts';
import { tempPath } from './temp-dir.ts';

/** A shelf of its own for a test, in a folder that is made with the first copy. */
export function makeTestShelf(
  store: Store,
  overrides: Partial<BackupShelfOptions> = {},
): BackupShelf {
  const dataDir = tempPath('shelf');
  return new BackupShelf({
    dir: backupsDir(dataDir),
    pathOf: (reason, nowMs) => backupPath(dataDir, reason, nowMs),
    copy: (path, nowMs) => backUpAside(store, path, { appVersion: '1.2.3', nowMs }),
    hasRoom: () => true,
    ...overrides,
  });
}
