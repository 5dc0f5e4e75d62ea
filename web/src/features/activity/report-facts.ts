import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';

type DeviceFigures = ReportAnswer['by_device'][number];

/** Whether power was never gone in the period, as far as anybody can know. */
export function hasNoOutage({ summary, recent_outages: outages }: ReportAnswer): boolean {
  return summary.total_outages === 0 && outages.length === 0;
}

/** The longest without power first, then the most often; the others by name, as they come. */
export function worstFirst(devices: readonly DeviceFigures[]): DeviceFigures[] {
  return devices.toSorted(
    (one, other) =>
      other.total_duration - one.total_duration || other.outage_count - one.outage_count,
  );
}

/** The server tells the newest so many outages; the CSV file has all. */
export const mostOutages = 100;
