import type { DeviceState, OpenOutage, Recovery } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import { updateOpenOutage } from '../../store/alerts/outages.ts';
import { recordJump } from '../../store/fleet/clock-jumps.ts';
import { readLastGap } from '../../store/fleet/gaps.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';
import { type Absence, extendAbsence } from './observe-self.ts';

/** A smaller difference is the ordinary slewing of the clock, in ms. */
const smallestJumpMs = 2_000;
/** The clock is read many times a second, and a disk that refuses does so for a while. */
const retryAfterMs = 1_000;

/**
 * Watches the wall clock against the monotonic one. A Pi without a battery-backed clock starts with
 * a wrong time and is corrected, by minutes or years, once the network is there. Time-outs do not
 * notice; but what this run has dated with the wrong time is moved along, so that durations stay true.
 */
export class ClockWatch {
  readonly #monitor: Monitor;
  readonly #firstOutageId: number;
  /** When this run began, by the clock as it is now. */
  #startAt: number;
  #offsetMs: number;
  #absence: Absence | null;
  /** A jump that could not be stored is tried again from then on; null: none waits. */
  #nextTryMono: number | null = null;

  /**
   * @param firstOutageId ids from this one on are outages opened in this run
   * @param absence what was written down of the time before this run; null: it is the first
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
   * To be called whenever the clock is read for an input, so that none is dated by a clock that was
   * corrected without this knowing.
   * @returns by how many ms the clock had jumped since the last look; 0: it had not
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

  /** Moves what was dated by the wrong clock: all rows in one transaction, then memory. */
  #correct(jumpMs: number, now: Instant): void {
    const { store, commits, fleet, wakeOutbox } = this.#monitor;
    commits.flush();
    const shifted = [...fleet.all()].map((device) => ({
      device,
      state: this.#shift(device, jumpMs),
    }));
    const startAt = this.#startAt + jumpMs;
    // A Pi that starts with the time of its last stop does not know how long it was off until its
    // clock is set for the first time.
    const absence = jumpMs > 0 ? this.#absence : null;
    store.transaction(() => {
      recordJump(store, this.#firstOutageId, jumpMs, now.wallMs);
      for (const { state } of shifted) {
        const { outage } = state;
        if (outage?.id != null) updateOpenOutage(store, outage.id, outage);
      }
      if (absence !== null) extendAbsence(store, absence, startAt);
    });
    if (absence !== null) {
      this.#absence = null;
      this.#monitor.lastGap = readLastGap(store);
    }
    this.#startAt = startAt;
    for (const { device, state } of shifted) {
      if (state.lastHeardAt !== device.state.lastHeardAt) device.isDirty = true;
      device.state = state;
      // All that waited is stored or rolled back.
      device.draft = null;
      const newest = device.newestReport;
      if (newest !== null) device.newestReport = { ...newest, at: newest.at + jumpMs };
    }
    wakeOutbox();
  }

  #shift({ state }: LiveDevice, jumpMs: number): DeviceState {
    const shift = (at: number | null): number | null => (at === null ? null : at + jumpMs);
    return {
      ...state,
      lastHeardAt: state.isHeardInThisRun ? shift(state.lastHeardAt) : state.lastHeardAt,
      lastUpAt: state.isHeardInThisRun ? shift(state.lastUpAt) : state.lastUpAt,
      lastReportAt: shift(state.lastReportAt),
      lastDownBeatAt: shift(state.lastDownBeatAt),
      lastRecoverAt: shift(state.lastRecoverAt),
      outage: state.outage === null ? null : this.#shiftOutage(state.outage, jumpMs),
    };
  }

  /** What was dated before this run began was dated by a clock that was right then. */
  #shiftOutage(outage: OpenOutage, jumpMs: number): OpenOutage {
    const isOfThisRun = (outage.id ?? 0) >= this.#firstOutageId;
    const downAt = isOfThisRun ? outage.downAt + jumpMs : outage.downAt;
    const shift = (recovery: Recovery | null): Recovery | null => {
      if (recovery === null) return null;
      if (!isOfThisRun && recovery.recoverAt < this.#startAt) return recovery;
      return { ...recovery, recoverAt: Math.max(downAt, recovery.recoverAt + jumpMs) };
    };
    const { recovery, interrupted } = outage;
    return { ...outage, downAt, recovery: shift(recovery), interrupted: shift(interrupted) };
  }
}
