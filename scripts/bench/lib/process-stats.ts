/** What the Linux kernel says of another process (proc(5)). */
import { readFileSync } from 'node:fs';

export interface Memory {
  /** Resident now, in MB (10⁶ bytes), shared pages of the executable included. */
  readonly residentMb: number;
  readonly peakMb: number;
}

/** @throws Error when there is no such process */
export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { residentMb: readKb(status, 'VmRSS'), peakMb: readKb(status, 'VmHWM') };
}

/**
 * What a process has for itself alone, in MB (10⁶ bytes): anonymous memory, that which was swapped out
 * included. Chromium's task manager calls it the memory footprint.
 * @throws Error when there is no such process
 */
export function readPrivateMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return readKb(status, 'RssAnon') + readKb(status, 'VmSwap');
}

function readKb(status: string, name: string): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kb === undefined) throw new Error(`/proc says no ${name}`);
  return (Number(kb) * 1024) / 1e6;
}

/**
 * Bytes the process has caused to be written to the disk: the kernel counts pages as they become
 * dirty, whole pages at a time. What lies in a tmpfs is never written, and not counted.
 */
export function readWrittenBytes(pid: number): number {
  const bytes = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1];
  if (bytes === undefined) throw new Error('/proc says no write_bytes');
  return Number(bytes);
}
