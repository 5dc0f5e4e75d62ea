/** Commands that work on the data of a node that leads. They are processes of their own. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, commandsDir, openedPath, shippedPath } from './paths.ts';
import { type WalPosition, WalReader } from './wal.ts';

/** Whether this data directory is that of a node. */
export function isClusterData(dataDir: string): boolean {
  return existsSync(clusterDir(dataDir));
}

/**
 * Says that this process has the database open. Whoever closes it last writes all of its log into it, so
 * that a node touches neither before all commands have ended.
 * @returns says that it has ended
 */
export function enterAsCommand(dataDir: string): () => void {
  const path = join(commandsDir(dataDir), String(process.pid));
  mkdirSync(commandsDir(dataDir), { recursive: true, mode: 0o700 });
  writeFileSync(path, '');
  return () => rmSync(path, { force: true });
}

/** Before this process closes a database that may hold what the log does not: the node will look. */
export function doubtDatabase(dataDir: string): void {
  writeFileSync(openedPath(dataDir), '');
}

export function isCommandAtWork(dataDir: string): boolean {
  if (!existsSync(commandsDir(dataDir))) return false;
  return readdirSync(commandsDir(dataDir)).some((name) => {
    try {
      process.kill(Number(name), 0);
      return true;
    } catch {
      // It was killed.
      rmSync(join(commandsDir(dataDir), name), { force: true });
      return false;
    }
  });
}

/** Whether all that is committed now is in the cluster's log. */
export function makeShippedCheck(dataDir: string, databasePath: string): () => boolean {
  const reader = new WalReader(`${databasePath}-wal`);
  reader.read();
  const own = reader.position;
  return () => own === null || isAtLeast(readFileSync(shippedPath(dataDir), 'utf8'), own);
}

/** One line: both salts, the frames, and the last sequence in the log. */
export function describeShipped({ salts, frames }: WalPosition, seq: number): string {
  return `${salts.join(' ')} ${frames} ${seq}`;
}

/** The last sequence that a server which led here saw in the log. */
export function readShippedSeq(dataDir: string): number {
  if (!existsSync(shippedPath(dataDir))) return 0;
  return Number(readFileSync(shippedPath(dataDir), 'utf8').split(' ')[3] ?? 0);
}

function isAtLeast(shipped: string, own: WalPosition): boolean {
  const [salt = 0, , frames = 0] = shipped.split(' ').map(Number);
  // SQLite adds one to the first salt at each new beginning of the file.
  const rounds = (salt - own.salts[0]) | 0;
  return rounds > 0 || (rounds === 0 && frames >= own.frames);
}
