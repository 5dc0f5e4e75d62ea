import type { HistoryEntry } from './device-history.ts';
import type { Deed } from './fault-script.ts';
import type { ToldReport } from './report-queue.ts';

/** Totals over all devices. */
export interface Counters {
  beatsSent: number;
  beatsAcknowledged: number;
  reportsAcknowledged: number;
  /** Connections lost that no simulated outage explains. */
  drops: number;
  /** The longest time to an answer, in ms: the server may have heard a message this much later. */
  longestAnswerMs: number;
  /** Requests and connections that failed. */
  errors: number;
  /** The text of the last error. */
  lastError: string | null;
}

export function makeCounters(): Counters {
  return {
    beatsSent: 0,
    beatsAcknowledged: 0,
    reportsAcknowledged: 0,
    drops: 0,
    longestAnswerMs: 0,
    errors: 0,
    lastError: null,
  };
}

/** A device of a simulation, virtual or with real firmware. */
export interface SimulatedDevice {
  readonly deviceId: string;
  /** Whether heartbeats of the device arrive. */
  readonly isOnline: boolean;
  readonly history: readonly HistoryEntry[];
  readonly reports: readonly ToldReport[];
  readonly waitingReports: number;
  /** The reason that the server will never take the device, or null. */
  readonly refusal: string | null;
  suffer(deed: Deed): void;
}

/** The devices of a simulation, in the order of its plan. */
export interface Fleet {
  readonly devices: readonly SimulatedDevice[];
  readonly counters: Counters;
  /** The reason that the fleet cannot go on, or null. */
  readonly failure: string | null;
  /** Switches the power on for the first time. */
  switchOn(): void;
  /** Switches all devices off. */
  stop(): Promise<void>;
}

export interface DeviceCredential {
  readonly activationKey: string;
  readonly phone: string;
}
