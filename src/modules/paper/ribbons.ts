import type { Span } from '../../domain/fleet/device-timeline.ts';
import { layOutRibbon } from '../../domain/fleet/ribbon-layout.ts';
import { localDayOf, type Period, splitByDay } from '../../domain/local-days.ts';
import type { Language } from '../../domain/states.ts';
import { makePaperWords } from './paper-words.ts';
import { weight } from './power-looks.ts';
import { type RibbonPiece, type RibbonTick, ribbonWidth } from './sheets.ts';

/** The states of one device as they are drawn over a range. */
export function layOut(
  spans: readonly Pick<Span, 'fromAt' | 'toAt' | 'state'>[],
  { fromAt, toAt }: Period,
): RibbonPiece[] {
  const stretches = spans.map((span) => ({
    state: span.state,
    startMs: span.fromAt,
    endMs: span.toAt,
  }));
  return layOutRibbon(stretches, weight, fromAt, toAt, ribbonWidth).map(({ x, width, state }) => ({
    x,
    width,
    state,
  }));
}

/** Marks the beginnings of days. There are at most `most` of them. */
export function ticksOf(
  range: Period,
  most: number,
  language: Language,
  timezone: string,
): RibbonTick[] {
  const words = makePaperWords(language, timezone);
  const midnights = [...splitByDay(range, timezone)]
    .map(({ fromAt }) => fromAt)
    .filter((at, index) => index > 0 || splitsAt(at, timezone));
  const step = Math.ceil(midnights.length / most);
  return midnights
    .filter((_, index) => index % step === 0)
    .map((at) => ({
      x: Math.round(((at - range.fromAt) / (range.toAt - range.fromAt)) * ribbonWidth),
      label: words.day(at),
    }));
}

function splitsAt(at: number, timezone: string): boolean {
  return localDayOf(at, timezone).fromAt === at;
}
