import { ptr } from 'bun:ffi';
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { openCLibrary } from '../c-library.ts';

/**
 * Writes without waiting for a reader.
 * @returns how many bytes were taken. 0: none now
 * @throws when the reader is gone, or the disk is full
 */
export type Sink = (bytes: Uint8Array) => number;

/** Bytes that a pipe takes whole when poll(2) says that it is writable: PIPE_BUF, pipe(7). */
const atomicBytes = 4_096;
/** POLLOUT, poll(2). */
const pollOut = 0x4;

/**
 * Opens a sink for an open file that other processes may share. The file is not made non-blocking, as
 * writes of the processes that share it would fail, too.
 */
export function openSink(fd: number): Sink {
  // A regular file never makes a writer wait. The descriptor shares its position with other writers.
  if (fstatSync(fd).isFile()) return (bytes) => writeSync(fd, bytes);
  return reopen(fd) ?? pollingSink(fd) ?? ((bytes) => writeSync(fd, bytes));
}

/** Opens the same pipe or terminal once more, for this process alone. Null: a socket, or another user's. */
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

/** A sink that asks before each piece whether it can be written. Null: the C library cannot be reached. */
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
