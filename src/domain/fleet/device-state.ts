import type { Instant } from '../instant.ts';
import type { Cause, Link, Power } from '../states.ts';

/** Power is back, but has not yet been steady for the recovery delay. */
export interface Recovery {
  /** Epoch ms: when power (or contact) truly came back. */
  readonly recoverAt: number;
  /** The cause of the outage if this recovery holds. */
  readonly cause: Cause;
  /** Monotonic ms at which it is confirmed; null until the device was heard in this run. */
  readonly confirmMono: number | null;
}

export interface OpenOutage {
  /** Row id. Null between the transition that opened the outage and the commit that stored it. */
  readonly id: number | null;
  /** `silent` or `mains` while it lasts. */
  readonly cause: 'silent' | 'mains';
  /** Epoch ms. */
  readonly downAt: number;
  readonly startKnown: 'reported' | 'heartbeat' | 'silence';
  /** Times that power came back for less than the recovery delay; `countLoss` says what counts. */
  readonly flaps: number;
  /** Of these, how many only heartbeats have told of so far. */
  readonly flapsUnreported: number;
  readonly recovery: Recovery | null;
  /**
   * A recovery that silence cut short. If the device returns with the same boot id, it never lost power
   * again, and this recovery still stands.
   */
  readonly interrupted: Recovery | null;
}

/** The newest report of a device. */
export interface LastReport {
  readonly bootId: string;
  readonly seq: number;
  readonly power: 'UP' | 'DOWN';
  /** Minus infinity: it arrived in an earlier run. */
  readonly arrivedMono: number;
}

/**
 * Everything that decides what happens next to one device. Held in memory; rebuilt from rows at start.
 */
export interface DeviceState {
  readonly link: Link;
  readonly power: Power;
  /** Of the last heartbeat; changes with every boot of the device. */
  readonly bootId: string | null;
  /** `seq` of the last heartbeat; with the boot id it orders reports against heartbeats. */
  readonly beatSeq: number | null;
  /** Epoch ms; null: never. */
  readonly lastHeardAt: number | null;
  /** Epoch ms at which power was last known to be up. */
  readonly lastUpAt: number | null;
  /** Epoch ms: the newest moment that a power report of the device was about. Null: none in this run. */
  readonly lastReportAt: number | null;
  /** The place of that report. A heartbeat made before the report may arrive after it. */
  readonly lastReport: LastReport | null;
  /** Epoch ms of the newest heartbeat that said power is lost; null: none in this run. */
  readonly lastDownBeatAt: number | null;
  /** Epoch ms at which the last power outage known in this run ended; null: none. */
  readonly lastRecoverAt: number | null;
  /** Monotonic ms at which silence is judged; null unless the link is online. */
  readonly silenceMono: number | null;
  /** The broker saw the device's session die, and the device has not been heard since. */
  readonly isSessionLost: boolean;
  /** Monotonic ms of the last heartbeat in this run. */
  readonly lastBeatMono: number | null;
  /** Heartbeats that came in an unbroken rhythm; stops counting at `rhythmBeats`. */
  readonly regularBeats: number;
  /** False after a restart until the device speaks: the stored power may be out of date. */
  readonly isHeardInThisRun: boolean;
  /** It has said how it is since this server last could not hear it; see absence.ts. */
  readonly isHeardSinceAbsence: boolean;
  readonly outage: OpenOutage | null;
}

export interface ObservationGap {
  /** `uplink`: devices in networks of the server's own were seen all the same. */
  readonly kind: 'server_off' | 'uplink';
  readonly fromAt: number;
  readonly toAt: number;
}

/** The settings and circumstances a transition depends on. */
export interface Rules {
  readonly heartbeatTimeoutMs: number;
  readonly recoveryDelayMs: number;
  /** The last time in which the server could not see. Null: none is known. */
  readonly lastGap: ObservationGap | null;
}

/** An MQTT device whose session died has so long to come back before it counts as silent. */
export const sessionGraceMs = 10_000;

/** The interval at which boards are asked to beat, in ms. */
export const askedBeatMs = 10_000;
/** Heartbeats no further apart than this make a rhythm, in ms. */
const rhythmGapMs = 45_000;
/** From this many heartbeats on, a device that misses its rhythm is suspected. */
const rhythmBeats = 5;

export const initialDeviceState: DeviceState = {
  link: 'unknown',
  power: 'unknown',
  bootId: null,
  beatSeq: null,
  lastHeardAt: null,
  lastUpAt: null,
  lastReportAt: null,
  lastReport: null,
  lastDownBeatAt: null,
  lastRecoverAt: null,
  silenceMono: null,
  isSessionLost: false,
  lastBeatMono: null,
  regularBeats: 0,
  isHeardInThisRun: false,
  isHeardSinceAbsence: false,
  outage: null,
};

/** The columns of an outage's row, open or over. */
export interface OutageRow
  extends Pick<OpenOutage, 'downAt' | 'startKnown' | 'flaps' | 'flapsUnreported'> {
  /** The cause, or the cause it will have had if the recovery holds. */
  readonly cause: Cause;
  readonly recoverAt: number | null;
  readonly interruptedAt: number | null;
  readonly interruptedCause: Cause | null;
}

