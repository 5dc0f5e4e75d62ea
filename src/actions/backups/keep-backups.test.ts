import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestMonitor, type TestMonitor, testStart } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { BackupShelf, parseBackupName } from '../../store/backups/backup-shelf.ts';
import { readBackupState } from '../../store/backups/backup-state.ts';
import { type BackupTarget, TargetFailed } from '../../store/backups/backup-target.ts';
import { auditLog } from '../../store/people/tables.ts';
import { BackupKeeper, isBackupFailing } from './keep-backups.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let dir: string;
let monitor: TestMonitor;
let shelf: BackupShelf;
/** What goes wrong with the next copies. */
let broken: Error | null;
let target: Omit<BackupTarget, 'put'> & {
  put: BackupTarget['put'];
  readonly files: Map<string, number>;
  broken: Error | null;
};

const nameOf = (reason: string, atMs: number) =>
  `faiwatch-${new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z-${reason}.db.zst`;

function makeTarget(): typeof target {
  const files = new Map<string, number>();
  const check = () => {
    if (target.broken !== null) throw target.broken;
  };
  return {
    kind: 's3',
    where: 's3://copies/',
    files,
    broken: null,
    async list() {
      check();
      return [...files].flatMap(([name, bytes]) => {
        const said = parseBackupName(name);
        return said === undefined ? [] : [{ name, bytes, ...said }];
      });
    },
    async put(path, name) {
      check();
      files.set(name, readFileSync(path).length);
    },
    fetch: () => Promise.reject(new Error('nobody fetches')),
    async remove(name) {
      files.delete(name);
    },
  };
}

const openKeeper = (minuteOfDay: number | null = 180, statePath = join(dir, 'state.json')) =>
  new BackupKeeper(monitor, {
    shelf,
    targets: [target],
    minuteOfDay,
    retention: { daily: 2, weekly: 1, monthly: 1 },
    timezone: 'Asia/Bangkok',
    statePath,
  });

beforeEach(() => {
  dir = join(tempDir('faiwatch-keeper'), 'backups');
  monitor = makeTestMonitor();
  broken = null;
  shelf = new BackupShelf({
    dir,
    pathOf: (reason, nowMs) => join(dir, nameOf(reason, nowMs)),
    hasRoom: () => true,
    async copy(path) {
      if (broken !== null) throw broken;
      mkdirSync(dir, { recursive: true });
      writeFileSync(path, 'copy');
    },
  });
  target = makeTarget();
});

/** Runs the keeper every minute for so long. */
async function live(keeper: BackupKeeper, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    await keeper.run(monitor.clock());
    monitor.time.advanceMs(minuteMs);
  }
}

const names = () => shelf.list().map(({ name }) => name);
// The tests begin at noon in Bangkok; three in the morning there is 20:00 UTC.
const firstNight = testStart + 15 * hourMs;

describe('the nightly copy', () => {
  test('is made at once where there is none of the last night, and then every night at its time', async () => {
    const keeper = openKeeper();
    await live(keeper, dayMs);
    expect(names()).toEqual([nameOf('nightly', firstNight), nameOf('nightly', testStart)]);
    expect(keeper.standing(monitor.clock())).toMatchObject({
      nextAt: firstNight + dayMs,
      nightly: { doneAt: firstNight, doneName: nameOf('nightly', firstNight), failure: null },
    });
    expect(monitor.store.db.select().from(auditLog).all()).toMatchObject([
      { actor: 'schedule', action: 'backup.create', subject: nameOf('nightly', testStart) },
      { actor: 'schedule', action: 'backup.create' },
    ]);
  });

  test('of this night is not made again after a restart', async () => {
    await live(openKeeper(), hourMs);
    await live(openKeeper(), hourMs);
    expect(names()).toEqual([nameOf('nightly', testStart)]);
  });

  test('that was missed while the server was off is made at the start', async () => {
    await live(openKeeper(), minuteMs);
    monitor.time.advanceMs(3 * dayMs);
    await live(openKeeper(), hourMs);
    expect(names()).toHaveLength(2);
  });

  test('is not made where it is switched off', async () => {
    const keeper = openKeeper(null);
    await live(keeper, dayMs);
    expect(names()).toEqual([]);
    expect(keeper.standing(monitor.clock()).nextAt).toBeNull();
  });

  test('made while the clock was in the future does not delay later nights', async () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, nameOf('nightly', testStart + 900 * dayMs)), 'copy');
    await live(openKeeper(), hourMs);
    expect(names()).toEqual([
      nameOf('nightly', testStart + 900 * dayMs),
      nameOf('nightly', testStart),
    ]);
  });

  test("is deleted once no rule keeps it, and a person's backup never", async () => {
    await shelf.add('manual', testStart - dayMs);
    await live(openKeeper(), 9 * dayMs);
    const reasons = shelf.list().map(({ reason }) => reason);
    // Two days; their week and their month are the same copy.
    expect(reasons).toEqual(['nightly', 'nightly', 'manual']);
  });
});

