import { isPassing, type Store } from '../../store/engine/open.ts';

/**
 * One piece of work inside a shared transaction.
 *
 * `apply` writes rows and returns what is to happen in memory once all of it is on the disk. It must
 * not touch anything that outlives a rolled-back transaction.
 */
export interface CommitWork {
  apply(): (() => void) | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** Some 20 ms of work; a sync of an SD card takes half of that. */
const mostInGroup = 100;

/**
 * Group commit: all that arrives in one turn of the event loop shares one transaction and one sync of
 * the disk. Each promise settles only after that, so what is acknowledged is stored; and while the
 * disk is busy the next group gathers, so the groups grow with the load by themselves. Up to a size: a
 * flood of one device must not keep the heartbeats of others waiting for all of it.
 */
export class CommitQueue {
  readonly #store: Store;
  readonly #afterCommit: () => void;
  readonly #waiting: CommitWork[] = [];
  #timer: ReturnType<typeof setImmediate> | null = null;

  /** @param afterCommit called after every group that was stored */
  constructor(store: Store, afterCommit: () => void) {
    this.#store = store;
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
      this.#timer ??= setImmediate(() => this.#commitNext());
    });
  }

  /** Commits what waits now; called by itself, and at stop. */
  flush(): void {
    if (this.#timer !== null) clearImmediate(this.#timer);
    this.#timer = null;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #commitNext(): void {
    this.#timer = null;
    this.#commitGroup();
    if (this.#waiting.length > 0) this.#timer ??= setImmediate(() => this.#commitNext());
  }

  #commitGroup(): void {
    const group = this.#waiting.splice(0, mostInGroup);
    if (group.length === 0) return;
    const done: { work: CommitWork; publish: (() => void) | undefined }[] = [];
    const failed: { work: CommitWork; error: unknown }[] = [];
    try {
      this.#store.transaction(() => {
        for (const work of group) {
          const savepoint = this.#store.savepoint();
          try {
            done.push({ work, publish: work.apply() });
            savepoint.release();
          } catch (error) {
            savepoint.rollback();
            // A failing disk concerns the whole group; anything else only the work that caused it.
            if (isPassing(error)) throw error;
            failed.push({ work, error });
          }
        }
      });
    } catch (error) {
      // What waits may go on from what was not stored now.
      for (const work of [...group, ...this.#waiting.splice(0)]) work.reject(error);
      return;
    }
    for (const { work, publish } of done) {
      publish?.();
      work.resolve();
    }
    for (const { work, error } of failed) work.reject(error);
    this.#afterCommit();
  }
}
