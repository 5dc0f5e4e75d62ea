import { realTime } from '../../server/clock.ts';
import type { Counters, Fleet, SimulatedDevice } from './fleet.ts';
import type { DevicePlan, PlannedOutage } from './plan.ts';

/** The simulation cannot go on. The message is one sentence. */
export class SimulationFailed extends Error {
  override readonly name = 'SimulationFailed';
}

export interface SimulationStats extends Counters {
  readonly devices: number;
  readonly online: number;
  /** Devices in the middle of a planned outage. */
  readonly inOutage: number;
  readonly waitingReports: number;
}

const lookAgainMs = 100;

/** A fleet and what happens to it. */
export class Simulation {
  readonly devices: readonly { readonly plan: DevicePlan; readonly device: SimulatedDevice }[];
  readonly #fleet: Fleet;
  /** Epoch ms of 0 on the plan's clock. Null: the clock has not started. */
  #startedAt: number | null = null;
  #startedMono = 0;
  readonly #running = new Set<PlannedOutage>();
  readonly #cancels: (() => void)[] = [];

  /** @param plan one for each device of the fleet, in its order */
  constructor(plan: readonly DevicePlan[], fleet: Fleet) {
    this.#fleet = fleet;
    this.devices = fleet.devices.map((device, index) => {
      const ofDevice = plan[index];
      if (ofDevice === undefined) throw new Error(`nothing is planned for ${device.deviceId}`);
      return { plan: ofDevice, device };
    });
  }

  /** Epoch ms of 0 on the plan's clock. @throws Error before `play` */
  get startedAt(): number {
    if (this.#startedAt === null) throw new Error('the simulation has not begun');
    return this.#startedAt;
  }

  get stats(): SimulationStats {
    let online = 0;
    let waitingReports = 0;
    for (const { device } of this.devices) {
      if (device.isOnline) online += 1;
      waitingReports += device.waitingReports;
    }
    return {
      ...this.#fleet.counters,
      devices: this.devices.length,
      online,
      inOutage: this.#running.size,
      waitingReports,
    };
  }

  /**
   * Switches all devices on and waits until each has been heard.
   * @throws SimulationFailed when the server refuses one, it takes longer than `patienceMs`, or the
   *   signal comes first
   */
  async bringOnline(patienceMs: number, signal?: AbortSignal): Promise<void> {
    this.#fleet.switchOn();
    const isDone = await this.#until(() => this.#everyOnline(), patienceMs, signal);
    if (isDone) return;
    const { online, devices, errors, lastError } = this.stats;
    const limit = signal?.aborted ? 'before it was ended' : `within ${patienceMs / 1000} s`;
    const why = lastError === null ? '' : ` (${errors} errors, the last: ${lastError})`;
    throw new SimulationFailed(`only ${online} of ${devices} devices came online ${limit}${why}`);
  }

  /** Starts the clock: from now on the outages of the plan happen. */
  play(): void {
    const now = realTime.clock();
    this.#startedAt = now.wallMs;
    // Slow answers while all devices enrolled at once must not excuse later ones.
    this.#fleet.counters.longestAnswerMs = 0;
    this.#startedMono = now.monoMs;
    for (const { plan, device } of this.devices) {
      for (const outage of plan.outages) {
        outage.steps.forEach((step, index) => {
          const act = () => {
            if (index === 0) this.#running.add(outage);
            if (index === outage.steps.length - 1) this.#running.delete(outage);
            device.suffer(step.deed);
          };
          this.#cancels.push(realTime.setTimer(step.atMs, act));
        });
      }
    }
  }

  /** Waits until the plan's clock shows `atMs`, or the signal comes. */
  async playUntil(atMs: number, signal?: AbortSignal): Promise<void> {
    const leftMs = () => atMs - (realTime.clock().monoMs - this.#startedMono);
    await this.#until(() => leftMs() <= 0, leftMs() + 1000, signal);
  }

  /**
   * Waits until all devices outside outages are online and no report waits.
   * @returns whether that was so within `patienceMs`
   */
  settle(patienceMs: number, signal?: AbortSignal): Promise<boolean> {
    return this.#until(
      () => {
        const { devices, online, inOutage, waitingReports } = this.stats;
        return online + inOutage >= devices && waitingReports === 0;
      },
      patienceMs,
      signal,
    );
  }

  /** Ends the outages and switches all devices off. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.#fleet.stop();
  }

  #everyOnline(): boolean {
    let isEvery = true;
    for (const { device } of this.devices) {
      if (device.refusal !== null) {
        throw new SimulationFailed(`the server refused ${device.deviceId}: ${device.refusal}`);
      }
      isEvery &&= device.isOnline;
    }
    return isEvery;
  }

  async #until(
    isDone: () => boolean,
    patienceMs: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const endMono = realTime.clock().monoMs + patienceMs;
    while (!isDone()) {
      if (this.#fleet.failure !== null) throw new SimulationFailed(this.#fleet.failure);
      if (signal?.aborted || realTime.clock().monoMs >= endMono) return false;
      await new Promise<void>((resolve) => void realTime.setTimer(lookAgainMs, resolve));
    }
    return true;
  }
}
