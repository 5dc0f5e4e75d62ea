import { writeSync } from 'node:fs';

/**
 * Writes all of `bytes` into an open file. One write into a disk that is nearly full takes a part, and says so by
 * its length alone.
 */
export function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}
