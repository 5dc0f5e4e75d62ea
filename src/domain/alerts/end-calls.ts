/**
 * Calls about the end of a loss: a phone that is busy or off is called again a few times, and so is one whose call broke
 * off. One that rang is not, since nobody is woken twice to hear that all is well.
 */

const minuteMs = 60_000;

/** From one call to the next. */
const gapsMs = [2, 3, 5].map((minutes) => minutes * minuteMs);

/** The reason that a phone is not called any more. */
export const notReached = `it was called ${gapsMs.length + 1} times`;

/**
 * When a phone is called again. Null: not any more.
 * @param calls made so far, at least 1
 * @param lastAt when the last one began; epoch ms
 */
export function nextEndCallAt(calls: number, lastAt: number): number | null {
  const gapMs = gapsMs[calls - 1];
  return gapMs === undefined ? null : lastAt + gapMs;
}
