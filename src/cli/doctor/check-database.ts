import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { enterAsCommand, isClusterData } from '../../cluster/beside-the-leader.ts';
import { migrationsDir } from '../../installation/assets.ts';
import { databasePath } from '../../installation/paths.ts';
import { readDatabaseBytes } from '../../store/engine/disk-space.ts';
import { readOurSchema, readSchema } from '../../store/engine/schema-version.ts';
import { describeBytes } from './describe-bytes.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('database');

/** Whether the database is undamaged, and of this release. */
export function checkDatabase({ config, isRunning }: Patient): Finding[] {
  const path = databasePath(config.data);
  if (!existsSync(path)) {
    return [warning('There is no database yet.', 'The first start creates it.')];
  }
  const isNode = isClusterData(config.data);
  if (isNode && !isRunning) {
    // Its pages change beneath whoever reads them, and no SQLite may have it open.
    return [ok('The database follows the machine that leads its cluster; it is checked there.')];
  }
  const leave = isNode ? enterAsCommand(config.data) : () => {};
  const mend = 'Stop the server, then restore the last good backup: faiwatch backup restore FILE';
  try {
    const database = new Database(path);
    try {
      database.run('PRAGMA busy_timeout = 5000');
      const verdict = database.query('PRAGMA quick_check(1)').values()[0]?.[0];
      if (verdict !== 'ok') {
        const detail = String(verdict).split('\n').at(-1);
        return [wrong(`The database is damaged (${detail}).`, mend)];
      }
      return [describeRelease(database, path, isRunning), ...describeTraces(database)];
    } finally {
      database.close();
    }
  } catch (error) {
    return [wrong(`The database cannot be read: ${(error as Error).message}.`, mend)];
  } finally {
    leave();
  }
}

function describeRelease(database: Database, path: string, isRunning: boolean): Finding {
  const theirs = readSchema(database)?.newest ?? 0;
  const ours = readOurSchema(migrationsDir()).newest;
  if (theirs > ours) {
    return wrong(
      'The database was written by a newer release than this one.',
      'Install that release: faiwatch update, or install.sh.',
    );
  }
  if (theirs < ours && isRunning) {
    return warning(
      'An older release than this one is still running.',
      'sudo systemctl restart faiwatch',
    );
  }
  const { file, wal } = readDatabaseBytes(path);
  return ok(`The database is sound; ${describeBytes(file + wal)}.`);
}

function describeTraces(database: Database): Finding[] {
  const hasMeta = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== null;
  if (!hasMeta || database.query("SELECT 1 FROM meta WHERE key = 'traces_due'").get() === null) {
    return [];
  }
  return [
    warning(
      'The database file may still hold what was deleted before the update: it could not be rewritten at the start.',
      'Free as much space as the database takes, and restart the server while no command is running.',
    ),
  ];
}
