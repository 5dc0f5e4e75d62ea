/** Exit codes of all commands: 0 done, 1 failed, 2 wrong usage. */

import { NodeUnusable } from '../cluster/node-unusable.ts';
import { AppError } from '../domain/errors.ts';
import { ConfigError } from '../installation/config.ts';
import { TargetFailed } from '../store/backups/backup-target.ts';
import { StoreUnavailable } from '../store/engine/open.ts';
import { ServerRunning } from '../store/engine/server-lock.ts';
import { StoreUnusable } from '../store/engine/unusable.ts';

/** A failure that is reported as one sentence, without a stack. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints one JSON document on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints rows under their headings, each column as wide as its widest cell. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => Bun.stringWidth(row[column] ?? ''))),
  );
  for (const row of all) {
    const cells = row.map((cell, column) => {
      const missing = (widths[column] ?? 0) - Bun.stringWidth(cell);
      return cell + ' '.repeat(Math.max(0, missing));
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** Reports a failure on stderr. @returns the exit code */
export function reportFailure(error: unknown): number {
  const isExpected =
    error instanceof CommandFailed ||
    error instanceof AppError ||
    error instanceof ConfigError ||
    error instanceof StoreUnusable ||
    error instanceof NodeUnusable ||
    error instanceof StoreUnavailable ||
    error instanceof TargetFailed ||
    error instanceof ServerRunning;
  if (!isExpected) {
    const known = describeFileFailure(error) ?? describeListenFailure(error);
    if (known === null) console.error(error);
    else process.stderr.write(`faiwatch: ${known}\n`);
    return 1;
  }
  process.stderr.write(`faiwatch: ${nameField(error.message)}\n`);
  if (error instanceof CommandFailed) return error.exitCode;
  const isUsage =
    error instanceof ConfigError || (error instanceof AppError && error.code === 'VALIDATION');
  return isUsage ? 2 : 1;
}

/** A field of a call by its name for people: `deviceType: is required` → `device type: is required`. */
function nameField(message: string): string {
  return message.replace(/^[a-z]+[A-Z]\w*(?=: )/, (field) =>
    field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
}

const fileFailures: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be changed by this user',
  EROFS: 'lies on a disk that cannot be written',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: the quota of this user is used up',
  EIO: 'cannot be read or written: the disk fails',
  ENOENT: 'is not there, or cannot be made there',
  EEXIST: 'is in the way: a folder of this name is needed',
  ENOTDIR: 'lies below something that is no folder',
  EISDIR: 'is a folder, and a file is needed',
};

/** Describes a file that cannot be used, in one sentence. Null: the error is of another kind. */
function describeFileFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as Error & {
    code?: unknown;
    path?: unknown;
    syscall?: unknown;
  };
  const why = fileFailures[String(code)];
  if (why === undefined || typeof path !== 'string' || syscall === 'listen') return null;
  return `${path} ${why}.`;
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may only be used with the rights of an administrator',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/** Describes a port or address that cannot be used, in one sentence. Null: the error is of another kind. */
function describeListenFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, port, message } = error as Error & { code?: unknown; port?: unknown };
  const why = listenFailures[String(code)];
  if (why === undefined) return null;
  // Bun.serve has the port only in the message, Bun.listen only in a field.
  const number = typeof port === 'number' ? port : /port (\d+)/.exec(message)?.[1];
  return number === undefined ? `What --host says ${why}.` : `The port ${number} ${why}.`;
}
