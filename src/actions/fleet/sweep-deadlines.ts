import type { ObservationGap } from '../../domain/fleet/device-state.ts';
import { isMassSilence, massSilenceWindowMs } from '../../domain/fleet/mass-silence.ts';
import type { Instant } from '../../domain/instant.ts';
import { closeGap, insertGap } from '../../store/fleet/gaps.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput, rulesOf } from './apply-input.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * How long an answer about our own uplink is valid, and how often a dead uplink is asked again, in ms.
 */
const uplinkCheckIntervalMs = 5_000;

/** A sweep that comes this much later than the last one means that this process stood still, in ms. */
const longestStallMs = 5_000;

/** How long to leave a disk alone that has just refused a write, in ms. */
const storeRetryMs = 2_000;

/**
 * Feeds passed deadlines into the state machine, and prevents a storm of false alarms: when many devices
 * fall silent together, our own uplink is checked before any of them is judged.
 */
export class DeadlineSweep {
  readonly #monitor: Monitor;
  readonly #isUplinkAlive: () => Promise<boolean>;
  readonly #isListening: () => boolean;
  /** Monotonic moments of the silences judged within the window. */
  #recent: number[] = [];
  /** Devices whose silence is not judged before the uplink was checked. */
  readonly #held = new Set<LiveDevice>();
  #checking: Promise<void> | null = null;
  #nextCheckMono = Number.NEGATIVE_INFINITY;
  /** Until then (monotonic ms) the uplink counts as alive, because it has just answered. */
  #trustedUntilMono = Number.NEGATIVE_INFINITY;
  #openGap: { readonly id: number; readonly fromAt: number } | null = null;
  #lastSweepMono: number | null = null;
  /** Standstills of this process that are not stored yet. */
  readonly #stalls: ObservationGap[] = [];
  /** After a failed write nothing is judged before this moment (monotonic ms). */
  #storeRetryMono = Number.NEGATIVE_INFINITY;

  /**
   * @param isUplinkAlive whether the messenger answers; must settle within a few seconds
   * @param isListening whether messages of devices can arrive. False: an external broker is away
   */
  constructor(
    monitor: Monitor,
    isUplinkAlive: () => Promise<boolean>,
    isListening: () => boolean = () => true,
  ) {
    this.#monitor = monitor;
    this.#isUplinkAlive = isUplinkAlive;
    this.#isListening = isListening;
  }

  /** Whether judgement is suspended because our own uplink is dead. */
  get isBlind(): boolean {
    return this.#openGap !== null;
  }

  /** Resolves once no check of the uplink is under way. */
  async settled(): Promise<void> {
    await this.#checking;
  }

  /**
   * @returns settles once everything that this sweep decided is stored; a check of the uplink may go on
   */
  async sweep(now: Instant): Promise<void> {
    const stalledMs = this.#lastSweepMono === null ? 0 : now.monoMs - this.#lastSweepMono;
    this.#lastSweepMono = now.monoMs;
    if (stalledMs > longestStallMs) {
      await this.#noteStall(stalledMs, now);
      return;
    }
    this.#storeStalls(now);
    const silent: LiveDevice[] = [];
    const others: LiveDevice[] = [];
    for (const device of this.#monitor.fleet.takeDue(now.monoMs)) {
      (isSilent(device, now) ? silent : others).push(device);
    }
    const free = this.#hold(silent, now);
    await this.#judgeAll([...others, ...free], now);
    if (this.#held.size > 0 || this.#openGap !== null) this.#startCheck(now);
  }

  /**
   * This process stood still (a slow card, a full swap). Nothing was read in that time, so no device is
   * late yet.
   */
  async #noteStall(stalledMs: number, now: Instant): Promise<void> {
    const gap = { fromAt: now.wallMs - stalledMs, toAt: now.wallMs };
    this.#monitor.log.warn({ stalledMs }, 'this process stood still');
    this.#stalls.push(gap);
    this.#monitor.lastGap = gap;
    await this.#forgiveAll(now);
    this.#storeStalls(now);
  }

