/**
 * Reasons for which a message of a device or a stranger was not taken. Metrics, the log, the device's page and
 * `faiwatch doctor` use the same words.
 */
export const refusalCodes = [
  // The device may not connect.
  'protocol-version',
  'client-id',
  'user-name',
  'password',
  'token',
  'revoked',
  'auth-method',
  'failure',
  // The device was not enrolled.
  'enrolment',
  // A message, or a subscription, was not taken; the session goes on.
  'topic',
  'elsewhere',
  'subscription',
  'content-type',
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

/** The message as it came, as far as it helps to find the mistake. The sender chose it. */
export interface Refused {
  readonly code: RefusalCode;
  /** Where it came from. Null: another's broker does not say. */
  readonly address: string | null;
  /** The topic, field or name that was given. Empty: the code says all. */
  readonly detail: string;
  /** The beginning of the message. Null: there was none, or the sender has not proved to be the device. */
  readonly message: string | null;
}

/** Refusals of one kind; the last one is described. */
export interface Refusal extends Refused {
  /** Epoch ms. */
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

/**
 * Refusals that somebody has to look after. The others are what any port on the internet sees, and what
 * firmware sends in addition.
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

/** A refusal that has not come again for this long is mended or gone. */
export const refusalMemoryMs = 86_400_000;

const maxDetail = 100;
const maxMessage = 200;

/**
 * Refusals of one device, or of all strangers: one line for each kind, for the kinds that came last.
 */
export class RefusalLog {
  /** In the order in which they last came. */
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
   * The refusals of the last day, the newest first.
   * @param now epoch ms
   */
  recent(now: number): Refusal[] {
    return [...this.#lines.values()].filter(({ last }) => now - last < refusalMemoryMs).reverse();
  }
}

/** The text without characters that a terminal or a page could take for something other than text. */
function printable(text: string, length: number): string {
  return text.slice(0, length).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '·');
}
