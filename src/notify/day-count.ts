import type { Clock } from '../domain/instant.ts';
import { localDayOf } from '../domain/local-days.ts';
import type { ChannelName } from '../domain/states.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import {
  type AttemptLimit,
  readAttempts,
  recordFailedAttempt,
} from '../store/people/attempt-limits.ts';

const limit: AttemptLimit = {
  scope: 'sent-in-day',
  // Whoever counts decides.
  maxFailures: Number.POSITIVE_INFINITY,
  // The subject names the day.
  windowMs: Number.MAX_SAFE_INTEGER,
};

interface DayCountOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** IANA name; its midnight begins a day. */
  readonly timezone: string;
}

/** Today's messages of a channel, in all and to each address. The count outlives a restart. */
export class DayCount {
  readonly #options: DayCountOptions;
  readonly #channel: ChannelName;
  /** By subject; while the disk takes no writes, messages go all the same, and count. */
  readonly #unwritten = new Map<string, number>();

  constructor(channel: ChannelName, options: DayCountOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /** @param address left out: in all */
  read(address?: string): number {
    const subject = this.#subjectOf(address);
    return readAttempts(this.#options.store, limit, subject) + (this.#unwritten.get(subject) ?? 0);
  }

  /** @param count a negative one takes back what did not go */
  add(address: string, count: number): void {
    for (const subject of [this.#subjectOf(), this.#subjectOf(address)]) {
      this.#unwritten.set(subject, (this.#unwritten.get(subject) ?? 0) + count);
    }
    const { store, clock } = this.#options;
    const { wallMs } = clock();
    try {
      store.transaction(() => {
        for (const [subject, number] of this.#unwritten) {
          recordFailedAttempt(store, limit, subject, wallMs, number);
        }
      });
      this.#unwritten.clear();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  #subjectOf(address = ''): string {
    const { clock, timezone } = this.#options;
    return `${this.#channel} ${localDayOf(clock().wallMs, timezone).date} ${address}`;
  }
}
