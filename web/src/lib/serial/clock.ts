/** Time as the serial sessions see it, so that a test can let it pass. */
export interface Clock {
  /** Only differences mean something. */
  nowMs(): number;
  /** Runs something once, later. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** What `promise` gives, or `late` when it takes longer. */
export async function within<T, Late>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  late: Late,
): Promise<T | Late> {
  let callOff: (() => void) | undefined;
  const timeUp = new Promise<Late>((resolve) => {
    callOff = clock.after(ms, () => resolve(late));
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    callOff?.();
  }
}
