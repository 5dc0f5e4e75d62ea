/** Waiting for things that come, each of which one expectation may claim. */

interface Waiter<T> {
  readonly matches: (item: T) => boolean;
  readonly resolve: (item: T) => void;
}

/** What came, in order, and who waits for more. */
export class Arrivals<T> {
  readonly items: T[] = [];
  private readonly claimed = new Set<T>();
  private readonly waiters = new Set<Waiter<T>>();

  add(item: T): void {
    this.items.push(item);
    for (const waiter of this.waiters) {
      if (!waiter.matches(item)) continue;
      this.waiters.delete(waiter);
      this.claimed.add(item);
      waiter.resolve(item);
      return;
    }
  }

  /** What came and no expectation has claimed. */
  get unclaimed(): T[] {
    return this.items.filter((item) => !this.claimed.has(item));
  }

  isClaimed(item: T): boolean {
    return this.claimed.has(item);
  }

  /**
   * The first matching item that nobody has claimed, also one that came before the call.
   * @throws Error with `explain()` when none has come in time.
   */
  async expect(
    matches: (item: T) => boolean,
    timeoutMs: number,
    explain: () => string,
  ): Promise<T> {
    const present = this.unclaimed.find(matches);
    if (present !== undefined) {
      this.claimed.add(present);
      return present;
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiter: Waiter<T> = { matches, resolve };
    this.waiters.add(waiter);
    const timer = setTimeout(() => {
      this.waiters.delete(waiter);
      reject(new Error(explain()));
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }
}
