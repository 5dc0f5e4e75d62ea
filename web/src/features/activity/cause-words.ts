import type { ReportAnswer } from '../../../../src/contract/report.ts';

type CauseEntry = ReportAnswer['by_cause'][number];

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
export function causeWords({
  cause,
  is_power_outage: isPower,
}: Pick<CauseEntry, 'cause' | 'is_power_outage'>) {
  return words[cause === 'silent' && !isPower ? 'unexplained' : cause];
}
