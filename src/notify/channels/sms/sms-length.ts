/** The number of messages that a text is paid for (3GPP TS 23.038 and 23.040). */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these takes the room of two. */
const extension = new Set('^{}\\[~]|€\f');

/** Characters that fit into a message: alone, and as a part of a longer one. */
const rooms = { gsm7: [160, 153], ucs2: [70, 67] } as const;

export interface SmsLength {
  /** One character beyond GSM-7 makes the whole text UCS-2; Thai always is. */
  readonly alphabet: keyof typeof rooms;
  readonly parts: number;
}

export function measureSms(text: string): SmsLength {
  const chars = [...text];
  const isGsm = chars.every((char) => basic.has(char) || extension.has(char));
  const alphabet = isGsm ? 'gsm7' : 'ucs2';
  const sizes = chars.map((char) => (isGsm ? (extension.has(char) ? 2 : 1) : char.length));
  const [alone, room] = rooms[alphabet];
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return { alphabet, parts: 1 };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    // No character is cut in two.
    if (used + size > room) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { alphabet, parts };
}

/** Typographic marks and pictures would make a Latin text UCS-2, which has room for less than half of it. */
const plain: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '·': '-',
  '\u00a0': ' ',
  '`': "'",
  '\t': ' ',
};

export function toPlainSms(text: string): string {
  return text
    .replace(/[“”„‘’–—…•·\u00a0`\t]/g, (mark) => plain[mark] ?? mark)
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/^ +| +$/gm, '');
}

/** As much of a text as fits in so many messages. */
export function cutSms(text: string, maxParts: number): string {
  if (measureSms(text).parts <= maxParts) return text;
  const chars = [...text];
  let [fits, tooLong] = [0, chars.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const isFitting = measureSms(`${chars.slice(0, middle).join('')}...`).parts <= maxParts;
    [fits, tooLong] = isFitting ? [middle, tooLong] : [fits, middle];
  }
  return `${chars.slice(0, fits).join('').trimEnd()}...`;
}
