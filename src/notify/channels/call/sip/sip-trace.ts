/**
 * baresip 1.0 follows whoever answers a call with "it has moved" (3xx), says nothing of it, and bears the proof of our
 * account there, too: a phone that forwards its calls could have any number called at our expense. It can be made to
 * write down each message, and those that begin a call are read here. What the far end says is not: it would have to
 * be read exactly as baresip reads it.
 */

/** More of a line than this is not looked at. The beginning tells enough. */
const mostLength = 8_192;

export class SipTrace {
  readonly #onDiverted: () => void;
  /** As the one who is called may be named. Empty: nobody is called yet. */
  #dialled: readonly string[] = [];
  /** The address of this line, by which messages that come are told from those that go. Null: not known yet. */
  #own: string | null = null;
  /** Whom the message that is being read comes from, and goes to. */
  #from = '';
  #to = '';
  #rest = '';

  /** @param onDiverted called when somebody else is called than was dialled */
  constructor(onDiverted: () => void) {
    this.#onDiverted = onDiverted;
  }

  dial(address: string): void {
    this.#dialled = [address, `${address};transport=udp`];
  }

  /** @param text as it comes, cut anywhere */
  read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, mostLength);
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    // baresip writes it before each message, so one within a message is overruled before the next.
    const [, from, to] = /^[A-Z]+ (\S+) -> (\S+)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      this.#from = from;
      this.#to = to;
    }
    if (line.startsWith('INVITE ')) this.#judge(line);
  }

  #judge(line: string): void {
    if (this.#dialled.length === 0) return;
    if (this.#dialled.some((address) => line === `INVITE ${address} SIP/2.0\r`)) {
      this.#own ??= this.#from;
      return;
    }
    // Somebody calls us, as when the phone is called back.
    const isIncoming = this.#to === this.#own && this.#from !== this.#own;
    if (!isIncoming) this.#onDiverted();
  }
}
