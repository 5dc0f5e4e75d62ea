import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupPath, backupsDir } from '../../src/installation/paths.ts';
import { backUpAside } from '../../src/store/backups/back-up-aside.ts';
import { BackupShelf, type BackupShelfOptions } from '../../src/store/backups/backup-shelf.ts';
import type { Store } from '../../src/store/engine/open.ts';

let serial = 0;
const dirs: string[] = [];

process.on('exit', () => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

/** A shelf of its own for a test, in a folder that is made with the first copy and goes with the process. */
export function makeTestShelf(
  store: Store,
  overrides: Partial<BackupShelfOptions> = {},
): BackupShelf {
  serial += 1;
  const dataDir = join(tmpdir(), `faiwatch-shelf-${process.pid}-${serial}`);
  dirs.push(dataDir);
  return new BackupShelf({
    dir: backupsDir(dataDir),
    pathOf: (reason, nowMs) => backupPath(dataDir, reason, nowMs),
    copy: (path, nowMs) => backUpAside(store, path, { appVersion: '1.2.3', nowMs }),
    hasRoom: () => true,
    ...overrides,
  });
}
