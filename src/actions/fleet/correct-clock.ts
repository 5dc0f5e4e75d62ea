import {
  type DeviceState,
  type OpenOutage,
  type Recovery,
  storeOutage,
} from '../../domain/fleet/device-state.ts';
import type { Clock, Instant } from '../../domain/instant.ts';
import { readLastEndAt, readLastRecoverAt, updateOutage } from '../../store/alerts/outages.ts';
import { moveStoredTimes } from '../../store/fleet/clock-jumps.ts';
import { updateDevice } from '../../store/fleet/device-changes.ts';
import { insertGap, isGap, readLastGap } from '../../store/fleet/gaps.ts';
import { type StoredVitals, writeVitals } from '../../store/fleet/vitals.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { vitalsOf } from './flush-vitals.ts';
import type { LiveDevice } from './live-device.ts';

/** A smaller difference is the ordinary slewing of the clock, in ms. */
const smallestJumpMs = 2_000;

/** The end of the last run, as far as it is known. */
export interface RunStart {
  /** Ids from these on belong to outages that were opened, and gaps that ended, in this run. */
  readonly firstOutageId: number;
  readonly firstGapId: number;
  /** Not null: the last sign of life, epoch ms, after which this run seems to have begun at once. */
  readonly aliveAt: number | null;
}

/**
 * Watches the wall clock against the monotonic one. A Pi without a battery-backed clock starts with a
 * wrong time and is corrected, by minutes or years, once the network is there. Time-outs do not notice.
 * Moves along the moments that this run dated with the wrong time, so that durations stay true.
 *
 * Reading the time changes nothing. Until `follow` has stored a jump, everything goes on being dated as
 * before it, and moves along with the rest.
 */
export class ClockWatch {
  /** The clock that dates: that of the machine, without a jump that was not taken over. */
  readonly clock: Clock;
  readonly #monitor: Monitor;
  readonly #run: Omit<RunStart, 'aliveAt'>;
  #aliveAt: number | null;
  /** When this run began, by the clock that dates. */
  #startAt: number;
  /** Wall clock minus monotonic clock, as it dates. */
  #offsetMs: number;

  /**
   * @param monitor with the machine's clock
   * @param now when this run began
   */
  constructor(monitor: Monitor, now: Instant, { aliveAt, ...run }: RunStart) {
    const { clock: machine } = monitor;
    this.clock = () => this.date(machine());
    this.#monitor = monitor;
    this.#run = run;
    this.#aliveAt = aliveAt;
    this.#startAt = now.wallMs;
    this.#offsetMs = now.wallMs - now.monoMs;
  }

  /** @param now as the machine has it. @returns the moment by the clock that has dated everything so far */
  date(now: Instant): Instant {
    const jumpMs = this.#jumpOf(now);
    return jumpMs === 0 ? now : { ...now, wallMs: now.wallMs - jumpMs };
  }

  /**
   * Takes a jump over: all rows in one transaction, then memory, which cannot fail. To be called every
   * second, outside of any transaction.
   * @param now as the machine has it
   * @returns by how many ms the clock has jumped since the last call; 0: it has not
   * @throws StoreUnavailable: nothing has changed, and the next call tries again
   */
  follow(now: Instant): number {
    const jumpMs = this.#jumpOf(now);
    const takeOver = jumpMs === 0 ? null : this.#correct(jumpMs, now);
    this.#offsetMs = now.wallMs - now.monoMs;
    takeOver?.();
    return jumpMs;
  }

  #jumpOf({ wallMs, monoMs }: Instant): number {
    const jumpMs = Math.round(wallMs - monoMs - this.#offsetMs);
    return Math.abs(jumpMs) < smallestJumpMs ? 0 : jumpMs;
  }

  /** Moves rows that were dated by the wrong clock. @returns lets memory follow */
  #correct(jumpMs: number, now: Instant): () => void {
    const { store, commits, fleet, log } = this.#monitor;
    // Waiting inputs were dated by the wrong clock, and move with the rest.
    commits.flush();
    const jump = { jumpMs, nowMs: now.wallMs };
    const startAt = this.#startAt + jumpMs;
    // A Pi that starts with the time of its last stop does not know how long it was off until its
    // clock is set for the first time.
    const aliveAt = this.#aliveAt;
    const wasOff = aliveAt !== null && isGap(aliveAt, startAt);
    const { moved, lastGap } = store.transaction(() => {
      const { firstOutageId, firstGapId } = this.#run;
      moveStoredTimes(store, { ...jump, startAt: this.#startAt, firstGapId }, firstOutageId);
      if (wasOff) insertGap(store, { kind: 'server_off', fromAt: aliveAt, toAt: startAt });
      const moved = [...fleet.all()].map((device) => this.#move(device, jump));
      writeVitals(
        store,
        moved.flatMap(({ heard }) => heard),
      );
      return { moved, lastGap: readLastGap(store) };
    });
    return () => {
      log.warn({ jumpMs }, 'the wall clock jumped');
      this.#startAt = startAt;
      if (wasOff) this.#aliveAt = null;
      this.#monitor.lastGap = lastGap;
      this.#monitor.lineUpSince += jumpMs;
      this.#moveAbsences(jumpMs, wasOff ? aliveAt : null);
      for (const { takeOver } of moved) takeOver();
      sendQueued(this.#monitor);
    };
  }

  /** @param aliveAt not null: only now it is known how long this server was off before this run */
  #moveAbsences(jumpMs: number, aliveAt: number | null): void {
    const monitor = this.#monitor;
    // Outages that began before this run were dated by a clock that was right then.
    const move = (at: number) => (at + jumpMs >= this.#startAt ? at + jumpMs : at);
    const { absence, partAbsence } = monitor;
    if (partAbsence !== null) {
      monitor.partAbsence = { ...partAbsence, fromAt: move(partAbsence.fromAt) };
    }
    if (absence === null) return;
    const fromAt = move(absence.fromAt);
    monitor.absence =
      aliveAt === null
        ? { ...absence, fromAt }
        : { ...absence, fromAt: Math.min(fromAt, aliveAt), lastedMs: this.#startAt - aliveAt };
  }

  /** Moves the rows of a device. */
  #move(device: LiveDevice, jump: Jump): Moved {
    const { store } = this.#monitor;
    const { state, ownedSince } = this.#shift(device, jump);
    const { outage } = state;
    if (outage?.id != null) updateOutage(store, outage.id, storeOutage(outage));
    const isHandedOver = ownedSince !== device.config.ownedSince;
    if (isHandedOver) updateDevice(store, device.row, { ownedSince });
    const heard = isHeardMoved(device, state) ? vitalsOf(device, state) : [];
    const takeOver = () => {
      if (heard.length > 0) device.isDirty = false;
      device.state = state;
      // All that waited is stored or rolled back.
      device.draft = null;
      if (isHandedOver) device.config = { ...device.config, ownedSince };
      const newest = device.newestReport;
      if (newest !== null) device.newestReport = { ...newest, at: newest.at + jump.jumpMs };
    };
    return { heard, takeOver };
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
    const isOfThisRun = (outage.id ?? 0) >= this.#run.firstOutageId;
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

interface Moved {
  /** What is to be stored of when it was heard. */
  readonly heard: readonly StoredVitals[];
  /** Lets memory follow. */
  readonly takeOver: () => void;
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
