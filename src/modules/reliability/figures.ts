/**
 * The figures of IEEE 1366 over a sample of sites that were not always observed. docs/reliability-figures.md
 * has the formulae and an example.
 *
 * The number of customers served is the number of sites that were observed on average: the observed time of
 * all sites over the length of the period. Where every site was always observed, these are the figures of
 * the standard.
 */
import type { SiteRecord } from './ledger.ts';

/** Sites with so many sustained interruptions or more. */
const cemiCuts = [3, 6] as const;
/** Sites with one sustained interruption of so many hours or more. */
const celidHours = [4, 8] as const;
/** Sites with sustained interruptions of so many hours or more together. */
const celidTotalHours = [12] as const;

/** In the order in which they are shown. */
export const figureNames = [
  'saidi',
  'saifi',
  'caidi',
  'asai',
  'maifi',
  'cemi_3',
  'cemi_6',
  'celid_4h',
  'celid_8h',
  'celid_total_12h',
  'planned_saidi',
  'planned_saifi',
] as const satisfies readonly (
  | 'saidi'
  | 'saifi'
  | 'caidi'
  | 'asai'
  | 'maifi'
  | `cemi_${(typeof cemiCuts)[number]}`
  | `celid_${(typeof celidHours)[number]}h`
  | `celid_total_${(typeof celidTotalHours)[number]}h`
  | 'planned_saidi'
  | 'planned_saifi'
)[];
export type FigureName = (typeof figureNames)[number];

/** SAIDI and CAIDI in minutes; ASAI, CEMI and CELID in per cent. Null: it has no value. */
export type Figures = Readonly<Record<FigureName, number | null>>;

/** What the figures are made of; the sums of several areas are those of all of them. */
export interface Sums {
  readonly observedMs: number;
  /** Sustained interruptions that were not planned: how many, and their time. */
  readonly cuts: number;
  readonly lostMs: number;
  readonly momentary: number;
  readonly plannedCuts: number;
  readonly plannedMs: number;
  /** Observed time of the sites of which each is true. */
  readonly shares: readonly number[];
}

const hourMs = 3_600_000;

/** Each of a site's sustained interruptions, in ms, and how many began. */
type Test = (cuts: number, longestMs: number, lostMs: number) => boolean;
const shareTests: readonly Test[] = [
  ...cemiCuts.map(
    (least): Test =>
      (cuts) =>
        cuts >= least,
  ),
  ...celidHours.map(
    (hours): Test =>
      (_, longestMs) =>
        longestMs >= hours * hourMs,
  ),
  ...celidTotalHours.map(
    (hours): Test =>
      (_, __, lostMs) =>
        lostMs >= hours * hourMs,
  ),
];

/** @param leftOut days of which no interruption counts that began on them */
export function sumUp<S>(
  records: Iterable<SiteRecord<S>>,
  leftOut: ReadonlySet<number> = new Set(),
): Sums {
  const sums = { observedMs: 0, cuts: 0, lostMs: 0, momentary: 0, plannedCuts: 0, plannedMs: 0 };
  const shares = shareTests.map(() => 0);
  for (const { observedMs, interruptions } of records) {
    let [cuts, lostMs, longestMs] = [0, 0, 0];
    for (const { day, isSustained, isPlanned, isNew, ms } of interruptions) {
      if (leftOut.has(day)) continue;
      const count = isNew ? 1 : 0;
      if (!isSustained) {
        if (!isPlanned) sums.momentary += count;
      } else if (isPlanned) {
        sums.plannedCuts += count;
        sums.plannedMs += ms;
      } else {
        cuts += count;
        lostMs += ms;
        longestMs = Math.max(longestMs, ms);
      }
    }
    sums.observedMs += observedMs;
    sums.cuts += cuts;
    sums.lostMs += lostMs;
    for (const [index, isTrue] of shareTests.entries()) {
      if (isTrue(cuts, longestMs, lostMs)) shares[index] = (shares[index] ?? 0) + observedMs;
    }
  }
  return { ...sums, shares };
}

/** @param lengthMs of the period, as far as it has passed */
export function figuresOf(sums: Sums, lengthMs: number): Figures {
  const { observedMs, cuts, lostMs, momentary, plannedCuts, plannedMs, shares } = sums;
  const sites = lengthMs > 0 ? observedMs / lengthMs : 0;
  const perSite = (value: number) => (sites > 0 ? value / sites : null);
  const percent = (ms: number | undefined) =>
    observedMs > 0 ? (100 * (ms ?? 0)) / observedMs : null;
  const inMinutes = (ms: number) => ms / 60_000;
  return {
    saidi: perSite(inMinutes(lostMs)),
    saifi: perSite(cuts),
    caidi: cuts > 0 ? inMinutes(lostMs) / cuts : null,
    asai: percent(observedMs - lostMs),
    maifi: perSite(momentary),
    cemi_3: percent(shares[0]),
    cemi_6: percent(shares[1]),
    celid_4h: percent(shares[2]),
    celid_8h: percent(shares[3]),
    celid_total_12h: percent(shares[4]),
    planned_saidi: perSite(inMinutes(plannedMs)),
    planned_saifi: perSite(plannedCuts),
  };
}
