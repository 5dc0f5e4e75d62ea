/** Two small libraries that deceive the server about its disk and its clock. */
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from './run-program.ts';

async function compile(name: string, dir: string): Promise<string> {
  const library = join(dir, `${name}.so`);
  await requireProgram(
    'the library could not be compiled',
    ...['gcc', '-Wall', '-Wextra', '-Werror', '-O1', '-shared', '-fPIC', '-o', library],
    ...[join(import.meta.dir, `${name}.c`), '-ldl'],
  );
  return library;
}

export type DiskErrors = 'EIO' | 'EROFS' | 'ENOSPC';

export interface FaultyDisk {
  /** Variables of the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** These calls fail from now on. Without any, none fails. */
  fail(how: Partial<Record<'sync' | 'write' | 'open', DiskErrors>>): void;
  /** How many calls have failed so. */
  failures(): number;
}

/** @param dataDir whose files are on the disk that fails */
export async function makeFaultyDisk(dir: string, dataDir: string): Promise<FaultyDisk> {
  const library = await compile('faulty-disk', dir);
  const control = join(dir, 'faulty-disk.control');
  writeFileSync(control, Buffer.alloc(16));
  const codeOf = (error: DiskErrors | undefined) =>
    error === undefined ? 0 : constants.errno[error];
  return {
    env: { LD_PRELOAD: library, FAULT_DISK_DIR: dataDir, FAULT_DISK_CONTROL: control },
    fail({ sync, write, open }) {
      writeAt(control, Buffer.from([codeOf(sync), codeOf(write), codeOf(open)]));
    },
    failures() {
      const bytes = Buffer.alloc(4);
      const file = openSync(control, 'r');
      readSync(file, bytes, 0, 4, 8);
      closeSync(file);
      return bytes.readUInt32LE();
    },
  };
}

export interface SteppedClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets the server's wall clock so many seconds ahead from now on. */
  set(seconds: number): void;
}

export async function makeSteppedClock(dir: string): Promise<SteppedClock> {
  const library = await compile('stepped-clock', dir);
  const control = join(dir, 'stepped-clock.control');
  writeFileSync(control, Buffer.alloc(8));
  return {
    env: { LD_PRELOAD: library, FAULT_CLOCK_CONTROL: control },
    set(seconds) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      writeAt(control, bytes);
    },
  };
}

/** The file is written in place, since it is mapped into the server's memory. */
function writeAt(path: string, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
}
