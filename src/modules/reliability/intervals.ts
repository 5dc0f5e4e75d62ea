/** How sure the figures of a sample are: intervals by resampling areas. */
import { Prng } from '../../domain/prng.ts';
import type { Steps } from '../../domain/steps.ts';
import { type FigureName, figureNames, figuresOf, type Sums } from './figures.ts';

/** From fewer areas nothing can be said about others. */
export const leastAreas = 5;

export type Intervals = Readonly<Record<FigureName, readonly [low: number, high: number] | null>>;

const resamples = 1_000;
const resamplesPerStep = 50;

/**
 * The 95 % intervals of the figures: as many areas as there are, drawn with replacement, a thousand times,
 * and of the figures of each draw the middle 95 %. Sites of one area lose power together, so areas are drawn
 * and not sites. The same sums give the same intervals.
 * @param areas the sums of each area, of any order
 * @param lengthMs of the period, as far as it has passed
 * @returns null: there are too few areas
 */
export function* estimateIntervals(
  areas: readonly Sums[],
  lengthMs: number,
): Steps<Intervals | null> {
  if (areas.length < leastAreas) return null;
  const prng = new Prng('areas');
  const values = new Map<FigureName, number[]>(figureNames.map((name) => [name, []]));
  for (let i = 0; i < resamples; i += 1) {
    if (i % resamplesPerStep === 0) yield;
    const drawn = areas.map(() => areas[Math.floor(prng.next() * areas.length)]);
    const figures = figuresOf(addUp(drawn.filter((sums) => sums !== undefined)), lengthMs);
    for (const [name, list] of values) {
      const value = figures[name];
      if (value !== null) list.push(value);
    }
  }
  const intervalOf = (name: FigureName) => middleOf(values.get(name) ?? []);
  return Object.fromEntries(figureNames.map((name) => [name, intervalOf(name)])) as Intervals;
}

export function addUp(parts: readonly Sums[]): Sums {
  const total = (of: (sums: Sums) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    observedMs: total(({ observedMs }) => observedMs),
    cuts: total(({ cuts }) => cuts),
    lostMs: total(({ lostMs }) => lostMs),
    momentary: total(({ momentary }) => momentary),
    plannedCuts: total(({ plannedCuts }) => plannedCuts),
    plannedMs: total(({ plannedMs }) => plannedMs),
    shares: (parts[0]?.shares ?? []).map((_, index) => total(({ shares }) => shares[index] ?? 0)),
  };
}

function middleOf(values: number[]): readonly [number, number] | null {
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.round(share * (values.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
