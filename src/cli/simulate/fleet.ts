import type { ResetReason } from '../../contract/fleet/device.ts';
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

/** Notes the time of an answer. Both times are epoch ms. */
export function noteAnswer(counters: Counters, sentAt: number, answeredAt: number): void {
  counters.longestAnswerMs = Math.max(counters.longestAnswerMs, answeredAt - sentAt);
}

/** A span of epoch ms in which a moment lies. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The server has answered one more message of a device; both epoch ms.
 * @returns when it heard of the device last
 */
export function laterHeard(before: Span | null, sentAt: number, answeredAt: number): Span {
  return {
    from: Math.max(before?.from ?? 0, sentAt),
    to: Math.max(before?.to ?? 0, answeredAt),
  };
}

/** An entry of a device's history from which the server's record follows. Times are epoch ms. */
export type HistoryEntry =
  | { readonly type: 'mains-lost' | 'mains-back'; readonly at: number }
  | {
      readonly type: 'silent';
      readonly at: number;
      /** Why nothing is heard. `dropped`: no simulated outage explains it. */
      readonly why: 'mains' | 'network' | 'crash' | 'dropped';
      /** When the server last heard the device. Null: never. */
      readonly lastHeard: Span | null;
      /** When a message was last sent, which may or may not have arrived. */
      readonly lastSentAt: number | null;
      readonly transport: 'mqtt' | 'http';
    }
  /** The first heartbeat after a silence. */
  | {
      readonly type: 'heard';
      readonly at: number;
      readonly bootedAt: number;
      readonly resetReason: ResetReason;
    };

/** A device of a simulation, virtual or with real firmware. */
export interface SimulatedDevice {
  readonly deviceId: string;
  /** Whether heartbeats of the device arrive. */
  readonly isOnline: boolean;
  readonly history: readonly HistoryEntry[];
  readonly reports: readonly ToldReport[];
  readonly waitingReports: number;
  /** Why the server will never take the device, or null. */
  readonly refusal: string | null;
  suffer(deed: Deed): void;
}

/** The devices of a simulation, in the order of its plan. */
export interface Fleet {
  readonly devices: readonly SimulatedDevice[];
  readonly counters: Counters;
  /** Why the fleet cannot go on, or null. */
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
