import type { Time } from '../../domain/instant.ts';

/** The leader is asked for a sign of life so often while calls to it are open, in ms. */
const askEveryMs = 1_000;
/** A machine that shows none for so long is gone, as far as its callers are concerned, in ms. */
const silentAfterMs = 5_000;
/** A call to a machine that was silent just before waits so long for a sign of life, in ms. */
const doubtMs = 2_000;
/** Silence is remembered for so long, in ms: by then another machine leads, or this one is there again. */
const rememberMs = 30_000;

/** A call that was passed on, and waits for more. */
export interface WatchedCall {
  /** Aborted once nothing more is to be expected. */
  readonly signal: AbortSignal;
  /** Bytes of it have come or gone, which is a sign of life for this call alone. */
  note(): void;
  end(): void;
}

interface OpenCall {
  readonly address: string;
  readonly abort: AbortController;
  heardMs: number;
}

interface LeaderPulseParts {
  readonly time: Time;
  /** Where the machine that leads is. Null: none leads. */
  readonly leader: () => string | null;
  /** Rejects, or does not return, when the machine shows no sign of life. */
  readonly ask: (address: string, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Ends calls that wait for a machine that is gone. A machine that loses its power, or its cable, closes no
 * connection, so that a caller would wait for minutes. While calls are open it is asked whether it is there; one that
 * is slow to answer a call goes on, and so does a call whose bytes flow. Calls end as well once another machine leads.
 */
export class LeaderPulse {
  readonly #parts: LeaderPulseParts;
  readonly #calls = new Set<OpenCall>();
  /** When each machine that has open calls answered last, monotonic ms. */
  readonly #heardMs = new Map<string, number>();
  /** When calls to a machine were ended for its silence, monotonic ms. */
  readonly #silentMs = new Map<string, number>();
  #isLooking = false;

  constructor(parts: LeaderPulseParts) {
    this.#parts = parts;
  }

  watch(address: string): WatchedCall {
    const now = () => this.#parts.time.clock().monoMs;
    const isDoubtful = now() - (this.#silentMs.get(address) ?? -rememberMs) < rememberMs;
    const heardMs = now() - (isDoubtful ? silentAfterMs - doubtMs : 0);
    const call: OpenCall = { address, abort: new AbortController(), heardMs };
    this.#calls.add(call);
    if (!this.#isLooking) this.#lookLater();
    return {
      signal: call.abort.signal,
      note: () => {
        call.heardMs = now();
      },
      end: () => {
        this.#calls.delete(call);
      },
    };
  }

  #lookLater(): void {
    this.#isLooking = true;
    this.#parts.time.setTimer(askEveryMs, () => {
      this.#look();
      if (this.#calls.size > 0) this.#lookLater();
      else this.#isLooking = false;
    });
  }

  #look(): void {
    const { time, leader } = this.#parts;
    const { monoMs } = time.clock();
    const leads = leader();
    for (const call of this.#calls) {
      const heardMs = Math.max(call.heardMs, this.#heardMs.get(call.address) ?? 0);
      const isReplaced = leads !== null && leads !== call.address;
      if (!isReplaced && monoMs - heardMs < silentAfterMs) continue;
      if (!isReplaced) this.#silentMs.set(call.address, monoMs);
      this.#calls.delete(call);
      call.abort.abort();
    }
    const addresses = new Set([...this.#calls].map(({ address }) => address));
    for (const address of this.#heardMs.keys()) {
      if (!addresses.has(address)) this.#heardMs.delete(address);
    }
    for (const address of addresses) void this.#ask(address);
  }

  async #ask(address: string): Promise<void> {
    const { time, ask } = this.#parts;
    const limit = new AbortController();
    const cancelLimit = time.setTimer(silentAfterMs, () => limit.abort());
    try {
      await ask(address, limit.signal);
      this.#heardMs.set(address, time.clock().monoMs);
      this.#silentMs.delete(address);
    } catch {
      // No sign of life is what is counted.
    } finally {
      cancelLimit();
    }
  }
}
