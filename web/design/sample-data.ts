import type { TimelineSpan } from '../src/lib/power-state.ts';
import sites from './sample-sites.json';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Fixed, so that two pictures of the page are alike. */
export const sampleNowMs = Date.parse('2026-11-21T18:00:00+07:00');

/** What happened, counted back from now in minutes: begin, length, state. */
const happenings: readonly (readonly [number, number, TimelineSpan['state']])[] = [
  ...Array.from({ length: 60 }, (_, index) => {
    const state = (['down', 'network', 'down', 'silent', 'device'] as const)[index % 5] ?? 'down';
    return [44_000 + index * 7_919, 3 + ((index * 37) % 240), state] as const;
  }),
  [400_000, 30_000, 'unobserved'],
  [36_000, 900, 'unobserved'],
  [30_500, 42, 'down'],
  [21_000, 2_200, 'network'],
  [14_000, 5, 'device'],
  [8_800, 180, 'silent'],
  [6_000, 45, 'down'],
  [5_940, 2, 'down'],
  [4_100, 300, 'network'],
  [950, 42, 'down'],
  [510, 20, 'unobserved'],
  [420, 1, 'device'],
  [220, 105, 'network'],
  [40, 12, 'silent'],
];

/** A timeline as the API gives it, over the last `days` days. */
export function makeSpans(days: number): TimelineSpan[] {
  const startMs = sampleNowMs - days * dayMs;
  const spans: TimelineSpan[] = [];
  let reachedMs = startMs;
  const add = (state: TimelineSpan['state'], untilMs: number) => {
    if (untilMs <= reachedMs) return;
    const [from, to] = [reachedMs, untilMs].map((ms) => new Date(ms).toISOString());
    if (from && to) spans.push({ from, to, state });
    reachedMs = untilMs;
  };
  if (days > 300) add('unknown', startMs + 20 * dayMs);
  for (const [agoMinutes, minutes, state] of [...happenings].sort(([a], [b]) => b - a)) {
    const fromMs = sampleNowMs - agoMinutes * minuteMs;
    if (fromMs < reachedMs) continue;
    add('up', fromMs);
    add(state, Math.min(fromMs + minutes * minuteMs, sampleNowMs));
  }
  add('up', sampleNowMs);
  return spans;
}

export interface SampleRow {
  id: string;
  site: { th: string; en: string };
  customer: string;
  status: 'online' | 'offline' | 'unknown';
  lastHeartbeat: string | null;
  outages: number;
}

export const sampleRows: readonly SampleRow[] = Array.from({ length: 8 }, (_, index) => ({
  id: `fw-a1b2c3d4e5f${index}`,
  site: sites[index % sites.length] ?? { th: '', en: '' },
  customer: `08${index}-555-01${index}0`,
  status: (['online', 'online', 'offline', 'online', 'unknown'] as const)[index % 5] ?? 'online',
  lastHeartbeat: index === 4 ? null : new Date(sampleNowMs - index * 47 * minuteMs).toISOString(),
  outages: (index * 7) % 12,
}));

export const sampleDays = Array.from({ length: 15 }, (_, index) => ({
  atMs: sampleNowMs - (14 - index) * dayMs,
  count: [0, 1, 0, 3, 2, 0, 0, 1, 5, 1, 0, 2, 1, 0, 2][index] ?? 0,
  minutes: index * 9,
}));
