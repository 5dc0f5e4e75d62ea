import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tasks that a ticket allows its holder to continue. */
export type TicketPurpose =
  | 'second-factor'
  | 'passkey-login'
  | 'passkey-creation'
  | 'passkey-proof'
  | 'oidc'
  | 'oidc-trip'
  | 'oidc-proof'
  /** A link in a message. */
  | 'message-link'
  /** A picture that a messenger fetches. */
  | 'picture'
  | typeof farEndTicket;

/** What a far end gives back to a channel; of a phone call its words, and the meaning of a key there. */
export const farEndTicket = 'call';

interface Uses {
  readonly count: number;
  readonly expiresAt: number;
}

/**
 * Above this many tickets, expired ones are forgotten. While more than that are valid, this happens above
 * twice as many.
 */
const sweepAbove = 1_000;

/**
 * Tickets that the server signs and hands out, so that it need not remember everybody who merely tries. Each is
 * worth something for its purpose and its subject alone. The server remembers only how often a ticket was shown,
 * which takes more than trying.
 */
export class Tickets {
  readonly #key: Uint8Array;
  readonly #uses = new Map<string, Uses>();
  #sweepAbove = sweepAbove;

  /** @param secret what sessions are signed with */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('tickets').digest();
  }

  /**
   * @param subject what the ticket is about
   * @returns base64url
   */
  issue(purpose: TicketPurpose, subject: string, expiresAt: number): string {
    const nonce = crypto.getRandomValues(new Uint8Array(12)).toHex();
    const text = Buffer.from(JSON.stringify([purpose, subject, expiresAt, nonce]));
    return Buffer.concat([text, this.#sign(text)]).toString('base64url');
  }

  /**
   * Uses a ticket once; it may be shown a limited number of times.
   * @returns its subject. Null: it is not ours, too old, or used up
   */
  take(purpose: TicketPurpose, ticket: string, most: number, nowMs: number): string | null {
    const subject = this.read(purpose, ticket, nowMs);
    const count = this.#uses.get(ticket)?.count ?? 0;
    if (subject === null || count >= most) return null;
    this.#note(ticket, count + 1, nowMs);
    return subject;
  }

  /** Reads a ticket without counting its use. Null: as of `take`, or it was spent. */
  read(purpose: TicketPurpose, ticket: string, nowMs: number): string | null {
    const content = this.#open(purpose, ticket);
    const isSpent = this.#uses.get(ticket)?.count === Number.POSITIVE_INFINITY;
    return content !== null && content[2] > nowMs && !isSpent ? content[1] : null;
  }

  /** What a ticket was about, be it spent or too old. Null: it is not ours. */
  recall(purpose: TicketPurpose, ticket: string): string | null {
    return this.#open(purpose, ticket)?.[1] ?? null;
  }

  /** Makes a ticket invalid, until the process ends. */
  spend(ticket: string, nowMs: number): void {
    this.#note(ticket, Number.POSITIVE_INFINITY, nowMs);
  }

  /** Null: it is not ours, or for something else. */
  #open(purpose: TicketPurpose, ticket: string): Content | null {
    const bytes = Buffer.from(ticket, 'base64url');
    if (bytes.length <= macLength || bytes.toString('base64url') !== ticket) return null;
    const text = bytes.subarray(0, -macLength);
    if (!timingSafeEqual(this.#sign(text), bytes.subarray(-macLength))) return null;
    const content = readContent(text);
    return content[0] === purpose ? content : null;
  }

  #note(ticket: string, count: number, nowMs: number): void {
    if (this.#uses.size > this.#sweepAbove) this.#sweep(nowMs);
    this.#uses.set(ticket, { count, expiresAt: expiryOf(ticket) });
  }

  #sign(text: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  #sweep(nowMs: number): void {
    for (const [ticket, { expiresAt }] of this.#uses) {
      if (expiresAt <= nowMs) this.#uses.delete(ticket);
    }
    this.#sweepAbove = Math.max(sweepAbove, 2 * this.#uses.size);
  }
}

const macLength = 32;

type Content = readonly [TicketPurpose, subject: string, expiresAt: number, nonce: string];

/** @param text whose signature was found right */
function readContent(text: Uint8Array): Content {
  return JSON.parse(Buffer.from(text).toString());
}

function expiryOf(ticket: string): number {
  return readContent(Buffer.from(ticket, 'base64url').subarray(0, -macLength))[2];
}
