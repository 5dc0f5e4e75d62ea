import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, rm, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { refusals } from '../domain/findings.ts';
import { refuseValue } from './console-settings.ts';

/** The types of tmpfs and ramfs; statfs(2). */
const inMemory = new Set([0x01021994, 0x858458f6]);

/**
 * Whether backups may be copied into a folder that somebody named in the console: a writable one on
 * another disk. A stolen session can therefore have no files written beside the system's own.
 *
 * @returns where it really is
 * @throws AppError VALIDATION with a finding
 */
export async function checkBackupFolder(dir: string, dataDir: string): Promise<string> {
  if (!isAbsolute(dir)) throw refuseValue(refusals.folderNotAbsolute);
  const real = await realpath(dir).catch(() => {
    throw refuseValue(refusals.folderMissing);
  });
  const [folder, data, disk] = await Promise.all([stat(real), stat(dataDir), statfs(real)]);
  if (!folder.isDirectory()) throw refuseValue(refusals.folderMissing);
  if (folder.dev === data.dev || inMemory.has(disk.type))
    throw refuseValue(refusals.folderSameDisk);
  await tryToWrite(real);
  return real;
}

async function tryToWrite(dir: string): Promise<void> {
  const path = join(dir, `.faiwatch-${randomUUID()}`);
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  try {
    const file = await open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    await file.close();
    await rm(path);
  } catch {
    throw refuseValue(refusals.folderNotWritable);
  }
}
