import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import { type PowerState, toPowerState } from '../../lib/power-state.ts';

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

type CauseEntry = Pick<ReportAnswer['by_cause'][number], 'cause' | 'is_power_outage'>;

const words = {
  mains: ['report.cause.mains', 'report.cause.mains_hint'],
  silent: ['report.cause.silent', 'report.cause.silent_hint'],
  unexplained: ['report.cause.unexplained', 'report.cause.unexplained_hint'],
  network: ['report.cause.network', 'report.cause.network_hint'],
  device: ['report.cause.device', 'report.cause.device_hint'],
  unobserved: ['report.cause.unobserved', 'report.cause.unobserved_hint'],
} as const;

/**
 * Keys of a cause's name and of what it means. Silence that goes on may be a power outage, and is said
 * otherwise than silence that ended without an explanation.
 */
export function causeWords(entry: CauseEntry) {
  return words[isUnexplained(entry) ? 'unexplained' : entry.cause];
}

/** As the ribbon draws it. */
export function causeState(entry: CauseEntry): PowerState {
  return isUnexplained(entry) ? 'unobserved' : toPowerState(entry.cause);
}

function isUnexplained({ cause, is_power_outage: isPower }: CauseEntry): boolean {
  return cause === 'silent' && !isPower;
}

/** Of outages that were planned. */
export const plannedWords = {
  maintenance: 'planned.during.maintenance',
  announced: 'planned.during.announced',
} as const;
