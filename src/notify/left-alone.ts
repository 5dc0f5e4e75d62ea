import type { Clock } from '../domain/instant.ts';
import { localDayOf } from '../domain/local-days.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import {
  type AttemptLimit,
  readAttempts,
  recordFailedAttempt,
} from '../store/people/attempt-limits.ts';

/** A person who answers a call can ask for this. */
type Wish = Extract<AttemptLimit['scope'], 'call-night' | 'call-codes'>;

/** The clock of the installation at which a night ends. */
const morningHour = 9;
const hourMs = 3_600_000;

interface LeftAloneOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** IANA name. */
  readonly timezone: string;
}

/** Phones whose owners asked to be left alone until nine in the morning. It outlives a restart. */
export class LeftAlone {
  readonly #options: LeftAloneOptions;
  /** Asked for while the disk took no writes. */
  readonly #unwritten = new Set<string>();

  constructor(options: LeftAloneOptions) {
    this.#options = options;
  }

  has(wish: Wish, address: string): boolean {
    const subject = this.#subjectOf(address);
    const isAsked = readAttempts(this.#options.store, { scope: wish }, subject) > 0;
    return isAsked || this.#unwritten.has(`${wish} ${subject}`);
  }

  add(wish: Wish, address: string): void {
    const { store, clock } = this.#options;
    const subject = this.#subjectOf(address);
    const limit = { scope: wish, maxFailures: 1, windowMs: Number.MAX_SAFE_INTEGER };
    try {
      store.transaction(() => recordFailedAttempt(store, limit, subject, clock().wallMs));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.#unwritten.add(`${wish} ${subject}`);
    }
  }

  /** A night goes from one morning to the next. */
  #subjectOf(address: string): string {
    const { clock, timezone } = this.#options;
    return `${localDayOf(clock().wallMs - morningHour * hourMs, timezone).date} ${address}`;
  }
}
