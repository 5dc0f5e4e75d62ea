/** Work in parts, each of a few milliseconds, between which others may be served; gives its result. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
