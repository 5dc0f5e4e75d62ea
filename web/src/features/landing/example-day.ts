import type { PowerSegment } from '../../lib/power-state.ts';

/** An invented day, so that the ribbon can be read before the visitor owns a device. */
const day = '2026-11-20';
const nextDay = '2026-11-21';

function at(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00+07:00`);
}

export const exampleStartMs = at(day, '18:00');
export const exampleEndMs = at(nextDay, '18:00');

/** What happened in it, oldest first; the power was on the rest of the time. */
export const exampleInterruptions = [
  { state: 'mains_lost', startMs: at(nextDay, '02:10'), endMs: at(nextDay, '02:52') },
  { state: 'unobserved', startMs: at(nextDay, '09:30'), endMs: at(nextDay, '09:50') },
  { state: 'internet_lost', startMs: at(nextDay, '14:20'), endMs: at(nextDay, '16:05') },
] as const satisfies readonly PowerSegment[];

/** The whole day as the ribbon wants it: the interruptions with the power on between them. */
export const exampleSegments: readonly PowerSegment[] = fillWithUp(
  exampleInterruptions,
  exampleStartMs,
  exampleEndMs,
);

/** Puts `up` before, between and after segments that are in order and do not overlap. */
export function fillWithUp(
  segments: readonly PowerSegment[],
  startMs: number,
  endMs: number,
): PowerSegment[] {
  const filled: PowerSegment[] = [];
  let reachedMs = startMs;
  for (const segment of segments) {
    if (segment.startMs > reachedMs) {
      filled.push({ state: 'up', startMs: reachedMs, endMs: segment.startMs });
    }
    filled.push(segment);
    reachedMs = segment.endMs;
  }
  if (reachedMs < endMs) filled.push({ state: 'up', startMs: reachedMs, endMs });
  return filled;
}
