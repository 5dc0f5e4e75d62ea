/** A modem with a SIM card, on a pseudo-terminal. It knows the commands of 3GPP TS 27.005 and 27.007 that it needs. */
import { PseudoTerminal } from './pseudo-terminal.ts';
import { readSubmit, type SubmittedPart } from './submit-pdu.ts';

export interface TakenSms {
  readonly to: string;
  readonly text: string;
  readonly alphabet: SubmittedPart['alphabet'];
  /** So many it was paid for. */
  readonly parts: number;
}

/** What becomes of a number that is dialled. `rings` goes on until the modem is told to hang up. */
export type DialledPhone = 'answers' | 'rings' | 'BUSY' | 'NO ANSWER' | 'NO CARRIER' | 'ERROR';

export interface DialledCall {
  readonly to: string;
  /** Keys whose tones it played. */
  tones: string;
  endedBy: 'modem' | 'smsd' | null;
}

const endOfText = '\u001a';
const givenUp = '\u001b';

export class FakeModem {
  /** Whole messages, in order. */
  readonly taken: TakenSms[] = [];
  /** What was asked that it does not know. */
  readonly unknown: string[] = [];
  /** Codes of `+CMS ERROR` for the next messages. */
  readonly #faults: number[] = [];
  readonly #parts = new Map<string, SubmittedPart[]>();
  readonly #line = new PseudoTerminal((bytes) => {
    for (const char of bytes.toString('latin1')) this.#hear(char);
  });
  #heard = '';
  #hasEcho = true;
  #isPduMode = false;
  /** Null: it waits for a command. */
  #announced: number | null = null;
  #reference = 0;
  readonly calls: DialledCall[] = [];
  phone: DialledPhone = 'answers';
  /** It takes no notice when it is to hang up. */
  isStuck = false;
  /** What it says of the strength of its network, from 0 to 31; 99: it hears none. */
  signal = 21;
  /** Without it, there is no network and nothing is taken. */
  isRegistered = true;

  /** What a program opens. */
  get path(): string {
    return this.#line.path;
  }

  failNext(code: number): void {
    this.#faults.push(code);
  }

  close(): void {
    this.#line.close();
  }

  #hear(char: string): void {
    if (this.#hasEcho) this.#line.write(char);
    if (this.#announced !== null) {
      if (char === endOfText || char === givenUp) this.#end(char === givenUp);
      else this.#heard += char;
      return;
    }
    if (char !== '\r') {
      this.#heard += char;
      return;
    }
    const command = this.#heard.trim();
    this.#heard = '';
    if (command !== '') this.#obey(command);
  }

  #say(...lines: readonly string[]): void {
    this.#line.write(lines.map((line) => `\r\n${line}\r\n`).join(''));
  }

  #obey(command: string): void {
    const [, announced] = /^AT\+CMGS=(\d+)$/i.exec(command) ?? [];
    if (announced !== undefined) {
      if (!this.#isPduMode) {
        this.#say('+CMS ERROR: 302');
        return;
      }
      this.#announced = Number(announced);
      this.#line.write('\r\n> ');
      return;
    }
    const [, dialled] = /^ATD(\+\d+);$/i.exec(command) ?? [];
    if (dialled !== undefined) this.#dial(dialled);
    else if (this.calls.length > 0 && this.#isOfCall(command.toUpperCase())) return;
    else this.#say(...this.#answer(command.toUpperCase()));
  }

  #dial(to: string): void {
    const call: DialledCall = { to, tones: '', endedBy: null };
    this.calls.push(call);
    if (this.phone === 'rings') return;
    const said = this.phone === 'answers' ? 'OK' : this.phone;
    if (said !== 'OK') call.endedBy = 'modem';
    setTimeout(() => this.#say(said), 100);
  }

  /** @returns whether it was a command within a call */
  #isOfCall(command: string): boolean {
    const call = this.calls.at(-1);
    if (command === 'AT+CHUP') {
      if (this.isStuck) return true;
      if (call !== undefined) call.endedBy ??= 'smsd';
      this.#say('OK');
      return true;
    }
    if (!command.startsWith('AT+VTS=') || call === undefined) return false;
    call.tones += [...command.matchAll(/VTS=([\d*#])/g)].map(([, key]) => key).join('');
    this.#say('OK');
    return true;
  }

  #answer(command: string): readonly string[] {
    switch (command) {
      case 'AT':
      case 'AT+CMEE=1;+CREG=2':
        return ['OK'];
      case 'ATE0':
        this.#hasEcho = false;
        return ['OK'];
      case 'AT+CPIN?':
        return ['+CPIN: READY', 'OK'];
      case 'AT+CSQ':
        return [`+CSQ: ${this.signal},99`, 'OK'];
      case 'AT+CREG?':
        return [`+CREG: 2,${this.isRegistered ? 1 : 2}`, 'OK'];
      case 'AT+CMGF=0':
        this.#isPduMode = true;
        return ['OK'];
      case 'AT+CIMI':
        return ['520010123456789', 'OK'];
      case 'AT+CGSN':
        return ['356938035643809', 'OK'];
      default:
        this.unknown.push(command);
        return ['ERROR'];
    }
  }

  #end(isGivenUp: boolean): void {
    const hex = this.#heard.trim();
    const length = this.#announced ?? 0;
    this.#heard = '';
    this.#announced = null;
    this.#say(...(isGivenUp ? ['OK'] : this.#submit(hex, length)));
  }

  #submit(hex: string, length: number): readonly string[] {
    const fault = this.#faults.shift();
    if (fault !== undefined) return [`+CMS ERROR: ${fault}`];
    // No network service.
    if (!this.isRegistered) return ['+CMS ERROR: 331'];
    try {
      this.#take(readSubmit(hex, length));
    } catch {
      // Invalid PDU mode parameter.
      return ['+CMS ERROR: 304'];
    }
    this.#reference = (this.#reference + 1) % 256;
    return [`+CMGS: ${this.#reference}`, 'OK'];
  }

  /** A phone shows a message once it has all of its parts. */
  #take(sent: SubmittedPart): void {
    const { to, alphabet, part } = sent;
    const of = part === null ? 'alone' : `${to} ${part.reference}`;
    const parts = [...(part === null ? [] : (this.#parts.get(of) ?? [])), sent];
    if (part !== null && parts.length < part.count) {
      this.#parts.set(of, parts);
      return;
    }
    this.#parts.delete(of);
    const inOrder = parts.toSorted((a, b) => (a.part?.index ?? 0) - (b.part?.index ?? 0));
    const text = inOrder.map((one) => one.text).join('');
    this.taken.push({ to, text, alphabet, parts: parts.length });
  }
}
