import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';

const dayMs = 86_400_000;
/** The server tells no more of a timeline at once. */
const longestDays = 400;
const shownDays = 365;

/**
 * From when on the ribbons of a report are drawn: from its beginning, or through the last year of a
 * period that is too long.
 * @returns ISO 8601, the same for the whole of a day
 */
export function ribbonStart({ from, to }: ReportAnswer['period']): string {
  const toMs = Date.parse(to);
  if (toMs - Date.parse(from) <= longestDays * dayMs) return from;
  return new Date(toMs - shownDays * dayMs).toISOString();
}
