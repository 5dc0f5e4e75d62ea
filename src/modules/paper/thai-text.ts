/** A tone mark, if there is one, and SARA AM. */
const saraAm = /([\u0e48-\u0e4b]?)\u0e33/g;

/** Signs that the font has: Latin, Thai, and the punctuation of both. */
const unknown =
  /[^\u0020-\u007e\u00a0-\u024f\u0e00-\u0e5b\u2010-\u2026\u2030\u20ac\u2190-\u2193]/gu;
/** Of an emoji. */
const pictures =
  /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]|\u200d|[\ufe0e\ufe0f]/gu;

/**
 * A text as it is to be set. SARA AM is written as the two signs that it stands for, the ring below the
 * tone mark: this is what shaping makes of it, and the libraries that draw here do not.
 */
export function settable(text: string): string {
  const line = text.replace(pictures, '').replace(/\s+/g, ' ').trim();
  return line.replace(unknown, '?').replace(saraAm, '\u0e4d$1\u0e32');
}
