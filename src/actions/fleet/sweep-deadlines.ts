import { addAbsence } from '../../domain/fleet/absence.ts';
import { answerLastsMs, looksUntilBlind, secondLookMs } from '../../domain/fleet/sight.ts';
import type { Instant } from '../../domain/instant.ts';
import { closeGap, insertGap, readLastGap } from '../../store/fleet/gaps.ts';
import { releaseAllAwaited } from '../../store/outbox/alert-schedule.ts';
import type { Monitor, PartAbsence, Standstill } from '../monitor.ts';
import { applyInput, isNear } from './apply-input.ts';
import { lastStandstill, longestStallMs, noteStandstill } from './await-boards.ts';
import type { LiveDevice } from './live-device.ts';

/** A disk that has just refused a write is left alone for so long, in ms. */
const storeRetryMs = 2_000;

/** A message may be on its way for so long before it counts as not got through, in ms. */
const sendMs = 30_000;

/** Tells whether the server can see. */
interface Lookout {
  /**
   * Whether any far end on the internet answers; must settle within two seconds. Null: none is ever asked, because
   * the installation has no internet.
   */
  readonly look: (() => Promise<boolean>) | null;
  /** Whether messages over MQTT can arrive. False: an external broker is away. */
  readonly isListening: () => boolean;
}

/** A time in which silence says nothing, and that goes on. */
interface OpenGap {
  readonly id: number;
  readonly fromMono: number;
  /** The absence before it. Null: none is known. */
  readonly before: PartAbsence | null;
  /** False: an external broker is away, which hides devices on MQTT alone. */
  readonly isOurLine: boolean;
}

/**
 * Feeds passed deadlines into the state machine. Before the silence of any device is judged, of one device too, it is
 * known whether this server can see: without a line of its own it judges only devices in its own networks.
 */
export class DeadlineSweep {
  readonly #monitor: Monitor;
  readonly #lookout: Lookout;
  /** Devices whose silence is not judged before somebody out there has answered. */
  readonly #held = new Set<LiveDevice>();
  #looking: Promise<void> | null = null;
  #nextLookMono = Number.NEGATIVE_INFINITY;
  /** Until then (monotonic ms) the line counts as alive, because somebody has just answered. */
  #seesUntilMono = Number.NEGATIVE_INFINITY;
  /** Looks in a row that found nobody. */
  #failedLooks = 0;
  #openGap: OpenGap | null = null;
  /** When a message did not get through, and nobody out there has answered since; monotonic ms. Null: none. */
  #doubtedMono: number | null = null;
  /** The beginning of the last standstill that was looked at; monotonic ms. Null: there was none. */
  #lastStallMono: number | null = null;
  /** Standstills of this process that are not stored yet, in monotonic ms. */
  readonly #stalls: { readonly from: number; readonly to: number }[] = [];
  /** After a failed write nothing is judged before this moment (monotonic ms). */
  #storeRetryMono = Number.NEGATIVE_INFINITY;

  constructor(monitor: Monitor, lookout: Lookout) {
    this.#monitor = monitor;
    this.#lookout = lookout;
  }

  /** Whether our own line is dead, so that only devices in our own networks are judged. */
  get isBlind(): boolean {
    return this.#openGap !== null;
  }

  /** Has the next sweep look at our own line: a message did not get through. */
  doubt(): void {
    this.#doubtedMono ??= this.#monitor.clock().monoMs;
  }

