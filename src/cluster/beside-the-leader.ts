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
  writeFileSync(path, beginningOf(process.pid) ?? '');
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

/** @returns the processes of commands that have the database open */
export function commandsAtWork(dataDir: string): number[] {
  if (!existsSync(commandsDir(dataDir))) return [];
  return readdirSync(commandsDir(dataDir)).flatMap((name) => {
    const path = join(commandsDir(dataDir), name);
    if (isRunning(Number(name), readIfThere(path))) return [Number(name)];
    // It was killed.
    rmSync(path, { force: true });
    return [];
  });
}

/**
 * @param began what it noted as it began: after a power cut another process may have its number. Null: it has
 * ended
 */
function isRunning(pid: number, began: string | null): boolean {
  if (began === null) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'EPERM') return false;
  }
  return began === '' || began === (beginningOf(pid) ?? began);
}

/** When a process began, in ticks since the machine did; proc_pid_stat(5). Null: nobody tells. */
function beginningOf(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat?.replace(/^.*\) /s, '').split(' ')[19] ?? null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The part of this data directory that is in the log of the cluster. */
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
