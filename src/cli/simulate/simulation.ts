import type { Time } from '../../domain/instant.ts';
import { realTime } from '../../server/clock.ts';
import { makeDeviceApi } from './device-api.ts';
import type { Counters, DeviceWorld } from './device-world.ts';
import { openMqttLink } from './mqtt-link.ts';
import type { DevicePlan, PlannedOutage } from './plan.ts';
import { Slots } from './slots.ts';
import { VirtualDevice } from './virtual-device.ts';

export interface DeviceCredential {
  readonly activationKey: string;
  readonly phone: string;
}

export interface SimulationOptions {
  readonly plan: readonly DevicePlan[];
  /** One for each device of the plan, in its order. */
  readonly credentials: readonly DeviceCredential[];
  readonly server: URL;
  /** Null: where the server says at enrolment. */
  readonly mqttUrl: string | null;
  readonly transport: 'mqtt' | 'http';
  /** Ms between heartbeats; null: as the server says. */
  readonly intervalMs: number | null;
  readonly time?: Time;
}

/** The simulation cannot go on; the message is one sentence. */
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

/** Enrolments and connections being opened at once. */
const slotCount = 64;
const lookAgainMs = 100;

/** A fleet of virtual devices and what happens to it. */
export class Simulation {
  readonly devices: readonly { readonly plan: DevicePlan; readonly device: VirtualDevice }[];
  readonly counters: Counters = {
    beatsSent: 0,
    beatsAcknowledged: 0,
    reportsAcknowledged: 0,
    drops: 0,
    errors: 0,
    lastError: null,
  };
  readonly #time: Time;
  /** Epoch ms at which the clock of the plan stood at 0; null: not yet. */
  #startedAt: number | null = null;
  #startedMono = 0;
  readonly #running = new Set<PlannedOutage>();
  readonly #cancels: (() => void)[] = [];

  constructor(options: SimulationOptions) {
    this.#time = options.time ?? realTime;
    const world: DeviceWorld = {
      time: this.#time,
      api: makeDeviceApi(options.server),
      openLink: options.transport === 'http' ? null : openMqttLink,
      mqttUrlOf: (endpoint) => options.mqttUrl ?? mqttUrlOf(options.server, endpoint),
      intervalMs: options.intervalMs,
      slots: new Slots(slotCount),
      counters: this.counters,
    };
    this.devices = options.plan.map((plan, index) => {
      const credential = options.credentials[index];
      if (credential === undefined) throw new SimulationFailed('there are too few activation keys');
      return { plan, device: new VirtualDevice({ ...plan, ...credential }, world) };
    });
  }

  /** Epoch ms at which the outages' clock began. @throws Error before `play` */
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
      ...this.counters,
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
    for (const { device } of this.devices) device.switchOn();
    const isDone = await this.#until(() => this.#everyOnline(), patienceMs, signal);
    if (isDone) return;
    const { online, devices, errors, lastError } = this.stats;
    const limit = signal?.aborted ? 'before it was ended' : `within ${patienceMs / 1000} s`;
    const why = lastError === null ? '' : ` (${errors} errors, the last: ${lastError})`;
    throw new SimulationFailed(`only ${online} of ${devices} devices came online ${limit}${why}`);
  }

  /** Starts the clock: from now on the outages of the plan happen. */
  play(): void {
    const now = this.#time.clock();
    this.#startedAt = now.wallMs;
    this.#startedMono = now.monoMs;
    for (const { plan, device } of this.devices) {
      for (const outage of plan.outages) {
        outage.steps.forEach((step, index) => {
          const act = () => {
            if (index === 0) this.#running.add(outage);
            if (index === outage.steps.length - 1) this.#running.delete(outage);
            device.suffer(step.deed);
          };
          this.#cancels.push(this.#time.setTimer(step.atMs, act));
        });
      }
    }
  }

  /** Waits until the clock of the plan shows so many ms, or the signal comes. */
  async playUntil(atMs: number, signal?: AbortSignal): Promise<void> {
    const leftMs = () => atMs - (this.#time.clock().monoMs - this.#startedMono);
    await this.#until(() => leftMs() <= 0, leftMs() + 1000, signal);
  }

  /**
   * Waits until everything has been told: all devices that are in no outage online, no report waiting.
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

  /** No more outages; devices leave and close their connections. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    for (const { device } of this.devices) device.stop();
  }

  #everyOnline(): boolean {
    let isEvery = true;
    for (const { device } of this.devices) {
      if (device.refusal !== null) {
        throw new SimulationFailed(
          `the server refused ${device.deviceId}: ${device.refusal.code}: ${device.refusal.message}`,
        );
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
    const endMono = this.#time.clock().monoMs + patienceMs;
    while (!isDone()) {
      if (signal?.aborted || this.#time.clock().monoMs >= endMono) return false;
      await new Promise<void>((resolve) => void this.#time.setTimer(lookAgainMs, resolve));
    }
    return true;
  }
}

/** The broker's address as seen from here: the server's own host, and what it said at enrolment. */
function mqttUrlOf(
  server: URL,
  endpoint: { readonly port: number | null; readonly tls: boolean; readonly path: string },
): string {
  if (endpoint.port !== null) {
    return `${endpoint.tls ? 'mqtts' : 'mqtt'}://${server.hostname}:${endpoint.port}`;
  }
  const url = new URL(endpoint.path, server);
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