  /** Resolves once no look is under way. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  /**
   * @returns settles once everything that this sweep decided is stored; a look may go on
   */
  async sweep(now: Instant): Promise<void> {
    const standstill = lastStandstill(this.#monitor, now);
    if (standstill !== null && standstill.fromMono !== this.#lastStallMono) {
      this.#lastStallMono = standstill.fromMono;
      if (standstill.toMono - standstill.fromMono > longestStallMs) {
        await this.#noteStall(standstill, now);
        return;
      }
    }
    this.#storeStalls(now);
    const judged: LiveDevice[] = [];
    const unseen: LiveDevice[] = [];
    for (const device of this.#monitor.fleet.takeDue(now.monoMs)) {
      const verdict = isSilent(device, now) ? this.#mayJudge(device, now) : 'judge';
      if (verdict === 'judge') judged.push(device);
      else if (verdict === 'hold') this.#held.add(device);
      else unseen.push(device);
    }
    await this.#judgeAll(judged, now);
    await this.#forgive(unseen, now);
    if (this.#mustLook()) this.#startLook(now);
  }

  /**
   * This process stood still (a slow card, a full swap). Nothing was read in that time, so no device is
   * late yet.
   */
  async #noteStall({ fromMono: from, toMono: to }: Standstill, now: Instant): Promise<void> {
    this.#monitor.log.warn({ stalledMs: to - from }, 'this process stood still');
    this.#stalls.push({ from, to });
    const wallOf = (mono: number) => now.wallMs - (now.monoMs - mono);
    this.#monitor.lastGap = { kind: 'server_off', fromAt: wallOf(from), toAt: wallOf(to) };
    noteStandstill(this.#monitor, { fromMono: from, toMono: to }, now);
    await this.#forgive([...this.#monitor.fleet.all()], now);
    this.#storeStalls(this.#monitor.clock());
  }

  /** A disk that is slow enough to stop this process may well refuse to store the standstill. */
  #storeStalls(now: Instant): void {
    if (this.#stalls.length === 0 || now.monoMs < this.#storeRetryMono) return;
    const { store, log } = this.#monitor;
    const at = (monoMs: number) => Math.round(now.wallMs - (now.monoMs - monoMs));
    try {
      this.#monitor.lastGap = store.transaction(() => {
        for (const { from, to } of this.#stalls) {
          insertGap(store, { kind: 'server_off', fromAt: at(from), toAt: at(to) });
        }
        return readLastGap(store);
      });
      this.#stalls.length = 0;
    } catch (error) {
      this.#storeRetryMono = now.monoMs + storeRetryMs;
      log.error({ err: error }, 'a time of standing still could not be stored yet');
    }
  }

  /**
   * The verdict on a device that is silent.
   * @returns `hold`: until it is known whether the silence is ours. `forgive`: nobody can ever say; it is looked at
   * again after a full time-out
   */
  #mayJudge(device: LiveDevice, now: Instant): 'judge' | 'hold' | 'forgive' {
    const { look, isListening } = this.#lookout;
    if (device.transport === 'mqtt' && !isListening()) return 'hold';
    if (this.#isJudgedBlind(device)) return 'judge';
    if (look === null) return 'forgive';
    return now.monoMs < this.#seesUntilMono ? 'judge' : 'hold';
  }

  /** Whether a device is judged without a line to the internet. */
  #isJudgedBlind(device: LiveDevice): boolean {
    if (isNear(this.#monitor, device)) return true;
    // Where there never is a line, boards that an earlier run knew were heard without one.
    return this.#lookout.look === null && device.heardFrom === null;
  }

  /** A look begins when the first session is lost, so that the answer is there when silence is judged. */
  #mustLook(): boolean {
    if (this.#held.size > 0 || this.#openGap !== null || this.#doubtedMono !== null) return true;
    const { lostSessions } = this.#monitor.fleet;
    for (const device of lostSessions) {
      const { link, isSessionLost } = device.state;
      if (link !== 'online' || !isSessionLost) lostSessions.delete(device);
      else if (!this.#isJudgedBlind(device)) return true;
    }
    return false;
  }

  #startLook(now: Instant): void {
    if (this.#looking !== null || now.monoMs < this.#nextLookMono) return;
    this.#nextLookMono = now.monoMs + answerLastsMs;
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#monitor.log.error({ err: error }, 'the look at our own line failed; it comes again');
      })
      .finally(() => {
        this.#looking = null;
      });
  }

  async #look(): Promise<void> {
    const { look, isListening } = this.#lookout;
    const hasLine = look === null || (await look());
    const now = this.#monitor.clock();
    if (hasLine) this.#doubtedMono = null;
    const gap = this.#openGap;
    if (hasLine && isListening()) {
      this.#failedLooks = 0;
      if (gap === null) await this.#release([...this.#held], now);
      else await this.#closeGap(gap, now);
    } else {
      const isOurs = gap?.isOurLine ?? !hasLine;
      const overHttp = [...this.#held].filter(({ transport }) => transport !== 'mqtt');
      if (!isOurs) await this.#release(overHttp, now);
      this.#noteFailedLook(isOurs, now);
    }
    this.#seesUntilMono = hasLine ? now.monoMs + answerLastsMs : Number.NEGATIVE_INFINITY;
  }

