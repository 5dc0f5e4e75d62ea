import { reserveBytes, spaceForBackup } from '../../domain/system/system-problems.ts';
import { databasePath } from '../../installation/paths.ts';
import { readDatabaseBytes, readDiskSpace } from '../../store/engine/disk-space.ts';
import { describeBytes } from './describe-bytes.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('free disk');

const fewBytes = 500_000_000;

/** Whether the disk has room for a growing database and a backup. */
export function checkDisk({ config: { data } }: Pick<Patient, 'config'>): Finding[] {
  return describeDisk(readDiskSpace(data)?.freeBytes ?? null, databaseSize(data));
}

function databaseSize(data: string): number {
  const { file, wal } = readDatabaseBytes(databasePath(data));
  return file + wal;
}

/** @param freeBytes null: the system does not tell */
export function describeDisk(freeBytes: number | null, databaseBytes: number): Finding[] {
  if (freeBytes === null) return [ok('The free space is not known on this system.')];
  const free = `${describeBytes(freeBytes)} are free`;
  const mend = 'Remove files you do not need, or old backups: faiwatch backup prune --keep 5';
  if (freeBytes < reserveBytes) return [wrong(`Only ${free}; writes are about to fail.`, mend)];
  if (freeBytes < spaceForBackup(databaseBytes) + reserveBytes) {
    return [wrong(`Only ${free}: too little for a backup.`, mend)];
  }
  return freeBytes < fewBytes ? [warning(`Only ${free}.`, mend)] : [ok(`${free}.`)];
}
