import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServerRunning, ServerRunning, takeServerLock } from './server-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faiwatch-lock-'));
  path = join(folder, 'serve.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('one server holds the lock, and others see that it runs', () => {
  expect(isServerRunning(path)).toBe(false);
  const release = takeServerLock(path);
  expect(isServerRunning(path)).toBe(true);
  expect(() => takeServerLock(path)).toThrow(ServerRunning);
  release();
  expect(isServerRunning(path)).toBe(false);
  takeServerLock(path)();
});

test('a disk that takes no write keeps nobody from the lock', () => {
  const script = `const { takeServerLock } = await import(${JSON.stringify(join(import.meta.dir, 'server-lock.ts'))});
    takeServerLock(${JSON.stringify(path)});
    console.log('taken');`;
  // No file may grow.
  const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 0; exec "$@"', 'sh'];
  const { stdout } = Bun.spawnSync([...limited, process.execPath, '-e', script]);
  expect(stdout.toString()).toBe('taken\n');
});

/** Holds the lock of somebody who is just asking. */
function ask(): Database {
  takeServerLock(path)();
  const asking = new Database(path, { readonly: true });
  asking.run('BEGIN');
  asking.query('SELECT count(*) FROM sqlite_master').get();
  return asking;
}

test('two processes that ask at once do not take each other for a server', () => {
  const asking = ask();
  expect(isServerRunning(path)).toBe(false);
  asking.close();
});

test('a server that starts waits for a process that is asking', async () => {
  const script = `const { isServerRunning } = await import(${JSON.stringify(join(import.meta.dir, 'server-lock.ts'))});
    for (;;) isServerRunning(${JSON.stringify(path)});`;
  const asking = Bun.spawn([process.execPath, '-e', script], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  try {
    await Bun.sleep(300);
    for (let n = 0; n < 200; n += 1) takeServerLock(path)();
  } finally {
    asking.kill();
    await asking.exited;
  }
});