  /** @param isOurLine false: an external broker is away, which hides devices on MQTT alone */
  #noteFailedLook(isOurLine: boolean, now: Instant): void {
    this.#failedLooks += 1;
    if (this.#openGap !== null) return;
    if (this.#failedLooks < looksUntilBlind) {
      this.#nextLookMono = now.monoMs + secondLookMs;
      return;
    }
    const { store, log, fleet } = this.#monitor;
    const missed = [...this.#held, ...fleet.lostSessions];
    const heard = missed.map((device) => device.state.lastHeardAt ?? now.wallMs);
    const fromAt = Math.min(now.wallMs, ...heard);
    const id = store.transaction(() => insertGap(store, { kind: 'uplink', fromAt, toAt: null }));
    const doubtedMs = this.#doubtedMono === null ? 0 : now.monoMs - this.#doubtedMono + sendMs;
    const lastedMs = Math.max(now.wallMs - fromAt, doubtedMs);
    const absence = { fromAt: now.wallMs - lastedMs, fromMono: now.monoMs - lastedMs };
    const before = this.#monitor.partAbsence;
    this.#openGap = { id, isOurLine, fromMono: absence.fromMono, before };
    this.#monitor.partAbsence = {
      ...addAbsence(before, { ...absence, endMono: Number.POSITIVE_INFINITY }),
      noticedMono: now.monoMs,
      hides: (device) => (isOurLine ? !this.#isJudgedBlind(device) : device.transport === 'mqtt'),
    };
    if (isOurLine) this.#monitor.lineUpSince = Number.POSITIVE_INFINITY;
    log.warn({ held: this.#held.size }, 'devices fell silent, but it is we who are cut off');
  }

  /** A silence that was held back is a real one. */
  async #release(held: readonly LiveDevice[], now: Instant): Promise<void> {
    for (const device of held) {
      this.#held.delete(device);
      this.#monitor.fleet.schedule(device);
    }
    await this.#judgeAll(
      held.filter((device) => isSilent(device, now)),
      now,
    );
  }

  async #closeGap({ id, isOurLine, fromMono, before }: OpenGap, now: Instant): Promise<void> {
    const { store, log, fleet } = this.#monitor;
    // The write that can fail comes first: it is tried again, and no device is judged meanwhile.
    const gap = store.transaction(() => {
      releaseAllAwaited(store, now.wallMs);
      return closeGap(store, id, now.wallMs);
    });
    this.#openGap = null;
    const { partAbsence } = this.#monitor;
    if (partAbsence !== null) {
      const { fromAt } = partAbsence;
      const ended = addAbsence(before, { fromAt, fromMono, endMono: now.monoMs });
      this.#monitor.partAbsence = { ...partAbsence, ...ended };
    }
    if (isOurLine) this.#monitor.lineUpSince = now.wallMs;
    this.#monitor.lastGap = gap;
    log.warn({ from: gap.fromAt, to: gap.toAt }, 'we are no longer cut off');
    const unseen = [...fleet.all()].filter(
      (device) => this.#held.has(device) || !this.#isJudgedBlind(device),
    );
    await this.#forgive(unseen, now);
  }

  /** Gives devices a full time-out from now. */
  async #forgive(devices: readonly LiveDevice[], now: Instant): Promise<void> {
    const done: (Promise<void> | undefined)[] = [];
    for (const device of devices) {
      this.#held.delete(device);
      done.push(applyInput(this.#monitor, device, { type: 'observation-resumed' }, now));
      // A held device no longer has an entry in the heap.
      this.#monitor.fleet.schedule(device);
    }
    await Promise.allSettled(done);
  }

  async #judgeAll(devices: readonly LiveDevice[], now: Instant): Promise<void> {
    if (devices.length === 0 || now.monoMs < this.#storeRetryMono) {
      for (const device of devices) this.#monitor.fleet.schedule(device);
      return;
    }
    const results = await Promise.allSettled(devices.map((device) => this.#judge(device, now)));
    // The change was not stored and not made: a later sweep comes to the same devices again.
    for (const device of devices) this.#monitor.fleet.schedule(device);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) return;
    this.#storeRetryMono = now.monoMs + storeRetryMs;
    const { log } = this.#monitor;
    log.error({ err: failed.reason, devices: devices.length }, 'deadlines could not be stored');
  }

  #judge(device: LiveDevice, now: Instant): Promise<void> | undefined {
    // A refused device is silent by our own doing.
    const type = device.config.revokedBecause === null ? 'deadline' : 'unwatched';
    return applyInput(this.#monitor, device, { type }, now);
  }
}

function isSilent(device: LiveDevice, now: Instant): boolean {
  const { link, silenceMono } = device.state;
  return link === 'online' && silenceMono !== null && silenceMono <= now.monoMs;
}
