import type { ResetReason } from '../../contract/fleet/device.ts';
import type { Counters } from './fleet.ts';

/** A span of epoch ms in which a moment lies. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Why nothing is heard of a device. `dropped`: no simulated outage explains it. */
type Silence = 'mains' | 'network' | 'crash' | 'dropped';

/** An entry of a device's history from which the server's record follows. Times are epoch ms. */
export type HistoryEntry =
  | { readonly type: 'mains-lost' | 'mains-back'; readonly at: number }
  | {
      readonly type: 'silent';
      readonly at: number;
      readonly why: Silence;
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

/** What happened to one device, noted while it happens. All times are epoch ms. */
export class DeviceHistory {
  readonly entries: HistoryEntry[] = [];
  readonly #counters: Counters;
  #isSilent = true;
  #bootedAt = 0;
  #resetReason: ResetReason = 'power_on';
  #lastHeard: Span | null = null;
  #lastSentAt: number | null = null;

  /** @param counters of its fleet, which answers and errors are added to */
  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** No heartbeat was answered since the device fell silent, or ever. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  booted(at: number, reason: ResetReason): void {
    this.#bootedAt = at;
    this.#resetReason = reason;
  }

  mainsChanged(type: 'mains-lost' | 'mains-back', at: number): void {
    this.entries.push({ type, at });
  }

  /** A message was sent. Whether it arrives is not known yet. */
  sent(at: number): void {
    this.#lastSentAt = at;
  }

  /** The message that was sent at `sentAt` was answered. */
  heard(sentAt: number, answeredAt: number, isHeartbeat: boolean): void {
    const counters = this.#counters;
    counters.longestAnswerMs = Math.max(counters.longestAnswerMs, answeredAt - sentAt);
    this.#lastHeard = {
      from: Math.max(this.#lastHeard?.from ?? 0, sentAt),
      to: Math.max(this.#lastHeard?.to ?? 0, answeredAt),
    };
    if (!isHeartbeat || !this.#isSilent) return;
    this.#isSilent = false;
    const [bootedAt, resetReason] = [this.#bootedAt, this.#resetReason];
    this.entries.push({ type: 'heard', at: sentAt, bootedAt, resetReason });
  }

  fellSilent(why: Silence, at: number, transport: 'mqtt' | 'http'): void {
    this.#isSilent = true;
    const [lastHeard, lastSentAt] = [this.#lastHeard, this.#lastSentAt];
    this.entries.push({ type: 'silent', at, why, lastHeard, lastSentAt, transport });
  }

  failed(error: string): void {
    this.#counters.errors += 1;
    this.#counters.lastError = error;
  }
}
