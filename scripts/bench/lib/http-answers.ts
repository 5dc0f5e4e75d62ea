/** Finds the ends and the status codes of HTTP/1.1 answers, and reads nothing else. */

const lf = 0x0a;
const cr = 0x0d;

/**
 * Reads the answers of one keep-alive connection that has at most one request under way.
 * Answers must have a Content-Length, as those of both servers compared here do.
 */
export class HttpAnswerParser {
  private carry: Uint8Array | undefined;

  /**
   * @returns the status of the answer that this chunk completes, or 0 when it is not complete yet.
   * @throws Error for an answer without Content-Length.
   */
  parse(chunk: Uint8Array): number {
    const bytes = this.carry ? Buffer.concat([this.carry, chunk]) : chunk;
    const bodyAt = findBody(bytes);
    if (bodyAt > 0 && bytes.length >= bodyAt + readContentLength(bytes, bodyAt)) {
      this.carry = undefined;
      return readNumber(bytes, 9);
    }
    this.carry = bytes === chunk ? chunk.slice() : bytes;
    return 0;
  }
}

/** Where the body begins, or 0 when the header is not complete. */
function findBody(bytes: Uint8Array): number {
  for (let i = 16; i < bytes.length; i++) {
    // An empty line: CR LF CR LF.
    if (bytes[i] === lf && bytes[i - 2] === lf && bytes[i - 1] === cr) return i + 1;
  }
  return 0;
}

const headerName = 'content-length:';

function readContentLength(bytes: Uint8Array, bodyAt: number): number {
  for (let at = 0; at < bodyAt - headerName.length; at++) {
    if (bytes[at] !== lf || !hasHeaderName(bytes, at + 1)) continue;
    let valueAt = at + 1 + headerName.length;
    while (bytes[valueAt] === 0x20) valueAt++;
    return readNumber(bytes, valueAt);
  }
  throw new Error('The server answered without Content-Length');
}

function hasHeaderName(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < headerName.length; i++) {
    // Setting bit 5 makes ASCII letters lower case and leaves '-' and ':' as they are.
    if (((bytes[at + i] ?? 0) | 0x20) !== headerName.charCodeAt(i)) return false;
  }
  return true;
}

function readNumber(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; ; i++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
