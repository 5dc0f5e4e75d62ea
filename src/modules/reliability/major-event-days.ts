/** Major event days by the 2.5-beta method of IEEE 1366. */
import type { DayGrid } from './day-grid.ts';
import type { DailyRecord } from './ledger.ts';

/** With fewer days on which power was lost, the method says nothing. */
export const leastEventDays = 36;

export interface MajorEventDays {
  /** How many days of the reference had an interruption. */
  readonly eventDays: number;
  /** Minutes of SAIDI in a day, above which the day is a major event. Null: too few event days. */
  readonly threshold: number | null;
  /** The days above it, oldest first, with their SAIDI in minutes. */
  readonly days: readonly { readonly day: number; readonly saidi: number }[];
}

/**
 * Finds the major event days of some days.
 * @param reference the first and the last day (numbers of the grid) of the years before
 * @param days the first and the last day that are judged
 */
export function findMajorEventDays(
  grid: DayGrid,
  daily: DailyRecord,
  reference: readonly [number, number],
  days: readonly [number, number],
): MajorEventDays {
  const logs: number[] = [];
  for (let day = reference[0]; day <= reference[1]; day += 1) {
    const saidi = dailySaidi(grid, daily, day);
    if (saidi > 0) logs.push(Math.log(saidi));
  }
  if (logs.length < leastEventDays) return { eventDays: logs.length, threshold: null, days: [] };
  const alpha = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - alpha) ** 2, 0) / (logs.length - 1);
  const threshold = Math.exp(alpha + 2.5 * Math.sqrt(variance));
  const found: { day: number; saidi: number }[] = [];
  for (let day = days[0]; day <= days[1]; day += 1) {
    const saidi = dailySaidi(grid, daily, day);
    if (saidi > threshold) found.push({ day, saidi });
  }
  return { eventDays: logs.length, threshold, days: found };
}

/** Minutes: all the time of the interruptions that began on the day, per site observed on it. */
export function dailySaidi(grid: DayGrid, daily: DailyRecord, day: number): number {
  const { fromAt, toAt } = grid.day(day);
  const sites = (daily.observedMs[day] ?? 0) / (toAt - fromAt);
  return sites > 0 ? (daily.begunMs[day] ?? 0) / 60_000 / sites : 0;
}
