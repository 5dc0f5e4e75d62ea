import { isPassing, type Store } from '../../store/engine/open.ts';

/**
 * One piece of work inside a shared transaction.
 *
 * `apply` writes rows and returns what happens in memory once all of it is on the disk. It must not touch
 * anything that outlives a rolled-back transaction.
 */
export interface CommitWork {
  apply(): (() => void) | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** How long a group takes up work before it is committed, in ms; everything else waits meanwhile. */
const groupMs = 40;
/**
 * On a slow disk a group lasts twice as long as a commit, or most of the time would go into commits. This
 * is the upper limit.
 */
const longestGroupMs = 150;

/**
 * Group commit: everything that arrives in one turn of the event loop shares one transaction and one sync
 * of the disk. Each promise settles only after that, so what is acknowledged is stored. While the disk is
 * busy the next group gathers, so groups grow with the load. A group ends after a time, not after a
 * number: a storm needs few syncs, and a flood keeps nobody waiting.
 */
export class CommitQueue {
  readonly #store: Store;
  readonly #monoMs: () => number;
  readonly #afterCommit: () => void;
  readonly #settled: (() => Promise<void> | undefined) | undefined;
  readonly #waiting: CommitWork[] = [];
  #timer: ReturnType<typeof setImmediate> | null = null;
  /** Null: no group waits for other machines. */
  #onItsWay: Promise<void> | null = null;
  /** How long the last commit took, ms. */
  #commitMs = 0;

  /**
   * @param monoMs the machine's own clock: one that heeds jumps would store them in the middle of a group
   * @param afterCommit called after every group that was stored
   * @param settled resolves when what was committed is on other machines, too. Left out: there are none
   */
  constructor(
    store: Store,
    monoMs: () => number,
    afterCommit: () => void,
    settled?: () => Promise<void> | undefined,
  ) {
    this.#settled = settled;
    this.#store = store;
    this.#monoMs = monoMs;
    this.#afterCommit = afterCommit;
  }

  /**
   * Queues work for the next group, in order.
   * @returns settles once it is stored
   * @throws what `apply` throws, for this piece alone; StoreUnavailable for all of a group
   */
  submit(apply: CommitWork['apply']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ apply, resolve, reject });
      this.#commitSoon();
    });
  }

  /** Commits what waits now. Called by itself, and at stop. */
  flush(): void {
    if (this.#timer !== null) clearImmediate(this.#timer);
    this.#timer = null;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #commitNext(): void {
    this.#timer = null;
    this.#commitGroup();
    this.#commitSoon();
  }

  #commitGroup(): void {
    const waiting = this.#waiting;
    const done: { work: CommitWork; publish: (() => void) | undefined }[] = [];
    const failed: { work: CommitWork; error: unknown }[] = [];
    let committedFrom = 0;
    try {
      this.#store.transaction(() => {
        const endsAt = this.#monoMs() + this.#allowedMs();
        for (const work of waiting) {
          const savepoint = this.#store.savepoint();
          try {
            const publish = work.apply();
            savepoint.release();
            done.push({ work, publish });
          } catch (error) {
            savepoint.rollback();
            // A failing disk concerns the whole group; any other error only the work that caused it.
            if (isPassing(error)) throw error;
            failed.push({ work, error });
          }
          committedFrom = this.#monoMs();
          if (committedFrom >= endsAt) break;
        }
      });
      this.#commitMs = this.#monoMs() - committedFrom;
    } catch (error) {
      // Waiting work may build on what was not stored now.
      for (const work of waiting.splice(0)) work.reject(error);
      return;
    }
    waiting.splice(0, done.length + failed.length);
    for (const { publish } of done) publish?.();
    const tell = () => {
      for (const { work } of done) work.resolve();
    };
    const onItsWay = this.#settled?.();
    if (onItsWay === undefined) tell();
    else this.#awaitOthers(onItsWay, tell);
    for (const { work, error } of failed) work.reject(error);
    this.#afterCommit();
  }

  /** The next group gathers meanwhile, so that no more is on its way than one. */
  #awaitOthers(onItsWay: Promise<void>, tell: () => void): void {
    this.#onItsWay = onItsWay;
    void onItsWay.then(() => {
      tell();
      if (this.#onItsWay !== onItsWay) return;
      this.#onItsWay = null;
      this.#commitSoon();
    });
  }

  #commitSoon(): void {
    if (this.#waiting.length === 0 || this.#onItsWay !== null) return;
    this.#timer ??= setImmediate(() => this.#commitNext());
  }

  #allowedMs(): number {
    return Math.min(longestGroupMs, Math.max(groupMs, 2 * this.#commitMs));
  }
}
