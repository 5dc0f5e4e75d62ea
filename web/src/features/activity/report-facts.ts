import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';

/** Whether power was never gone in the period, as far as anybody can know. */
export function hasNoOutage({ summary, recent_outages: outages }: ReportAnswer): boolean {
  return summary.total_outages === 0 && outages.length === 0;
}

/** The server tells the newest so many outages; the CSV file has all. */
export const mostOutages = 100;
