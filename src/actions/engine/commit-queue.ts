import { isTransient, type Store, StoreUnavailable } from '../../store/engine/open.ts';

/** One piece of work inside a shared transaction. */
interface CommitWork {
  /**
   * Writes rows, and returns what happens in memory once all of it is on the disk. Runs again after `undo`
   * when another piece of its group failed.
   */
  apply(): (() => void) | undefined;
  /** Takes back what `apply` did outside the database. */
  undo(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** Work that was taken up. One with an error changed nothing. */
type Piece =
  | { readonly work: CommitWork; readonly publish: (() => void) | undefined }
  | { readonly work: CommitWork; readonly error: unknown };

/** A group takes up work for so long before it is committed, in ms; everything else waits meanwhile. */
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
  /** Duration of the last commit, ms. */
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
   * @param undo see CommitWork. Left out: `apply` touches nothing but rows
   * @returns settles once it is stored
   * @throws what `apply` throws, for this piece alone; StoreUnavailable for all of a group
   */
  submit(apply: CommitWork['apply'], undo: CommitWork['undo'] = () => {}): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ apply, undo, resolve, reject });
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
    let pieces: readonly Piece[];
    try {
      pieces = this.#storePieces();
    } catch (error) {
      // Waiting work may build on what was not stored now.
      for (const work of waiting.splice(0)) work.reject(error);
      return;
    }
    waiting.splice(0, pieces.length);
    for (const piece of pieces) if ('publish' in piece) piece.publish?.();
    const tell = () => {
      for (const piece of pieces) if ('publish' in piece) piece.work.resolve();
    };
    const onItsWay = this.#settled?.();
    if (onItsWay === undefined) tell();
    else this.#awaitOthers(onItsWay, tell);
    for (const piece of pieces) if ('error' in piece) piece.work.reject(piece.error);
    this.#afterCommit();
  }

  /**
   * Stores a group as if no piece could fail, since a savepoint copies every page that is written after it.
   * Only when one does fail is the group stored again, with a savepoint for each.
   */
  #storePieces(): readonly Piece[] {
    try {
      return this.#storeWith((work) => ({ work, publish: work.apply() }));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return this.#storeWith((work) => this.#applyApart(work));
    }
  }

  #storeWith(apply: (work: CommitWork) => Piece): readonly Piece[] {
    const pieces: Piece[] = [];
    let appliedAt = 0;
    try {
      this.#store.transaction(() => {
        const endsAt = this.#monoMs() + this.#allowedMs();
        for (const work of this.#waiting) {
          pieces.push(apply(work));
          appliedAt = this.#monoMs();
          if (appliedAt >= endsAt) break;
        }
      });
    } catch (error) {
      for (const { work } of pieces) work.undo();
      throw error;
    }
    this.#commitMs = this.#monoMs() - appliedAt;
    return pieces;
  }

  #applyApart(work: CommitWork): Piece {
    const savepoint = this.#store.savepoint();
    try {
      const publish = work.apply();
      savepoint.release();
      return { work, publish };
    } catch (error) {
      savepoint.rollback();
      // A failing disk concerns the whole group; any other error only the work that caused it.
      if (isTransient(error)) throw error;
      return { work, error };
    }
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
