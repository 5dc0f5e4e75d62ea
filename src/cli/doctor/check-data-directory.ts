import { statSync } from 'node:fs';
import { join } from 'node:path';
import { canUse } from '../can-use.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, wrong } = findingsOf('data directory');

/** Files that only the owner may read: they contain password hashes, tokens and phone numbers. */
const secretFiles = [
  'faiwatch.db',
  'faiwatch.db-wal',
  'jwt-secret',
  'limits-secret',
  'metrics-token',
  'push-secret',
  'faiwatch.toml',
  'serve.sock',
  'backups',
];
/** Files that the server has to write. */
const serverFiles = [...secretFiles, 'faiwatch.db-shm', 'serve.lock'];

/** Whether the server can write to its directory, and nobody else can read it. */
export function checkDataDirectory({ config: { data } }: Pick<Patient, 'config'>): Finding[] {
  const dir = statSync(data, { throwIfNoEntry: false });
  if (dir?.isDirectory() !== true) {
    return [wrong(`There is no folder ${data}.`, 'Name the right one with --data DIR.')];
  }
  if (!canUse(data)) {
    return [wrong(`${data} may not be written by this user.`, 'Run this with sudo.')];
  }
  const findings: Finding[] = [];
  const stats = (name: string) => statSync(join(data, name), { throwIfNoEntry: false });
  const foreign = serverFiles.filter((name) => (stats(name)?.uid ?? dir.uid) !== dir.uid);
  if (foreign.length > 0) {
    findings.push(
      wrong(
        `${foreign.join(', ')} in ${data} belongs to another user than the folder, so the server cannot write.`,
        `sudo chown -R --reference=${data} ${data}`,
      ),
    );
  }
  // Modes of files matter only if others can enter the folder.
  const isOpen = (dir.mode & 0o077) !== 0;
  const readable = secretFiles.filter((name) => ((stats(name)?.mode ?? 0) & 0o077) !== 0);
  if (isOpen && readable.length > 0) {
    findings.push(
      wrong(
        `Other users of this machine can read ${readable.join(', ')} in ${data}.`,
        `sudo chmod -R go= ${data}`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(`${data} can be written, and only by its owner.`)];
}
