/** The free memory of a board, and when (epoch ms). */
interface HeapSample {
  readonly at: number;
  readonly freeHeap: number;
}

/** The least number of hourly samples. Over less than a day, traffic says more than a leak. */
const leastSamples = 24;
/** Free memory moves by this much with what is under way. */
const noiseBytes = 256;
const dayMs = 86_400_000;

/**
 * Bytes a day that a board loses for good, from the free memory of every hour of one boot, oldest first.
 *
 * The loss is steady when the median of each third of the time is lower than that of the third before.
 *
 * @returns null when there is no steady loss, or it is too early to say
 */
export function heapLossPerDay(samples: readonly HeapSample[]): number | null {
  if (samples.length < leastSamples) return null;
  const third = Math.floor(samples.length / 3);
  const first = medianOf(samples.slice(0, third));
  const second = medianOf(samples.slice(third, -third));
  const last = medianOf(samples.slice(-third));
  if (first.freeHeap - second.freeHeap < noiseBytes) return null;
  if (second.freeHeap - last.freeHeap < noiseBytes) return null;
  return Math.round(((first.freeHeap - last.freeHeap) / (last.at - first.at)) * dayMs);
}

/** The median of both, for samples that are in order. */
function medianOf(samples: readonly HeapSample[]): HeapSample {
  const middle = Math.floor(samples.length / 2);
  const sorted = samples.map(({ freeHeap }) => freeHeap).toSorted((a, b) => a - b);
  return { at: samples[middle]?.at ?? 0, freeHeap: sorted[middle] ?? 0 };
}
