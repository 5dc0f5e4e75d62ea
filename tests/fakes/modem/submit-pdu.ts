/** What a modem is given to send: SMS-SUBMIT (3GPP TS 23.040, section 9.2.2.2). */

export interface SubmittedPart {
  /** `+66812345678`. */
  readonly to: string;
  readonly text: string;
  readonly alphabet: 'gsm7' | 'ucs2';
  /** Null: it stands alone. */
  readonly part: {
    readonly reference: number;
    readonly count: number;
    readonly index: number;
  } | null;
}

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension: Readonly<Record<number, string>> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
};

/**
 * @param length of it without the address of the centre, as the modem was told
 * @throws Error when a modem would not take it
 */
export function readSubmit(hex: string, length: number): SubmittedPart {
  if (!/^(?:[0-9A-F]{2})+$/i.test(hex)) throw new Error('not hexadecimal');
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('too short');
    at += 1;
    return byte;
  };
  const centre = next();
  at += centre;
  if (bytes.length - at !== length) throw new Error('another length than announced');
  const first = next();
  if ((first & 0x03) !== 0x01) throw new Error('not to be sent');
  next();
  const digits = next();
  if (next() !== 0x91) throw new Error('not an international number');
  const swapped = Array.from({ length: Math.ceil(digits / 2) }, next);
  const number = swapped
    .map((byte) => `${byte & 0x0f}${byte >> 4 === 0xf ? '' : byte >> 4}`)
    .join('');
  if (number.length !== digits || !/^[1-9]\d{6,14}$/.test(number)) throw new Error('not a number');
  if (next() !== 0) throw new Error('another protocol');
  const coding = next();
  const validity = (first >> 3) & 0x03;
  at += validity === 0 ? 0 : validity === 2 ? 1 : 7;
  const size = next();
  const data = bytes.subarray(at);
  const header = (first & 0x40) === 0 ? 0 : (data[0] ?? 0) + 1;
  const part = header === 0 ? null : readPart(data.subarray(1, header));
  const to = `+${number}`;
  if (coding === 0x08) {
    if (data.length !== size || size > 140) throw new Error('another size than announced');
    const text = Buffer.from(data.subarray(header)).swap16().toString('utf16le');
    return { to, text, part, alphabet: 'ucs2' };
  }
  if (coding !== 0x00) throw new Error('another coding');
  if (size > 160 || data.length !== Math.ceil((size * 7) / 8)) {
    throw new Error('another size than announced');
  }
  const skipped = Math.ceil((header * 8) / 7);
  return { to, text: readGsm(unpack(data, size).slice(skipped)), part, alphabet: 'gsm7' };
}

function readPart(header: Uint8Array) {
  const [kind, length, reference = 0, count = 0, index = 0] = header;
  if (kind !== 0 || length !== 3 || index < 1 || index > count) throw new Error('another header');
  return { reference, count, index };
}

function unpack(bytes: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const bit = index * 7;
    const low = bytes[bit >> 3] ?? 0;
    const high = bytes[(bit >> 3) + 1] ?? 0;
    return (((high << 8) | low) >> (bit & 7)) & 0x7f;
  });
}

function readGsm(septets: readonly number[]): string {
  let text = '';
  for (let at = 0; at < septets.length; at += 1) {
    const septet = septets[at] ?? 0;
    if (septet !== 0x1b) text += basic[septet] ?? '';
    else {
      at += 1;
      text += extension[septets[at] ?? 0] ?? ' ';
    }
  }
  return text;
}
