/**
 * What a day of calls costs at most, in the money of the price: none is longer than the minute that it begins.
 * @param calls a day
 * @param minutePrice of a minute that is begun. Empty or 0: nobody said
 * @returns null where it is not known
 */
export function mostOfDay(calls: number, minutePrice: string): number | null {
  const price = Number(minutePrice);
  const isKnown = Number.isInteger(calls) && calls > 0 && price > 0;
  // Prices have few digits, and their sums are to have no more.
  return isKnown ? Math.round(calls * price * 10_000) / 10_000 : null;
}
