/** Sound as telephones carry it: 8 kHz, one channel, 16 bits a sample, or 8 by the µ-law of ITU-T G.711. */

export const sampleRate = 8_000;

const formats = { pcm: { tag: 1, bits: 16 }, 'mu-law': { tag: 7, bits: 8 } } as const;

/** A file of the given samples. */
export function wavOf(bytes: Uint8Array, format: keyof typeof formats): Uint8Array<ArrayBuffer> {
  const { tag, bits } = formats[format];
  const file = new Uint8Array(44 + bytes.length);
  const view = new DataView(file.buffer);
  const write = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, 36 + bytes.length, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, (sampleRate * bits) / 8, true);
  view.setUint16(32, bits / 8, true);
  view.setUint16(34, bits, true);
  write(36, 'data');
  view.setUint32(40, bytes.length, true);
  file.set(bytes, 44);
  return file;
}

interface Sound {
  /** Samples a second. */
  readonly rate: number;
  readonly samples: Int16Array;
}

/**
 * Reads a file of one channel with 16 bits a sample, or 8 by µ-law.
 * @throws Error that says what it is instead
 */
export function readSamples(file: Uint8Array): Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const name = (at: number) => new TextDecoder('latin1').decode(file.subarray(at, at + 4));
  if (file.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new Error('no WAV file');
  let format: { tag: number; rate: number; bits: number } | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name(at) === 'fmt ' && size >= 16 && body + 16 <= file.length) {
      if (view.getUint16(body + 2, true) !== 1) throw new Error('more than one channel');
      const rate = view.getUint32(body + 4, true);
      format = { tag: view.getUint16(body, true), rate, bits: view.getUint16(body + 14, true) };
    }
    if (name(at) === 'data' && format !== undefined) {
      // A program that wrote to a pipe did not know the length.
      const bytes = file.subarray(body, Math.min(file.length, body + size));
      return { rate: format.rate, samples: decode(bytes, format) };
    }
    at = body + size + (size % 2);
  }
  throw new Error('no sound in it');
}

function decode(bytes: Uint8Array, { tag, bits }: { tag: number; bits: number }): Int16Array {
  if (tag === formats['mu-law'].tag && bits === 8) return decodeMuLaw(bytes);
  if (tag !== formats.pcm.tag || bits !== 16) throw new Error('neither 16 bits nor µ-law');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) =>
    view.getInt16(index * 2, true),
  );
}

/** The offset before the logarithm, and the largest sample that has one. */
const bias = 0x84;
const loudest = 32_635;

export function encodeMuLaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const magnitude = Math.min(Math.abs(sample), loudest) + bias;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  });
}

export function decodeMuLaw(bytes: Uint8Array): Int16Array {
  return Int16Array.from(bytes, (byte) => {
    const code = ~byte & 0xff;
    const magnitude = ((((code & 0x0f) << 3) + bias) << ((code & 0x70) >> 4)) - bias;
    return (code & 0x80) === 0 ? magnitude : -magnitude;
  });
}
