/** Inputs and effects of the state machine of a device, and its table. */
import type { TimelineEventType } from '../states.ts';
import type { DeviceState, OpenOutage, Phase, Recovery } from './device-state.ts';
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

/**
 * phase × what is learned → next phase and the durable effects (without `event` and
 * `device-changed`). `silence`: the deadline of the link passed; `steady`: the recovery delay passed.
 * A report about a time before what is already known is `late`; it goes to `applyLateReport`, which
 * gives what the same reports in their right order would have given.
 */
export const transitionTable: readonly {
  readonly phase: Phase;
  readonly learned:
    | 'beat-up'
    | 'beat-up-rebooted'
    | 'beat-down'
    | 'power-down'
    | 'power-recover'
    | 'contact'
    | 'session-lost'
    | 'silence'
    | 'steady'
    | 'unwatched';
  readonly next: Phase;
  readonly does: readonly Exclude<Effect['type'], 'event' | 'device-changed'>[];
}[] = [
  { phase: 'unknown', learned: 'beat-up', next: 'up', does: [] },
  { phase: 'unknown', learned: 'beat-up-rebooted', next: 'up', does: [] },
  { phase: 'unknown', learned: 'beat-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'unknown', learned: 'power-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'unknown', learned: 'power-recover', next: 'up', does: [] },
  { phase: 'unknown', learned: 'contact', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'session-lost', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'silence', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'steady', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'unwatched', next: 'unknown', does: [] },

  { phase: 'up', learned: 'beat-up', next: 'up', does: [] },
  { phase: 'up', learned: 'beat-up-rebooted', next: 'up', does: [] },
  { phase: 'up', learned: 'beat-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'up', learned: 'power-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'up', learned: 'power-recover', next: 'up', does: [] },
  { phase: 'up', learned: 'contact', next: 'up', does: [] },
  { phase: 'up', learned: 'session-lost', next: 'up', does: [] },
  { phase: 'up', learned: 'silence', next: 'silent', does: ['outage-opened'] },
  { phase: 'up', learned: 'steady', next: 'up', does: [] },
  { phase: 'up', learned: 'unwatched', next: 'unknown', does: [] },

  { phase: 'silent', learned: 'beat-up', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'silent', learned: 'beat-up-rebooted', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'silent', learned: 'beat-down', next: 'mains', does: ['outage-amended'] },
  { phase: 'silent', learned: 'power-down', next: 'mains', does: ['outage-amended'] },
  {
    phase: 'silent',
    learned: 'power-recover',
    next: 'recovering',
    does: ['outage-amended', 'recovery-begun'],
  },
  { phase: 'silent', learned: 'contact', next: 'silent', does: [] },
  { phase: 'silent', learned: 'session-lost', next: 'silent', does: [] },
  { phase: 'silent', learned: 'silence', next: 'silent', does: [] },
  { phase: 'silent', learned: 'steady', next: 'silent', does: [] },
  { phase: 'silent', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },

  { phase: 'mains', learned: 'beat-up', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'beat-up-rebooted', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'beat-down', next: 'mains', does: [] },
  { phase: 'mains', learned: 'power-down', next: 'mains', does: [] },
  { phase: 'mains', learned: 'power-recover', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'contact', next: 'mains', does: [] },
  { phase: 'mains', learned: 'session-lost', next: 'mains', does: [] },
  { phase: 'mains', learned: 'silence', next: 'mains', does: [] },
  { phase: 'mains', learned: 'steady', next: 'mains', does: [] },
  { phase: 'mains', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },

  { phase: 'recovering', learned: 'beat-up', next: 'recovering', does: [] },
  {
    phase: 'recovering',
    learned: 'beat-up-rebooted',
    next: 'recovering',
    does: ['outage-resumed', 'recovery-begun'],
  },
  { phase: 'recovering', learned: 'beat-down', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'power-down', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'power-recover', next: 'recovering', does: [] },
  { phase: 'recovering', learned: 'contact', next: 'recovering', does: [] },
  { phase: 'recovering', learned: 'session-lost', next: 'recovering', does: [] },
  // The cause of the open outage: `mains` here, `silent` where nothing else was known.
  { phase: 'recovering', learned: 'silence', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'steady', next: 'up', does: ['outage-closed'] },
  { phase: 'recovering', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },
];
