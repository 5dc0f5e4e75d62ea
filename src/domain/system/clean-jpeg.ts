/** Reads a JPEG as closely as a picture of strangers has to be read before it is shown to others. */
import { widestPhoto } from './shop.ts';

const marker = {
  baseline: 0xc0,
  progressive: 0xc2,
  huffmanTables: 0xc4,
  restart0: 0xd0,
  restart7: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantisationTables: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app15: 0xef,
  comment: 0xfe,
} as const;

/** Segments of a picture. */
const pictureSegments: readonly number[] = [
  marker.baseline,
  marker.progressive,
  marker.huffmanTables,
  marker.quantisationTables,
  marker.restartInterval,
  marker.scan,
];

/**
 * The picture alone: without what was written into the file besides (where it was taken, a preview, a
 * comment), and without anything behind its end.
 * @returns null: it is no plain JPEG of one or three colours, is broken, or is too large
 */
export function cleanJpeg(file: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (file[0] !== 0xff || file[1] !== marker.start) return null;
  const parts = [file.subarray(0, 2)];
  let frames = 0;
  let scans = 0;
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) return null;
    const kind = file[at + 1] ?? 0;
    if (kind === marker.end) {
      if (frames !== 1 || scans === 0) return null;
      return join([...parts, file.subarray(at, at + 2)]);
    }
    const length = ((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0);
    let end = at + 2 + length;
    if (length < 2 || end > file.length) return null;
    const isBeside = kind === marker.comment || (kind >= marker.app0 && kind <= marker.app15);
    if (!isBeside && !pictureSegments.includes(kind)) return null;
    if (kind === marker.baseline || kind === marker.progressive) {
      if (!isPlainFrame(file.subarray(at + 4, end))) return null;
      frames += 1;
    }
    if (kind === marker.scan) {
      if (frames === 0) return null;
      scans += 1;
      end = endOfScan(file, end);
    }
    if (!isBeside) parts.push(file.subarray(at, end));
    at = end;
  }
}

/** Eight bits a colour, of one or three colours, and neither empty nor too large. */
function isPlainFrame(frame: Uint8Array): boolean {
  const [bits, highTop = 0, highLow = 0, wideTop = 0, wideLow = 0, colours = 0] = frame;
  const height = (highTop << 8) | highLow;
  const width = (wideTop << 8) | wideLow;
  return (
    bits === 8 &&
    height > 0 &&
    height <= widestPhoto &&
    width > 0 &&
    width <= widestPhoto &&
    (colours === 1 || colours === 3) &&
    frame.length === 6 + 3 * colours
  );
}

/** Where the next segment begins: in the data of a scan, 0xff stands only before 0 and restarts. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = from; at < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1] ?? 0;
    const isData = next === 0 || (next >= marker.restart0 && next <= marker.restart7);
    if (!isData) return at;
    at += 1;
  }
  return file.length;
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
