import type { SetTimer } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import { applyOutboxChanges, type OutboxChange } from '../store/outbox/mark.ts';

interface Outcome {
  readonly changes: readonly OutboxChange[];
  /** The notifications that the changes are about. */
  readonly ids: readonly number[];
  /** Frees the address for the next message, after the first try to write. */
  release: (() => void) | null;
}

interface WriterOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly setTimer: SetTimer;
  /** As of `Monitor`. Left out: the line was never dead. */
  readonly lineUpSince?: (() => number) | undefined;
}

/** Outcomes that are kept in memory while the disk takes no writes. At this many, sending stops. */
const maxUnwritten = 1_000;
const retryMs = 1_000;

/**
 * Writes down what became of messages. Outcomes of one turn of the event loop share a transaction. While
 * the disk takes no writes they are kept and written later, so that no message is sent twice.
 */
export class OutcomeWriter {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #setTimer: SetTimer;
  readonly #lineUpSince: () => number;
  readonly #onFlushed: (written: readonly number[]) => void;
  readonly #held = new Set<number>();
  #waiting: readonly Outcome[] = [];
  #soon: ReturnType<typeof setImmediate> | null = null;
  #cancelRetry: (() => void) | null = null;
  #isClosed = false;

  /** @param onFlushed called after every try to write, with the ids of the notifications written */
  constructor(
    { store, log, setTimer, lineUpSince }: WriterOptions,
    onFlushed: (written: readonly number[]) => void,
  ) {
    this.#store = store;
    this.#log = log;
    this.#setTimer = setTimer;
    this.#lineUpSince = lineUpSince ?? (() => Number.NEGATIVE_INFINITY);
    this.#onFlushed = onFlushed;
  }

  /** Ids of notifications that must not be claimed, although in the database they wait. */
  get held(): ReadonlySet<number> {
    return this.#held;
  }

  get isFull(): boolean {
    return this.#waiting.length >= maxUnwritten;
  }

  /** Whether outcomes will be written in this turn of the event loop. */
  get isBusy(): boolean {
    return this.#soon !== null;
  }

  /** Whether the last try failed, and the next has not begun. */
  get isStuck(): boolean {
    return this.#cancelRetry !== null;
  }

  /** Keeps notifications from being claimed, where the database could not mark them. */
  hold(ids: readonly number[]): void {
    for (const id of ids) this.#held.add(id);
  }

  add(changes: readonly OutboxChange[], ids: readonly number[], release: () => void): void {
    if (this.#isClosed) return;
    this.#waiting = [...this.#waiting, { changes, ids, release }];
    this.#soon ??= setImmediate(() => this.flush());
  }

  /** Writes what waits now. */
  flush(): void {
    if (this.#soon !== null) clearImmediate(this.#soon);
    this.#soon = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const outcomes = this.#waiting;
    this.#waiting = this.#write(outcomes);
    if (this.#waiting.length > 0) this.#keep(this.#waiting);
    for (const outcome of outcomes) {
      outcome.release?.();
      outcome.release = null;
    }
    const isUnwritten = new Set(this.#waiting);
    this.#onFlushed(outcomes.flatMap((outcome) => (isUnwritten.has(outcome) ? [] : outcome.ids)));
  }

  /** Takes no more. Messages without a written outcome are sent again after the next start. */
  close(): void {
    this.#isClosed = true;
    if (this.#soon !== null) clearImmediate(this.#soon);
    this.#soon = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  /** @returns those that could not be written, as the disk takes no writes now */
  #write(outcomes: readonly Outcome[]): readonly Outcome[] {
    if (outcomes.length === 0) return [];
    try {
      this.#store.transaction(() => {
        for (const { changes } of outcomes) {
          applyOutboxChanges(this.#store, changes, this.#lineUpSince());
        }
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) return outcomes;
      if (outcomes.length > 1) {
        // One outcome is at fault: written one by one, the others succeed.
        return outcomes.flatMap((outcome) => this.#write([outcome]));
      }
      // Held to the end of this run: the message must not be sent again.
      this.hold(outcomes[0]?.ids ?? []);
      this.#log.error({ err: error }, 'what became of a message could not be written down');
      return [];
    }
    for (const { ids } of outcomes) for (const id of ids) this.#held.delete(id);
    return [];
  }

  #keep(outcomes: readonly Outcome[]): void {
    for (const { ids } of outcomes) this.hold(ids);
    this.#log.warn(
      { waiting: outcomes.length },
      'the database takes no writes; what became of messages is kept in memory',
    );
    this.#cancelRetry = this.#setTimer(retryMs, () => {
      this.#cancelRetry = null;
      this.flush();
    });
  }
}
