import {
  type DeviceState,
  type OpenOutage,
  type Recovery,
  storeOutage,
} from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import { readLastEndAt, readLastRecoverAt, updateOutage } from '../../store/alerts/outages.ts';
import { recordJump } from '../../store/fleet/clock-jumps.ts';
import { updateDevice } from '../../store/fleet/device-changes.ts';
import { writeDeviceVitals } from '../../store/fleet/devices.ts';
import { readLastGap } from '../../store/fleet/gaps.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { vitalsOf } from './flush-vitals.ts';
import type { LiveDevice } from './live-device.ts';
import { type Absence, extendAbsence } from './observe-self.ts';

/** A smaller difference is the ordinary slewing of the clock, in ms. */
const smallestJumpMs = 2_000;
/** How long to wait after a refused write, in ms. The clock is read many times a second. */
const retryAfterMs = 1_000;

/**
 * Watches the wall clock against the monotonic one. A Pi without a battery-backed clock starts with a
 * wrong time and is corrected, by minutes or years, once the network is there. Time-outs do not notice.
 * What this run dated with the wrong time is moved along, so that durations stay true.
 */
export class ClockWatch {
  readonly #monitor: Monitor;
  readonly #firstOutageId: number;
  /** When this run began, by the corrected clock. */
  #startAt: number;
  #offsetMs: number;
  #absence: Absence | null;
  /** When a jump that could not be stored is tried again. Null: none waits. */
  #nextTryMono: number | null = null;

  /**
   * @param firstOutageId ids from this one on are outages opened in this run
   * @param absence what is recorded about the time before this run. Null: this is the first run
   */
  constructor(
    monitor: Monitor,
    now: Instant,
    firstOutageId: number,
    absence: Absence | null = null,
  ) {
    this.#monitor = monitor;
    this.#firstOutageId = firstOutageId;
    this.#startAt = now.wallMs;
    this.#offsetMs = now.wallMs - now.monoMs;
    this.#absence = absence;
  }

