import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';

const dayMs = 86_400_000;
/** The server tells no more of a timeline at once. */
const longestDays = 400;
const shownDays = 365;

/** ISO 8601; without an end it runs to now. */
export interface RibbonRange {
  from: string;
  to?: string;
}

/** The time that the ribbons of a report show: what has passed of it, or the last year of that. */
export function ribbonRange({ from, to }: ReportAnswer['period'], nowMs: number): RibbonRange {
  const toMs = Date.parse(to);
  const isOver = toMs <= nowMs;
  const isLong = toMs - Date.parse(from) > longestDays * dayMs;
  return {
    from: isLong
      ? new Date((isOver ? toMs : nowMs - (nowMs % dayMs)) - shownDays * dayMs).toISOString()
      : from,
    // One that lies wholly ahead has an end, too: there is nothing before now to draw.
    ...((isOver || Date.parse(from) > nowMs) && { to }),
  };
}
