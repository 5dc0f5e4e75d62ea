import type { DeviceState, Recovery } from '../domain/device-state.ts';
import type { Instant } from '../domain/instant.ts';
import { shiftTimesSince } from '../store/clock-jumps.ts';
import type { Monitor } from './monitor.ts';
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
    this.#monitor.commits.flush();
    shiftTimesSince(this.#monitor.store, this.#firstOutageId, jumpMs, now.wallMs);
    this.#nextTryMono = null;
    this.#offsetMs = offsetMs;
    const startAt = this.#startAt;
    this.#startAt += jumpMs;
    this.#completeAbsence(jumpMs);
    for (const device of this.#monitor.fleet.all()) {
      device.state = shiftState(device.state, this.#firstOutageId, startAt, jumpMs);
      const newest = device.newestReport;
      if (newest !== null) device.newestReport = { ...newest, at: newest.at + jumpMs };
    }
    this.#monitor.wakeOutbox();
    return jumpMs;
  }

  /**
   * A Pi that starts with the time of its last stop does not know how long it was off until its
   * clock is set for the first time.
   */
  #completeAbsence(jumpMs: number): void {
    const absence = this.#absence;
    if (absence === null || jumpMs <= 0) return;
    this.#absence = null;
    this.#monitor.lastGap = extendAbsence(this.#monitor.store, absence, this.#startAt);
  }
}

function shiftState(
  state: DeviceState,
  firstOutageId: number,
  startAt: number,
  jumpMs: number,
): DeviceState {
  const shift = (at: number | null): number | null => (at === null ? null : at + jumpMs);
  const { outage } = state;
  const isOfThisRun = outage !== null && (outage.id ?? 0) >= firstOutageId;
  return {
    ...state,
    lastHeardAt: state.isHeardInThisRun ? shift(state.lastHeardAt) : state.lastHeardAt,
    lastUpAt: state.isHeardInThisRun ? shift(state.lastUpAt) : state.lastUpAt,
    lastReportAt: shift(state.lastReportAt),
    lastDownBeatAt: shift(state.lastDownBeatAt),
    lastRecoverAt: shift(state.lastRecoverAt),
    outage:
      outage === null
        ? null
        : {
            ...outage,
            downAt: isOfThisRun ? outage.downAt + jumpMs : outage.downAt,
            recovery: shiftRecovery(outage.recovery, startAt, jumpMs),
            interrupted: shiftRecovery(outage.interrupted, startAt, jumpMs),
          },
  };
}

/** What was dated before this run began was dated by a clock that was right then. */
function shiftRecovery(
  recovery: Recovery | null,
  startAt: number,
  jumpMs: number,
): Recovery | null {
  if (recovery === null || recovery.recoverAt < startAt) return recovery;
  return { ...recovery, recoverAt: recovery.recoverAt + jumpMs };
}