/** The columns of a device's row that belong to its state. */
export type DeviceStateRow = Pick<DeviceState, 'link' | 'power' | 'bootId'>;
/** The columns of its vitals, which are written seldom. */
export type HeardRow = Pick<DeviceState, 'lastHeardAt' | 'lastUpAt'>;

/** Everything that rows hold of a state; `restoreDeviceState` rebuilds the state from it. */
export interface StoredDeviceState extends DeviceStateRow, HeardRow {
  readonly outage: (OutageRow & { readonly id: number }) | null;
}

export function storeDeviceState({ link, power, bootId }: DeviceState): DeviceStateRow {
  return { link, power, bootId };
}

export function storeHeard({ lastHeardAt, lastUpAt }: DeviceState): HeardRow {
  return { lastHeardAt, lastUpAt };
}

/** The row of an open outage; `readOpenOutage` turns it back into the outage. */
export function storeOutage(outage: Omit<OpenOutage, 'id'>): OutageRow {
  return {
    cause: outage.recovery?.cause ?? outage.cause,
    downAt: outage.downAt,
    startKnown: outage.startKnown,
    flaps: outage.flaps,
    flapsUnreported: outage.flapsUnreported,
    recoverAt: outage.recovery?.recoverAt ?? null,
    interruptedAt: outage.interrupted?.recoverAt ?? null,
    interruptedCause: outage.interrupted?.cause ?? null,
  };
}

/** The row of an outage that this recovery has ended. */
export function storeEndedOutage(outage: OpenOutage, recovery: Recovery): OutageRow {
  return storeOutage({ ...outage, recovery, interrupted: null });
}

/** No recovery is confirmed before the device was heard in this run. */
function readOpenOutage(row: OutageRow & { readonly id: number }): OpenOutage {
  const recoveryOf = (recoverAt: number | null, cause: Cause | null): Recovery | null =>
    recoverAt === null || cause === null ? null : { recoverAt, cause, confirmMono: null };
  return {
    id: row.id,
    cause: row.cause === 'mains' ? 'mains' : 'silent',
    downAt: row.downAt,
    startKnown: row.startKnown,
    flaps: row.flaps,
    flapsUnreported: row.flapsUnreported,
    recovery: recoveryOf(row.recoverAt, row.cause),
    interrupted: recoveryOf(row.interruptedAt, row.interruptedCause),
  };
}

/**
 * Rebuilds a device's state after a restart. Nobody is judged before a full time-out has passed in
 * this run.
 */
export function restoreDeviceState(
  stored: StoredDeviceState,
  now: Instant,
  rules: Rules,
): DeviceState {
  const { outage, ...rest } = stored;
  return {
    ...rest,
    beatSeq: null,
    lastReportAt: null,
    lastReport: null,
    lastDownBeatAt: null,
    lastRecoverAt: null,
    silenceMono: stored.link === 'online' ? now.monoMs + rules.heartbeatTimeoutMs : null,
    isSessionLost: false,
    lastBeatMono: null,
    regularBeats: 0,
    isHeardInThisRun: false,
    isHeardSinceAbsence: false,
    outage: outage === null ? null : readOpenOutage(outage),
  };
}

/** The phase of a device, made of its link, power and open outage. */
export type Phase = 'unknown' | 'up' | 'silent' | 'mains' | 'recovering';

export function phaseOf(state: DeviceState): Phase {
  if (state.outage === null) return state.link === 'unknown' ? 'unknown' : 'up';
  if (state.outage.recovery !== null) return 'recovering';
  return state.outage.cause;
}

/**
 * The next monotonic moment at which time alone changes this device. Null: none.
 */
export function nextDeadlineMono(state: DeviceState): number | null {
  const confirm = state.outage?.recovery?.confirmMono ?? null;
  // As long as a lost session may still come back, a recovery is neither confirmed nor denied.
  if (confirm === null || state.link !== 'online' || state.isSessionLost) return state.silenceMono;
  return state.silenceMono === null ? confirm : Math.min(state.silenceMono, confirm);
}

/** Counts a heartbeat towards the device's rhythm. */
export function rhythmAfterBeat(
  before: DeviceState,
  now: Instant,
): Pick<DeviceState, 'lastBeatMono' | 'regularBeats'> {
  const gapMs = before.lastBeatMono === null ? Infinity : now.monoMs - before.lastBeatMono;
  const regularBeats = gapMs > rhythmGapMs ? 1 : Math.min(rhythmBeats, before.regularBeats + 1);
  return { lastBeatMono: now.monoMs, regularBeats };
}

/**
 * Whether a device that sent its heartbeats regularly has missed one. It may be about to fall silent, so
 * no recovery is told before it is heard again.
 */
export function hasLostRhythm(state: DeviceState, now: Instant): boolean {
  return (
    state.regularBeats >= rhythmBeats &&
    state.lastBeatMono !== null &&
    now.monoMs - state.lastBeatMono > rhythmGapMs
  );
}