  /** A disk that is slow enough to stop this process may well refuse to store the standstill. */
  #storeStalls(now: Instant): void {
    if (this.#stalls.length === 0 || now.monoMs < this.#storeRetryMono) return;
    const { store, log } = this.#monitor;
    try {
      store.transaction(() => {
        for (const gap of this.#stalls) insertGap(store, { kind: 'server_off', ...gap });
      });
      this.#stalls.length = 0;
    } catch (error) {
      this.#storeRetryMono = now.monoMs + storeRetryMs;
      log.error({ err: error }, 'a time of standing still could not be stored yet');
    }
  }

  /**
   * Holds back devices whose silence may be our own fault.
   * @returns the others
   */
  #hold(silent: readonly LiveDevice[], now: Instant): readonly LiveDevice[] {
    if (silent.length === 0) return [];
    const mustCheck =
      this.#held.size > 0 ||
      this.#openGap !== null ||
      (now.monoMs >= this.#trustedUntilMono && this.#isMass(silent.length, now));
    const isListening = this.#isListening();
    const free: LiveDevice[] = [];
    for (const device of silent) {
      const isCutOff = !isListening && device.transport === 'mqtt';
      if (mustCheck || isCutOff) this.#held.add(device);
      else free.push(device);
    }
    for (const _ of free) this.#recent.push(now.monoMs);
    return free;
  }

  /** Asks whether our own uplink is alive, unless the last answer is still fresh. */
  #startCheck(now: Instant): void {
    if (this.#checking !== null || now.monoMs < this.#nextCheckMono) return;
    this.#nextCheckMono = now.monoMs + uplinkCheckIntervalMs;
    this.#checking = this.#check()
      .catch((error: unknown) => {
        this.#monitor.log.error({ err: error }, 'the uplink check failed; it comes round again');
      })
      .finally(() => {
        this.#checking = null;
      });
  }

  async #check(): Promise<void> {
    const isAlive = this.#isListening() && (await this.#isUplinkAlive());
    const now = this.#monitor.clock();
    if (!isAlive) this.#openNewGap(now);
    else if (this.#openGap === null) await this.#releaseHeld(now);
    else await this.#closeGap(this.#openGap, now);
  }

  #openNewGap(now: Instant): void {
    if (this.#openGap !== null) return;
    const { store, log } = this.#monitor;
    const heard = [...this.#held].map((device) => device.state.lastHeardAt ?? now.wallMs);
    const fromAt = Math.min(now.wallMs, ...heard);
    const id = store.transaction(() => insertGap(store, { kind: 'uplink', fromAt, toAt: null }));
    this.#openGap = { id, fromAt };
    log.warn({ held: this.#held.size }, 'devices fell silent, but it is we who are cut off');
  }

  /** Our uplink is alive: what was held back is a real silence. */
  async #releaseHeld(now: Instant): Promise<void> {
    this.#trustedUntilMono = now.monoMs + massSilenceWindowMs;
    const held = [...this.#held];
    this.#held.clear();
    const silent = held.filter((device) => isSilent(device, now));
    for (const _ of silent) this.#recent.push(now.monoMs);
    for (const device of held) this.#monitor.fleet.schedule(device);
    await this.#judgeAll(silent, now);
  }

  async #closeGap(gap: { readonly id: number; readonly fromAt: number }, now: Instant) {
    const { store, log } = this.#monitor;
    // The write that can fail comes first: it is tried again, and no device is judged meanwhile.
    store.transaction(() => closeGap(store, gap.id, now.wallMs));
    this.#openGap = null;
    this.#monitor.lastGap = { fromAt: gap.fromAt, toAt: now.wallMs };
    log.warn({ from: gap.fromAt, to: now.wallMs }, 'we are no longer cut off');
    await this.#forgiveAll(now);
  }

  /** Gives every device a full time-out from now. */
  async #forgiveAll(now: Instant): Promise<void> {
    this.#held.clear();
    const done: (Promise<void> | undefined)[] = [];
    for (const device of this.#monitor.fleet.all()) {
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

  #isMass(dueNow: number, now: Instant): boolean {
    const { fleet } = this.#monitor;
    this.#recent = this.#recent.filter((at) => now.monoMs - at < massSilenceWindowMs);
    // Devices about to fall silent count too, because keepalives of one event expire seconds apart.
    const aheadMs = Math.min(massSilenceWindowMs, rulesOf(this.#monitor).heartbeatTimeoutMs / 3);
    let silent = this.#recent.length;
    let online = this.#recent.length;
    for (const { state } of fleet.all()) {
      if (state.link !== 'online' || state.silenceMono === null) continue;
      online += 1;
      if (state.silenceMono <= now.monoMs + aheadMs) silent += 1;
    }
    return isMassSilence(Math.max(silent, dueNow), online);
  }
}

function isSilent(device: LiveDevice, now: Instant): boolean {
  const { link, silenceMono } = device.state;
  return link === 'online' && silenceMono !== null && silenceMono <= now.monoMs;
}
