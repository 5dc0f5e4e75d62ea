/**
 * MD5 (RFC 1321), which the browser's own cryptography leaves out and a board's loader answers with.
 * It finds damage, not forgery.
 */
/** Four for each round. */
const shifts = Uint8Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);

const sines = Int32Array.from({ length: 64 }, (_, i) => Math.abs(Math.sin(i + 1)) * 2 ** 32);

/** @returns 32 hex digits */
export function md5(bytes: Uint8Array): string {
  const words = pad(bytes);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let at = 0; at < words.length; at += 16) mix(state, words.subarray(at, at + 16));
  return [...new Uint8Array(state.buffer)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** The message in words, little-endian: a one bit, zeros, and its length in bits at the end. */
function pad(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length << 3, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  return new Int32Array(padded.buffer);
}

function mix(state: Int32Array, block: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const sum = (a + choose(round, b, c, d) + (sines[i] ?? 0) + (block[pick(round, i)] ?? 0)) | 0;
    const shift = shifts[4 * round + (i & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
}

/** The functions F, G, H and I. */
function choose(round: number, b: number, c: number, d: number): number {
  switch (round) {
    case 0:
      return (b & c) | (~b & d);
    case 1:
      return (d & b) | (~d & c);
    case 2:
      return b ^ c ^ d;
    default:
      return c ^ (b | ~d);
  }
}

/** Which word of the block goes in. */
function pick(round: number, i: number): number {
  switch (round) {
    case 0:
      return i;
    case 1:
      return (5 * i + 1) & 15;
    case 2:
      return (3 * i + 5) & 15;
    default:
      return (7 * i) & 15;
  }
}
