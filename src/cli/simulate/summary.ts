import { printJson, printTable } from '../output.ts';
import { type Comparison, toleranceMs } from './compare.ts';
import type { ServerRecord } from './read-record.ts';
import type { SimulationStats } from './simulation.ts';

export interface Summary {
  readonly seed: string;
  readonly durationSeconds: number;
  readonly stats: SimulationStats;
  /** The comparison, or why there is none. */
  readonly outcome:
    | { readonly comparison: Comparison; readonly record: ServerRecord }
    | { readonly leftOut: string };
}

/** More differences than this are counted, not listed. */
const listedDifferences = 20;
/** Longest answers below this are not mentioned. */
const lateAnswerMs = 500;

export function printSummaryJson({ seed, durationSeconds, stats, outcome }: Summary): void {
  const done = {
    seed,
    devices: stats.devices,
    duration_seconds: durationSeconds,
    heartbeats: { sent: stats.beatsSent, acknowledged: stats.beatsAcknowledged },
    reports_acknowledged: stats.reportsAcknowledged,
    dropped_connections: stats.drops,
    errors: stats.errors,
    longest_answer_ms: stats.longestAnswerMs,
  };
  if ('leftOut' in outcome) {
    printJson({ ...done, compared: false, reason: outcome.leftOut });
    return;
  }
  const { comparison, record } = outcome;
  const notifications: Record<string, Record<string, number>> = {};
  for (const { kind, status, count } of record.notifications) {
    notifications[kind] = { ...notifications[kind], [status]: count };
  }
  printJson({
    ...done,
    compared: true,
    ok: comparison.differences.length === 0,
    outages: comparison.kinds,
    too_short_to_notice: comparison.unnoticeable,
    while_server_was_blind: comparison.unseen,
    reports_stored: comparison.reports.stored,
    notifications,
    differences: comparison.differences,
  });
}

export function printSummary({ seed, durationSeconds, stats, outcome }: Summary): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`\n${stats.devices} devices for ${durationSeconds} s, seed ${seed}`);
  say(`heartbeats: ${stats.beatsSent} sent, ${stats.beatsAcknowledged} acknowledged`);
  if (stats.drops + stats.errors > 0) {
    say(`connections lost: ${stats.drops}, other errors: ${stats.errors}`);
  }
  if ('leftOut' in outcome) {
    say(`power reports: ${stats.reportsAcknowledged} acknowledged`);
    say(`not compared with what the server recorded: ${outcome.leftOut}`);
    return;
  }
  const { comparison, record } = outcome;
  const { acknowledged, stored } = comparison.reports;
  say(`power reports: ${acknowledged} acknowledged, ${stored} stored`);
  say(`notifications: ${describeNotifications(record)}\n`);
  if (comparison.kinds.length > 0) {
    printTable(
      ['OUTAGES', 'SIMULATED', 'RECORDED', 'MATCHING'],
      comparison.kinds.map((row) => [
        row.kind,
        String(row.simulated),
        String(row.recorded),
        String(row.matching),
      ]),
    );
  }
  if (comparison.unnoticeable > 0) {
    say(`${comparison.unnoticeable} too short for silence to show`);
  }
  if (comparison.unseen > 0) {
    say(`${comparison.unseen} while the server could not see, or soon after`);
  }
  printDifferences(comparison.differences, stats.longestAnswerMs, say);
}

function printDifferences(
  differences: readonly string[],
  longestAnswerMs: number,
  say: (line: string) => void,
): void {
  if (differences.length === 0) {
    const late =
      longestAnswerMs < lateAnswerMs
        ? ''
        : `, or later by the ${(longestAnswerMs / 1000).toFixed(1)} s that an answer of its took`;
    say(`the server recorded what happened, all times within ${toleranceMs / 1000} s${late}`);
    return;
  }
  say(`${differences.length} differences:`);
  for (const difference of differences.slice(0, listedDifferences)) say(`  ${difference}`);
  const rest = differences.length - listedDifferences;
  if (rest > 0) say(`  and ${rest} more`);
}

function describeNotifications({ notifications }: ServerRecord): string {
  if (notifications.length === 0) return 'none';
  return notifications.map(({ kind, status, count }) => `${kind} ${status} ${count}`).join(', ');
}