  /**
   * To be called whenever the clock is read for an input, so that nothing is dated by a clock that was
   * corrected unnoticed.
   * @returns by how many ms the clock has jumped since the last look; 0: it has not
   * @throws StoreUnavailable; a look one second later tries again
   */
  check(now: Instant): number {
    const offsetMs = now.wallMs - now.monoMs;
    const jumpMs = Math.round(offsetMs - this.#offsetMs);
    if (Math.abs(jumpMs) < smallestJumpMs) {
      this.#offsetMs = offsetMs;
      this.#nextTryMono = null;
      return 0;
    }
    if (this.#nextTryMono === null) this.#monitor.log.warn({ jumpMs }, 'the wall clock jumped');
    else if (now.monoMs < this.#nextTryMono) return 0;
    this.#nextTryMono = now.monoMs + retryAfterMs;
    this.#correct(jumpMs, now);
    this.#nextTryMono = null;
    this.#offsetMs = offsetMs;
    return jumpMs;
  }

  /**
   * The moment by the clock that has dated everything so far. That is the machine's, except while a jump
   * of it could not be stored yet. What is dated meanwhile moves along with the rest.
   */
  date(now: Instant): Instant {
    return { ...now, wallMs: Math.round(now.monoMs + this.#offsetMs) };
  }

  /** Moves what was dated by the wrong clock: all rows in one transaction, then memory. */
  #correct(jumpMs: number, now: Instant): void {
    const { store, commits, fleet } = this.#monitor;
    commits.flush();
    const startAt = this.#startAt + jumpMs;
    // A Pi that starts with the time of its last stop does not know how long it was off until its
    // clock is set for the first time.
    const absence = jumpMs > 0 ? this.#absence : null;
    const shifted = store.transaction(() => {
      recordJump(store, this.#firstOutageId, jumpMs, now.wallMs);
      if (absence !== null) extendAbsence(store, absence, startAt);
      const moved = [...fleet.all()].map((device) => {
        const { state, ownedSince } = this.#shift(device, { jumpMs, nowMs: now.wallMs });
        const { outage } = state;
        if (outage?.id != null) updateOutage(store, outage.id, storeOutage(outage));
        const isHandedOver = ownedSince !== device.config.ownedSince;
        if (isHandedOver) updateDevice(store, device.row, { ownedSince });
        return { device, state, isHandedOver };
      });
      const heard = moved.filter(({ device, state }) => isHeardMoved(device, state));
      writeDeviceVitals(
        store,
        heard.map(({ device, state }) => vitalsOf(device, state)),
      );
      return moved;
    });
    if (absence !== null) {
      this.#absence = null;
      this.#monitor.lastGap = readLastGap(store);
    }
    this.#startAt = startAt;
    for (const { device, state } of shifted) {
      if (isHeardMoved(device, state)) device.isDirty = false;
      device.state = state;
      // All that waited is stored or rolled back.
      device.draft = null;
      const newest = device.newestReport;
      if (newest !== null) device.newestReport = { ...newest, at: newest.at + jumpMs };
    }
    this.#monitor.areas.load(this.#monitor, now);
    const handedOver = shifted.filter(({ isHandedOver }) => isHandedOver);
    followUp(
      this.#monitor,
      now,
      handedOver.map(({ device }) => device.deviceId),
    );
  }

  #shift(
    { state, row, config }: LiveDevice,
    { jumpMs, nowMs }: Jump,
  ): { readonly state: DeviceState; readonly ownedSince: number } {
    const { store } = this.#monitor;
    const isBack = jumpMs < 0;
    // Nothing moves to before the end of what is over.
    const earliest = (isBack ? readLastEndAt(store, row) : null) ?? Number.NEGATIVE_INFINITY;
    const move: Move = (at, isOfThisRun) => {
      // Moments before this run were dated by a clock that was right then, unless the clock went back and
      // they now lie in the future.
      if (!isOfThisRun && (!isBack || at <= nowMs)) return at;
      return Math.max(Math.min(at, earliest), at + jumpMs);
    };
    const moveIfKnown = (at: number | null) =>
      at === null ? null : move(at, state.isHeardInThisRun);
    const wasMs = nowMs - jumpMs;
    const shifted: DeviceState = {
      ...state,
      lastHeardAt: moveIfKnown(state.lastHeardAt),
      lastUpAt: moveIfKnown(state.lastUpAt),
      lastReportAt: moveIfKnown(state.lastReportAt),
      lastDownBeatAt: moveIfKnown(state.lastDownBeatAt),
      lastRecoverAt: isBack ? readLastRecoverAt(store, row) : state.lastRecoverAt,
      outage: state.outage === null ? null : this.#shiftOutage(state.outage, move, wasMs),
    };
    const { ownedSince } = config;
    return {
      state: shifted,
      ownedSince: move(ownedSince, this.#isDatedByThisRun(ownedSince, wasMs)),
    };
  }

  /** @param wasMs the time by the wrong clock; nothing of this run is later */
  #isDatedByThisRun(at: number, wasMs: number): boolean {
    return at >= this.#startAt && at <= wasMs;
  }

  /** @param wasMs the time by the wrong clock; nothing of this run is later */
  #shiftOutage(outage: OpenOutage, move: Move, wasMs: number): OpenOutage {
    const isOfThisRun = (outage.id ?? 0) >= this.#firstOutageId;
    const downAt = move(outage.downAt, isOfThisRun);
    const moveRecovery = (recovery: Recovery | null): Recovery | null => {
      if (recovery === null) return null;
      const { recoverAt } = recovery;
      const moved = move(recoverAt, isOfThisRun || this.#isDatedByThisRun(recoverAt, wasMs));
      return { ...recovery, recoverAt: Math.max(downAt, moved) };
    };
    const { recovery, interrupted } = outage;
    return {
      ...outage,
      downAt,
      recovery: moveRecovery(recovery),
      interrupted: moveRecovery(interrupted),
    };
  }
}

function isHeardMoved({ state: before }: LiveDevice, after: DeviceState): boolean {
  return after.lastHeardAt !== before.lastHeardAt || after.lastUpAt !== before.lastUpAt;
}

interface Jump {
  readonly jumpMs: number;
  /** The time by the corrected clock. */
  readonly nowMs: number;
}

/** The moment (epoch ms) by the corrected clock. */
type Move = (at: number, isOfThisRun: boolean) => number;
