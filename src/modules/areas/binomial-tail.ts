/** More than this many steps are not worth an exact answer. */
const mostSteps = 200_000;

/**
 * The probability that at least `least` of several independent events happen (Poisson binomial), or an
 * upper bound of it where that is below `enough` or the exact answer would take long.
 * @param chances of each event
 * @param enough the bound serves as the answer where it is smaller
 */
export function tailOf(chances: readonly number[], least: number, enough: number): number {
  if (least <= 0) return 1;
  if (least > chances.length) return 0;
  const expected = chances.reduce((sum, chance) => sum + chance, 0);
  const bound = boundOf(expected, least);
  if (bound < enough || chances.length * least > mostSteps) return bound;
  // The chance of exactly 0, 1 … least − 1 of the events so far.
  const exactly = new Float64Array(least);
  exactly[0] = 1;
  let tail = 0;
  for (const chance of chances) {
    tail += (exactly[least - 1] ?? 0) * chance;
    for (let count = least - 1; count > 0; count -= 1) {
      exactly[count] = (exactly[count] ?? 0) * (1 - chance) + (exactly[count - 1] ?? 0) * chance;
    }
    exactly[0] = (exactly[0] ?? 0) * (1 - chance);
  }
  return tail;
}

/**
 * No less than how probable it is that at least `least` of independent events happen, of which `expected` are
 * to be expected or fewer (Chernoff).
 */
export function boundOf(expected: number, least: number): number {
  if (expected <= 0) return 0;
  if (least <= expected) return 1;
  return Math.exp(least - expected - least * Math.log(least / expected));
}
