import { ptr } from 'bun:ffi';
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { openCLibrary } from '../c-library.ts';

/**
 * Writes without ever waiting for a reader.
 * @returns how many bytes were taken; 0: none just now
 * @throws when nobody will ever take any, or the disk is full
 */
export type Sink = (bytes: Uint8Array) => number;

/** What a pipe takes whole once poll(2) says that it takes anything: PIPE_BUF, pipe(7). */
const atomicBytes = 4_096;
/** poll(2). */
const pollOut = 0x4;

/**
 * A way to write to an open file that may be shared with other processes. Making it non-blocking would
 * change it for them, too: whoever shares a terminal or a pipe with us would suddenly fail to write.
 */
export function openSink(fd: number): Sink {
  // A file waits for nobody, and its position is shared with whatever else is written to it.
  if (fstatSync(fd).isFile()) return (bytes) => writeSync(fd, bytes);
  return reopen(fd) ?? pollingSink(fd) ?? ((bytes) => writeSync(fd, bytes));
}

/** The same pipe or terminal, opened once more and for us alone; null: it is a socket, or not ours. */
function reopen(fd: number): Sink | null {
  let own: number;
  try {
    own = openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  return (bytes) => {
    try {
      return writeSync(own, bytes);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'EAGAIN') return 0;
      throw error;
    }
  };
}

/** Asks before each piece whether it would be taken; null: the C library cannot be reached. */
export function pollingSink(fd: number): Sink | null {
  const libc = openCLibrary({ poll: { args: ['ptr', 'u64', 'i32'], returns: 'i32' } });
  if (libc === null) return null;
  // struct pollfd
  const asked = Buffer.alloc(8);
  asked.writeInt32LE(fd, 0);
  asked.writeInt16LE(pollOut, 4);
  return (bytes) => {
    if (libc.poll(ptr(asked), 1n, 0) <= 0) return 0;
    return writeSync(fd, bytes.subarray(0, atomicBytes));
  };
}