describe('what fails', () => {
  test('is tried again later and later, is a problem from the third time, and is over once it succeeds', async () => {
    const keeper = openKeeper();
    broken = new Error('no room');
    const tries: number[] = [];
    for (let minute = 0; minute < 240; minute += 1) {
      await keeper.run(monitor.clock());
      const { failure } = keeper.standing(monitor.clock()).nightly;
      if (failure?.lastAt === monitor.clock().wallMs) tries.push(minute);
      monitor.time.advanceMs(minuteMs);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    const standing = keeper.standing(monitor.clock());
    expect(isBackupFailing(standing)).toBe(true);
    expect(standing.nightly.failure).toMatchObject({
      firstAt: testStart,
      tries: tries.length,
      text: 'no room',
    });
    broken = null;
    await live(keeper, hourMs);
    expect(keeper.standing(monitor.clock()).nightly.failure).toBeNull();
    expect(isBackupFailing(keeper.standing(monitor.clock()))).toBe(false);
  });

  test('once or twice is no problem yet', async () => {
    const keeper = openKeeper();
    broken = new Error('no room');
    await live(keeper, 2 * minuteMs);
    expect(keeper.standing(monitor.clock()).nightly.failure?.tries).toBe(2);
    expect(isBackupFailing(keeper.standing(monitor.clock()))).toBe(false);
  });

  test('is known to the next start, too, and to the doctor', async () => {
    broken = new Error('no room');
    await live(openKeeper(), 10 * minuteMs);
    expect(existsSync(dir)).toBe(true);
    expect(readBackupState(join(dir, 'state.json')).nightly?.failure?.text).toBe('no room');
    expect(openKeeper().standing(monitor.clock()).nightly.failure?.tries).toBe(4);
  });

  test('does not wait for a clock that was set back', async () => {
    const keeper = openKeeper();
    broken = new Error('no room');
    await keeper.run(monitor.clock());
    broken = null;
    monitor.time.wallMs -= 400 * dayMs;
    await keeper.run(monitor.clock());
    expect(names()).toHaveLength(1);
  });

  test('is remembered where it cannot be written down', async () => {
    writeFileSync(`${dir}-full`, 'a file where the folder should be');
    const keeper = openKeeper(180, join(`${dir}-full`, 'state.json'));
    broken = new Error('no room');
    await keeper.run(monitor.clock());
    expect(keeper.standing(monitor.clock()).nightly.failure?.tries).toBe(1);
  });
});

describe('a target', () => {
  test('gets every new copy of the night or of a person, and none from before an update', async () => {
    const keeper = openKeeper();
    await live(keeper, minuteMs);
    await shelf.add('before-migration', monitor.clock().wallMs);
    await live(keeper, minuteMs);
    await shelf.add('manual', monitor.clock().wallMs);
    await live(keeper, minuteMs);
    expect([...target.files.keys()]).toEqual([
      nameOf('nightly', testStart),
      nameOf('manual', testStart + 2 * minuteMs),
    ]);
  });

  test('keeps as many nights as are kept here', async () => {
    await live(openKeeper(), 9 * dayMs);
    expect([...target.files.keys()].sort()).toEqual(names().sort());
  });

  test('that cannot be reached gets the newest copy when it is back, and holds up nothing else', async () => {
    const keeper = openKeeper();
    target.broken = new TargetFailed('The backup could not be stored: no route');
    await live(keeper, 2 * dayMs);
    expect(names()).toHaveLength(2);
    const [standing] = keeper.standing(monitor.clock()).targets;
    expect(standing).toMatchObject({
      kind: 's3',
      where: 's3://copies/',
      doneAt: null,
      failure: { text: 'The backup could not be stored: no route' },
    });
    target.broken = null;
    await live(keeper, 2 * hourMs);
    expect([...target.files.keys()]).toEqual([nameOf('nightly', firstNight + dayMs)]);
    expect(keeper.standing(monitor.clock()).targets[0]?.failure).toBeNull();
  });

  test('is not sent what a command has brought there already', async () => {
    await live(openKeeper(null), minuteMs);
    const made = await shelf.add('manual', monitor.clock().wallMs);
    target.files.set(made.name, made.bytes);
    let puts = 0;
    const { put } = target;
    target.put = async (path, name) => {
      puts += 1;
      await put(path, name);
    };
    await live(openKeeper(null), hourMs);
    expect(puts).toBe(0);
  });
});
