/**
 * baresip follows whoever answers a call with "it has moved" (3xx), says nothing of it, and bears the proof of our
 * account there, too: a phone that forwards its calls could have any number called at our expense. It can be made to
 * write down what it says to the far end, and that is read here.
 */

/** More of a message than this is not looked at. */
const mostLines = 100;
const mostLength = 8_192;

export class SipTrace {
  readonly #onDiverted: (words: string) => void;
  /** The address that is called. Null: none yet. */
  #address: string | null = null;
  /** What our call is known by: nobody else knows it. */
  #callId: string | null = null;
  #lines: string[] = [];
  #rest = '';

  /** @param onDiverted called with the far end's words, when it names somebody else to call */
  constructor(onDiverted: (words: string) => void) {
    this.#onDiverted = onDiverted;
  }

  dial(address: string): void {
    this.#address = address;
  }

  /** @param text as it comes, cut anywhere */
  read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(-mostLength);
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    // Only lines of messages end so, and an empty one ends what is of interest.
    if (!line.endsWith('\r')) this.#lines = [];
    else if (line !== '\r') {
      if (this.#lines.length < mostLines) this.#lines.push(line.slice(0, -1));
    } else {
      this.#judge(this.#lines);
      this.#lines = [];
    }
  }

  #judge(message: readonly string[]): void {
    const [first = ''] = message;
    const address = this.#address;
    if (address === null) return;
    const callId = headerOf(message, 'call-id|i');
    if (this.#callId === null && first.startsWith(`INVITE ${address}`)) this.#callId = callId;
    const [, words] = /^SIP\/2\.0 (3\d\d .*)$/.exec(first) ?? [];
    if (words === undefined || callId === null || callId !== this.#callId) return;
    // An exchange may send a call to another of its machines.
    const isSameNumber = userIn(headerOf(message, 'contact|m') ?? '') === userIn(address);
    if (!isSameNumber) this.#onDiverted(words);
  }
}

function headerOf(message: readonly string[], names: string): string | null {
  const pattern = new RegExp(`^(?:${names})\\s*:\\s*(.*)$`, 'i');
  for (const line of message) {
    const [, value] = pattern.exec(line) ?? [];
    if (value !== undefined) return value.trim();
  }
  return null;
}

/** Empty: it names nobody. */
function userIn(address: string): string {
  return /sips?:([^@;>]*)@/i.exec(address)?.[1] ?? '';
}
