import type { TFunction } from 'i18next';
import { formatDateTime, formatDuration } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import type { PowerSegment } from '../../../lib/power-state.ts';
import { powerStateWords } from '../power-state-style.ts';
import type { RibbonPiece } from './ribbon-geometry.ts';

/** Words for stretches of the ribbon, in one language. */
export function createRibbonWords(t: TFunction, language: Language, endMs: number) {
  const time = (ms: number) => formatDateTime(ms, language);
  const lasted = ({ startMs, endMs: until }: PowerSegment) =>
    until - startMs < 30_000
      ? t('ui.ribbon.under_minute')
      : formatDuration(until - startMs, language);
  const until = (segment: PowerSegment) =>
    segment.endMs >= endMs ? t('ui.ribbon.now') : time(segment.endMs);
  const line = (segment: PowerSegment) =>
    t('ui.ribbon.line', {
      state: t(powerStateWords[segment.state]),
      from: time(segment.startMs),
      to: time(segment.endMs),
      duration: lasted(segment),
    });
  return {
    time,
    lasted,
    until,
    line,
    piece: ({ segments, state }: RibbonPiece) => {
      if (segments.length === 1) return line(segments[0]);
      const several = t('ui.ribbon.several', { count: segments.length });
      return `${several}: ${t(powerStateWords[state])}, ${time(segments[0].startMs)}`;
    },
  };
}

export type RibbonWords = ReturnType<typeof createRibbonWords>;
