import type { DeviceEvent } from '../../contract/fleet/device.ts';
import type { Instant } from '../../domain/instant.ts';

/** A power report of a device, and what became of it. */
export interface ToldReport {
  readonly bootId: string;
  readonly seq: number;
  readonly type: DeviceEvent['type'];
  readonly at: Pick<Instant, 'wallMs'>;
  /** Epoch ms of the PUBACK or 2xx. Null: not acknowledged yet. */
  acknowledgedAt: number | null;
}

/** A report with both clocks' times of the event: its age is by the monotonic one. */
export interface SentReport extends ToldReport {
  readonly at: Instant;
  readonly batteryLevel: number | undefined;
}

/** Reports that wait in order until the server has acknowledged them, as in a board's flash memory. */
export class ReportQueue {
  /** All reports, acknowledged or not. */
  readonly all: SentReport[] = [];
  readonly #waiting: SentReport[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add(report: SentReport): void {
    this.all.push(report);
    this.#waiting.push(report);
  }

  /** The oldest waiting reports, at most `count`. */
  peek(count: number): readonly SentReport[] {
    return this.#waiting.slice(0, count);
  }

  /**
   * Marks reports as acknowledged.
   * @param nowMs epoch ms
   * @returns how many of them were waiting
   */
  acknowledge(reports: readonly SentReport[], nowMs: number): number {
    let count = 0;
    for (const report of reports) {
      const index = this.#waiting.indexOf(report);
      if (index < 0) continue;
      this.#waiting.splice(index, 1);
      report.acknowledgedAt = nowMs;
      count += 1;
    }
    return count;
  }
}

/** A report as it is sent now, with its age in place of a time. */
export function toEvent(report: SentReport, now: Instant): DeviceEvent {
  return {
    boot_id: report.bootId,
    seq: report.seq,
    type: report.type,
    age_ms: Math.max(0, Math.round(now.monoMs - report.at.monoMs)),
    ...(report.batteryLevel !== undefined && { battery_level: report.batteryLevel }),
  };
}
