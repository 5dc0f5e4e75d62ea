import { alphabet } from '../keys/activation-key.ts';

/**
 * Codes that people type into a chat to connect it: `FW-XXXX-XXXX-XXXX` in Crockford's base32, 60 random
 * bits. By its beginning a code is told from what people say to each other in a group.
 */
const codeChars = 12;

/** @param randomBytes a cryptographic source */
export function generateLinkCode(randomBytes: (count: number) => Uint8Array): string {
  // A byte has eight times as many values as there are characters, so all are equally likely.
  const chars = [...randomBytes(codeChars)].map((byte) => alphabet.charAt(byte % alphabet.length));
  return format(chars.join(''));
}

/**
 * A code as it is stored, from what a person typed or a link put there: case, spaces and dashes do not
 * matter, and O, I and L are read as 0, 1 and 1. Words around it are allowed.
 * @returns null: there is none
 */
export function findLinkCode(text: string): string | null {
  const [, code] =
    /(?:^|\s)FW[- ]?((?:[0-9A-TV-Z]{4}[- ]?){2}[0-9A-TV-Z]{4})\s*$/i.exec(text) ?? [];
  if (code === undefined) return null;
  return format(code.toUpperCase().replace(/[- ]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'));
}

function format(chars: string): string {
  return `FW-${chars.slice(0, 4)}-${chars.slice(4, 8)}-${chars.slice(8)}`;
}
