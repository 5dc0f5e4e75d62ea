import { existsSync, mkdirSync } from 'node:fs';
import type { CommandMonitor, Monitor } from '../actions/monitor.ts';
import {
  doubtDatabase,
  enterAsCommand,
  isClusterData,
  makeShippedCheck,
} from '../cluster/beside-the-leader.ts';
import { FilesWatch } from '../cluster/replicated-files.ts';
import type { Settings } from '../domain/system/settings.ts';
import { migrationsDir } from '../installation/assets.ts';
import { backUpBeforeMigration } from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { databasePath, lockPath } from '../installation/paths.ts';
import { readClock } from '../server/clock.ts';
import { incomingPath } from '../store/backups/restore-backup.ts';
import type { Store } from '../store/engine/open.ts';
import { openSafely } from '../store/engine/open-safely.ts';
import { isServerRunning } from '../store/engine/server-lock.ts';
import { readSettings } from '../store/system/settings.ts';
import { loadCommandConfig } from './command-config.ts';
import { CommandFailed } from './output.ts';

/** The data that a command works on, while a server may be running. */
export interface CommandData {
  readonly config: Config;
  readonly dataDir: string;
  readonly store: Store;
  readonly settings: Settings;
  /** For actions whose effects the running server follows. */
  readonly monitor: CommandMonitor & Pick<Monitor, 'settings'>;
}

/**
 * Opens the data directory for a command, or makes it, and closes it afterwards.
 * @throws ConfigError, StoreUnusable, and what `work` throws
 */
export async function withData<T>(
  options: { readonly data?: string },
  work: (data: CommandData) => T | Promise<T>,
): Promise<T> {
  const config = loadCommandConfig(options);
  const dataDir = config.data;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const isNode = isClusterData(dataDir);
  // First, so that a node whose server ends meanwhile waits for this command.
  const leave = isNode ? enterAsCommand(dataDir) : () => {};
  try {
    return await withStore(config, isNode, work);
  } finally {
    leave();
  }
}

async function withStore<T>(
  config: Config,
  isNode: boolean,
  work: (data: CommandData) => T | Promise<T>,
): Promise<T> {
  const dataDir = config.data;
  const isServing = isServerRunning(lockPath(dataDir));
  if (isNode && !isServing) {
    throw new CommandFailed(
      'This machine does not lead its cluster now. Run the command on the one that does: faiwatch cluster status.',
    );
  }
  // A restore holds the lock, too. A write now would go to the database that the restore replaces.
  if (isServing && existsSync(incomingPath(databasePath(dataDir)))) {
    throw new CommandFailed('A restore is in progress; try again when it has ended.');
  }
  const store = await openSafely(databasePath(dataDir), {
    migrationsDir: migrationsDir(),
    backUp: () => backUpBeforeMigration(config, readClock().wallMs),
    // A running server has checked the file, and only the server may migrate it.
    checkIntegrity: !isServing,
    mayMigrate: !isServing,
    keepsWal: isNode,
  });
  const haveFilesChanged = isNode ? watchFiles(dataDir) : () => false;
  let isShipped = !isNode;
  try {
    const settings = readSettings(store);
    const monitor = { runsIn: 'command', store, settings } as const;
    const done = await work({ config, dataDir, store, settings, monitor });
    if (isNode) await untilShipped(dataDir, haveFilesChanged() ? readClock().wallMs : null);
    isShipped = true;
    return done;
  } finally {
    if (!isShipped) doubtDatabase(dataDir);
    store.close();
  }
}

/** @returns tells whether files that machines share are others than now */
function watchFiles(dataDir: string): () => boolean {
  let isOther = false;
  const files = new FilesWatch(dataDir, async () => {
    isOther = true;
  });
  files.look();
  return () => {
    isOther = false;
    files.look();
    return isOther;
  };
}

const lookEveryMs = 50;

/** @throws CommandFailed: the server ended before what was written was in the log of the cluster */
async function untilShipped(dataDir: string, filesSince: number | null): Promise<void> {
  const isShipped = makeShippedCheck(dataDir, databasePath(dataDir), filesSince);
  while (!isShipped()) {
    if (!isServerRunning(lockPath(dataDir))) {
      throw new CommandFailed(
        'This machine stopped leading its cluster. The change may be lost: look on the machine that leads now.',
      );
    }
    await Bun.sleep(lookEveryMs);
  }
}
