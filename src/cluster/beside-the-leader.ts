/** Commands that work on the data of a node that leads. They are processes of their own. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { clusterDir, commandsDir, openedPath, shippedPath } from './paths.ts';
import { isAtLeast, WalReader } from './wal.ts';

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

/**
 * Says that a server opens the database, so that whoever closes it again without an end in order is found out.
 */
export function noteOpened(dataDir: string, databasePath: string): void {
  writeFileSync(openedPath(dataDir), lastChangeOf(databasePath));
}

/** Before this process closes a database that may hold what the log does not: the node will look. */
export function doubtDatabase(dataDir: string): void {
  writeFileSync(openedPath(dataDir), '');
}

/**
 * Whether somebody has written into the database what the log may not hold: whoever closes it last empties its
 * log into it.
 */
export function isDoubtful(dataDir: string, databasePath: string): boolean {
  if (!existsSync(openedPath(dataDir)) || existsSync(`${databasePath}-wal`)) return false;
  return readFileSync(openedPath(dataDir), 'utf8') !== lastChangeOf(databasePath);
}

function lastChangeOf(path: string): string {
  const { mtimeNs, size } = statSync(path, { bigint: true });
  return `${mtimeNs} ${size}`;
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

/** What of this data directory is in the log of the cluster. */
const shippedNote = z.object({
  wal: z.object({ salts: z.tuple([z.int(), z.int()]), frames: z.int() }),
  /** Files were last looked at then, epoch ms. */
  filesAt: z.int(),
});
export type ShippedNote = z.output<typeof shippedNote>;

/** Commands wait for it. It need not survive a power cut. */
export function noteShipped(dataDir: string, note: ShippedNote): void {
  const unfinished = `${shippedPath(dataDir)}.new`;
  writeFileSync(unfinished, JSON.stringify(note));
  renameSync(unfinished, shippedPath(dataDir));
}

/**
 * Whether all that is committed now is in the cluster's log.
 * @param filesSince when files were last changed, epoch ms; null: none were
 */
export function makeShippedCheck(
  dataDir: string,
  databasePath: string,
  filesSince: number | null,
): () => boolean {
  const reader = new WalReader(`${databasePath}-wal`);
  reader.read();
  const own = reader.position;
  return () => {
    if (own === null && filesSince === null) return true;
    if (!existsSync(shippedPath(dataDir))) return false;
    const { wal, filesAt } = shippedNote.parse(
      JSON.parse(readFileSync(shippedPath(dataDir), 'utf8')),
    );
    return (own === null || isAtLeast(wal, own)) && (filesSince === null || filesAt > filesSince);
  };
}
