/** What was recorded of phones' keys (RFC 4733), one after the other, as SIPp plays it (libpcap's format of files). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded at a telephone; part of Debian's sip-tester. */
const recordings = '/usr/share/sip-tester';

const fileHead = 24;
const recordHead = 16;
/** Ethernet, IP without options, UDP. */
const rtpAt = 42;
const gapMs = 900;
const ticksPerMs = 8;

/** @returns the path of a capture in the folder */
export function captureOf(keys: string, folder: string): string {
  const records: Buffer[] = [];
  let sequence = 1;
  let startMs = 0;
  let head = Buffer.alloc(0);
  for (const key of keys) {
    const file = readFileSync(join(recordings, `dtmf_2833_${key}.pcap`));
    head = Buffer.from(file.subarray(0, fileHead));
    const firstMs = millisecondsOf(file, fileHead);
    for (let at = fileHead; at + recordHead < file.length; ) {
      const end = at + recordHead + file.readUInt32LE(at + 8);
      const record = Buffer.from(file.subarray(at, end));
      const ms = startMs + millisecondsOf(file, at) - firstMs;
      record.writeUInt32LE(Math.floor(ms / 1000), 0);
      record.writeUInt32LE(Math.round((ms % 1000) * 1000), 4);
      // What a phone sends goes on counting.
      const rtp = recordHead + rtpAt;
      record.writeUInt16BE(sequence, rtp + 2);
      record.writeUInt32BE(startMs * ticksPerMs, rtp + 4);
      sequence += 1;
      records.push(record);
      at = end;
    }
    startMs += gapMs;
  }
  const path = join(folder, 'keys.pcap');
  writeFileSync(path, Buffer.concat([head, ...records]));
  return path;
}

function millisecondsOf(file: Buffer, at: number): number {
  return file.readUInt32LE(at) * 1000 + file.readUInt32LE(at + 4) / 1000;
}
