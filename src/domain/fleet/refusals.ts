/**
 * Why something that a device, or somebody who is none, sent was not taken. The same words stand in
 * metrics, in the log, on the device's page and in `faiwatch doctor`.
 */
export const refusalCodes = [
  // It may not come in.
  'protocol-version',
  'client-id',
  'user-name',
  'password',
  'token',
  'revoked',
  'auth-method',
  'failure',
  // A message, or a subscription, was not taken; the session goes on.
  'topic',
  'elsewhere',
  'subscription',
  'payload-encoding',
  'payload-json',
  'payload-schema',
  // The session was ended.
  'no-connect',
  'connect-timeout',
  'malformed',
  'packet-too-large',
  'packet-type',
  'second-connect',
  'text-frame',
  'flood',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** What came, as far as it helps to find the mistake. Chosen by whoever sent it. */
export interface Refused {
  readonly code: RefusalCode;
  /** Where they come from; null: another's broker does not say. */
  readonly address: string | null;
  /** What exactly: the topic, the field, the name that was given; empty: the code says all. */
  readonly detail: string;
  /** How the message began; null: it was none, or the sender has not proved to be the device. */
  readonly message: string | null;
}

/** Refusals of one kind, of which the last is described. */
export interface Refusal extends Refused {
  /** Epoch ms. */
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

/**
 * What somebody has to look after. The others are what any port on the internet sees, and what a
 * firmware says besides.
 */
export function isMistake(code: RefusalCode): boolean {
  return !noise.has(code);
}

const noise: ReadonlySet<RefusalCode> = new Set([
  'elsewhere',
  'no-connect',
  'connect-timeout',
  'malformed',
  'text-frame',
]);

/** What nobody has sent for so long is mended, or gone. */
export const refusalMemoryMs = 86_400_000;

const maxDetail = 100;
const maxMessage = 200;

/**
 * Refusals of one device, or of all strangers: a line for each kind, and the kinds that came last.
 */
export class RefusalLog {
  /** In the order in which they came last. */
  readonly #lines = new Map<string, Refusal>();
  readonly #capacity: number;

  constructor(capacity: number = refusalCodes.length) {
    this.#capacity = capacity;
  }

  /**
   * @param from tells senders apart where one log is for several
   * @param at epoch ms
   */
  note(refused: Refused, at: number, from = ''): void {
    const key = `${refused.code} ${from}`;
    const before = this.#lines.get(key);
    const isGoingOn = before !== undefined && at - before.last < refusalMemoryMs;
    this.#lines.delete(key);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size >= this.#capacity && oldest !== undefined) this.#lines.delete(oldest);
    this.#lines.set(key, {
      code: refused.code,
      address: refused.address,
      detail: printable(refused.detail, maxDetail),
      message: refused.message === null ? null : printable(refused.message, maxMessage),
      since: isGoingOn ? before.since : at,
      last: at,
      count: isGoingOn ? before.count + 1 : 1,
    });
  }

  /**
   * Those of the last day, the newest first.
   * @param now epoch ms
   */
  recent(now: number): Refusal[] {
    return [...this.#lines.values()].filter(({ last }) => now - last < refusalMemoryMs).reverse();
  }
}

/** Without what a terminal or a page could take for something else than text. */
function printable(text: string, length: number): string {
  return text.slice(0, length).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '·');
}
