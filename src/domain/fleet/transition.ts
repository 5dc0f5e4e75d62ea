/** Inputs and effects of the state machine of a device. */
import type { TimelineEventType } from '../states.ts';
import type { DeviceState, OpenOutage, Recovery } from './device-state.ts';
import type { PowerHistory, RewrittenOutage } from './power-history.ts';

/** The part of a heartbeat that decides; the rest (rssi, ssid …) is kept beside the state. */
export interface BeatFacts {
  readonly bootId: string;
  readonly seq: number;
  readonly uptimeMs: number;
  readonly resetReason: string;
  /** The boot that this one continues, after a restart of the device's own. */
  readonly previousBootId?: string | undefined;
  readonly power: 'UP' | 'DOWN';
}

export interface PowerReport {
  readonly type: 'power-down' | 'power-recover';
  /** Epoch ms: the reported moment. */
  readonly at: number;
  readonly bootId: string;
  readonly seq: number;
  /** It came over a connection that stays open (MQTT): what happens while it is open is reported at once. */
  readonly isOverSession: boolean;
}

export type Input =
  | { readonly type: 'heartbeat'; readonly beat: BeatFacts }
  | PowerReport
  /** The device spoke without saying how it is: its session began, or it repeated a report. */
  | { readonly type: 'contact' }
  | { readonly type: 'session-lost' }
  /** The server can see again after a gap: no device is late yet. */
  | { readonly type: 'observation-resumed' }
  /** The device's key was revoked, or it was released: it is not watched any more. */
  | { readonly type: 'unwatched' }
  /** Time has passed. The transition finds out whether anything is due. */
  | { readonly type: 'deadline' };

/** The effects to make durable, in this order. None: only memory changes. */
export type Effect =
  | {
      readonly type: 'outage-opened' | 'outage-amended' | 'recovery-begun' | 'outage-resumed';
      readonly outage: OpenOutage;
    }
  /** The first word of the device after an absence of ours: the loss that was known goes on. */
  | { readonly type: 'loss-confirmed'; readonly outage: OpenOutage }
  | { readonly type: 'outage-closed'; readonly outage: OpenOutage; readonly recovery: Recovery }
  /** A late report changed what is known of the past. */
  | { readonly type: 'history-rewritten'; readonly outages: readonly RewrittenOutage[] }
  | {
      readonly type: 'event';
      readonly eventType: TimelineEventType;
      readonly at: number;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  /** Link, power or boot id changed, and the device's row must follow. */
  | { readonly type: 'device-changed' };

export interface Transition {
  readonly state: DeviceState;
  readonly effects: readonly Effect[];
  /** Nobody is told of a loss that it tells of sooner than this, in ms from now. Left out: at its time. */
  readonly holdAlertMs?: number;
}

/**
 * Reads the stored power reports and outages of a device from `fromAt` on, for late reports. Null: there
 * are more than can be looked at for one report.
 */
export type ReadHistory = (at: number) => PowerHistory | null;
