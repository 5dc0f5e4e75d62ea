import { statfsSync, statSync } from 'node:fs';
import type { BotService } from './bot/create-bot.ts';
import { readClock } from './clock.ts';
import type { Config } from './config.ts';
import type { DiskWrites } from './disk-writes.ts';
import { reserveBytes } from './domain/system-problems.ts';
import type { SystemProbe } from './http/admin-system.ts';
import type { DeadlineSweep } from './monitor/sweep-deadlines.ts';
import { backupPath, backupsDir, databasePath } from './paths.ts';
import type { Mqtt } from './start-mqtt.ts';
import { backUpAside } from './store/back-up-aside.ts';
import { BackupShelf } from './store/backup-shelf.ts';

export interface ProbedParts {
  readonly config: Config;
  readonly mqtt: Mqtt;
  /** Null without a token. */
  readonly bot: BotService | null;
  readonly sweep: DeadlineSweep;
  readonly writes: DiskWrites;
  /** The monotonic clock when the server started. */
  readonly startMonoMs: number;
}

/** What the system page shows of the process, read at the moment it is asked for. */
export function probeSystem(parts: ProbedParts): SystemProbe {
  const { config, mqtt, bot, sweep, writes } = parts;
  return {
    uptimeMs: () => readClock().monoMs - parts.startMonoMs,
    bot: () => bot?.status() ?? null,
    broker: () => ({
      kind: mqtt.broker === null ? 'external' : 'embedded',
      isListening: mqtt.isListening(),
      detail: mqtt.external?.status().problem ?? null,
      port: mqtt.broker === null ? mqtt.endpoint.port : mqtt.broker.port,
      tlsPort: mqtt.broker?.tlsPort ?? null,
      sessions: mqtt.broker?.sessions() ?? null,
    }),
    isBlind: () => sweep.isBlind,
    bytesWrittenPerHour: () => writes.bytesPerHour(),
    databaseBytes: () => readDatabaseBytes(config.data),
    disk: () => readDisk(config.data),
  };
}

/** The copies in the data directory. */
export function openBackupShelf(dataDir: string): BackupShelf {
  const database = databasePath(dataDir);
  return new BackupShelf({
    dir: backupsDir(dataDir),
    pathOf: (reason, nowMs) => backupPath(dataDir, reason, nowMs),
    copy: (path) => backUpAside(database, path),
    hasRoom: () => {
      const { file, wal } = readDatabaseBytes(dataDir);
      const disk = readDisk(dataDir);
      return disk === null || disk.freeBytes >= file + wal + reserveBytes;
    },
  });
}

function readDatabaseBytes(dataDir: string): { readonly file: number; readonly wal: number } {
  const database = databasePath(dataDir);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { file: sizeOf(database), wal: sizeOf(`${database}-wal`) };
}

/** What this user may still write; null where the system does not say. */
function readDisk(dir: string): ReturnType<SystemProbe['disk']> {
  try {
    const { bsize, bavail, blocks } = statfsSync(dir);
    return blocks === 0 ? null : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
