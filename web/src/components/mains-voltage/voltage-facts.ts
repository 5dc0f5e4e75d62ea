import type { MainsVoltageAnswer } from '../../../../src/contract/fleet/mains-voltage.ts';

type Points = MainsVoltageAnswer['points'];

/** The points of the last so many days. */
export function pointsSince(points: Points, nowMs: number, days: number): Points {
  const from = nowMs - days * 86_400_000;
  return points.filter(({ at }) => Date.parse(at) >= from);
}

/** Least, mean and highest of all, and how long it was not normal. Undefined: nothing was measured. */
export function voltageFacts(points: Points, normal: MainsVoltageAnswer['normal']) {
  if (points.length === 0) return undefined;
  const outside = points.filter(({ min, max }) => min < normal.low || max > normal.high);
  return {
    min: Math.min(...points.map(({ min }) => min)),
    max: Math.max(...points.map(({ max }) => max)),
    mean: points.reduce((sum, { mean }) => sum + mean, 0) / points.length,
    /** In steps of ten minutes, ms. */
    outsideMs: outside.length * slotMs,
  };
}

const slotMs = 600_000;

/** Seconds, least, mean, highest; a point of nothing wherever a measurement is missing, so that a line breaks. */
type VoltageColumns = [number[], (number | null)[], (number | null)[], (number | null)[]];

export function voltageColumns(points: Points): VoltageColumns {
  const columns: VoltageColumns = [[], [], [], []];
  let due: number | undefined;
  for (const { at, min, mean, max } of points) {
    const atMs = Date.parse(at);
    if (due !== undefined && atMs > due) add(columns, due, null, null, null);
    add(columns, atMs, min, mean, max);
    due = atMs + slotMs;
  }
  return columns;
}

function add(columns: VoltageColumns, atMs: number, ...values: (number | null)[]): void {
  columns[0].push(atMs / 1000);
  for (const [index, value] of values.entries()) columns[index + 1]?.push(value as number);
}
