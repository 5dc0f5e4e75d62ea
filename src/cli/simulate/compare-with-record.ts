import { realTime } from '../../server/clock.ts';
import { type Comparison, compare } from './compare.ts';
import { expectOutages } from './expectations.ts';
import type { RecordReader, ServerRecord } from './read-record.ts';
import type { Simulation } from './simulation.ts';

const comparePatienceMs = 5_000;

/**
 * Compares until there is no difference, or the patience is over: the server writes what depends on time
 * at its next sweep.
 * @param sinceMs epoch ms. Earlier records are ignored
 */
export async function compareWithRecord(
  simulation: Simulation,
  reader: RecordReader,
  sinceMs: number,
  heartbeatTimeoutMs: number,
): Promise<{ readonly comparison: Comparison; readonly record: ServerRecord }> {
  const ids = simulation.devices.map(({ plan }) => plan.deviceId);
  const stories = simulation.devices.map(({ plan, device }) => ({
    plan,
    history: device.history,
    reports: device.reports,
  }));
  const reports = simulation.devices.flatMap(({ device }) =>
    device.reports.map((report) => ({ ...report, deviceId: device.deviceId })),
  );
  const endMono = realTime.clock().monoMs + comparePatienceMs;
  for (;;) {
    const { wallMs, monoMs } = realTime.clock();
    const record = reader.read(ids, sinceMs, wallMs);
    const rules = { heartbeatTimeoutMs, longestAnswerMs: simulation.stats.longestAnswerMs };
    const expectations = expectOutages(stories, simulation.startedAt, wallMs, rules);
    const comparison = compare({ expectations, ...rules, reports }, record, wallMs);
    if (comparison.differences.length === 0 || monoMs >= endMono) return { comparison, record };
    await Bun.sleep(500);
  }
}
