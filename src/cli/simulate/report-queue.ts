import type { DeviceEvent } from '../../contract/fleet/device.ts';
import type { Instant } from '../../domain/instant.ts';

/** A power report of a device, and what became of it. */
export interface ToldReport {
  readonly bootId: string;
  readonly seq: number;
  readonly type: DeviceEvent['type'];
  readonly at: Pick<Instant, 'wallMs'>;
  /** Epoch ms of the PUBACK or 2xx; null: not yet. */
  acknowledgedAt: number | null;
}

/** One that is said by the clock that dated it. */
export interface SentReport extends ToldReport {
  readonly at: Instant;
  readonly batteryLevel: number | undefined;
}

/** Reports wait here, as in the flash of a board, until the server has acknowledged them; in order. */
export class ReportQueue {
  /** All there ever were. */
  readonly all: SentReport[] = [];
  readonly #waiting: SentReport[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add(report: SentReport): void {
    this.all.push(report);
    this.#waiting.push(report);
  }

  /** The oldest that wait, at most so many. */
  peek(count: number): readonly SentReport[] {
    return this.#waiting.slice(0, count);
  }

  /**
   * @param nowMs epoch ms
   * @returns how many of them still waited
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

/** A report as it goes out now: with its age instead of a time. */
export function toEvent(report: SentReport, now: Instant): DeviceEvent {
  return {
    boot_id: report.bootId,
    seq: report.seq,
    type: report.type,
    age_ms: Math.max(0, Math.round(now.monoMs - report.at.monoMs)),
    ...(report.batteryLevel !== undefined && { battery_level: report.batteryLevel }),
  };
}
