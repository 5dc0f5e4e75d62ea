/** Work in parts, each of a few milliseconds, between which others may be served; gives its result. */
export type Steps<T> = Generator<void, T, void>;

/** After this many sorted values other work is served. */
const mergedPerStep = 2_000;

/**
 * Merges several sorted lists into one, two at a time.
 * @param compare as for `sort`
 */
export function* mergeSorted<T>(
  lists: readonly (readonly T[])[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  let left = lists;
  // Of many short lists none is a step by itself.
  let mergedNow = 0;
  while (left.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let i = 0; i < left.length; i += 2) {
      const two = yield* mergeTwo(left[i] ?? [], left[i + 1] ?? [], compare);
      merged.push(two);
      mergedNow += two.length;
      if (mergedNow < mergedPerStep) continue;
      mergedNow = 0;
      yield;
    }
    left = merged;
  }
  return left[0] ?? [];
}

function* mergeTwo<T>(
  some: readonly T[],
  others: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  const merged: T[] = [];
  let i = 0;
  for (const other of others) {
    for (let one = some[i]; one !== undefined && compare(one, other) <= 0; one = some[i]) {
      merged.push(one);
      i += 1;
      if (merged.length % mergedPerStep === 0) yield;
    }
    merged.push(other);
    if (merged.length % mergedPerStep === 0) yield;
  }
  return i === 0 && merged.length === 0 ? some : merged.concat(some.slice(i));
}

/** Maps many items, so many of them in each step. */
export function* inSteps<T, U>(
  items: readonly T[],
  perStep: number,
  work: (part: readonly T[]) => readonly U[],
): Steps<U[]> {
  const results: U[] = [];
  for (let from = 0; from < items.length; from += perStep) {
    if (from > 0) yield;
    results.push(...work(items.slice(from, from + perStep)));
  }
  return results;
}

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
