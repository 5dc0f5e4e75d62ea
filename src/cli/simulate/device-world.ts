import type { EnrolAnswer, EnrolRequest, Heartbeat } from '../../contract/fleet/device.ts';
import type { Time } from '../../domain/instant.ts';
import type { ApiRefusal, DeviceApi } from './device-api.ts';
import type { Counters } from './fleet.ts';
import type { OpenLink } from './mqtt-link.ts';
import type { ReportQueue } from './report-queue.ts';

/** The parts that all devices of a simulation share. */
export interface DeviceWorld {
  readonly time: Time;
  /** The addresses that all devices know from the start. */
  readonly servers: readonly string[];
  readonly apiOf: (server: string) => DeviceApi;
  /** Null: HTTP only. */
  readonly openLink: OpenLink | null;
  /** MQTT's address at a server, by the answer to the enrolment. */
  readonly mqttUrlOf: (server: string, endpoint: EnrolAnswer['mqtt']) => string;
  /** Null: the interval that the server gives at enrolment. */
  readonly intervalMs: number | null;
  /** Limits enrolments and first connections at once. */
  readonly slots: Slots;
  readonly counters: Counters;
}

/** The content of a board's flash memory, which survives a loss of power. */
export interface Flash {
  token: string | null;
  /** The old token, kept until the server has taken the new one. Null: there is none. */
  formerToken: string | null;
  /** Null until it has enrolled. */
  mqtt: EnrolAnswer['mqtt'] | null;
  /** Where else the server said it is. */
  servers: readonly string[];
  intervalMs: number;
  readonly reports: ReportQueue;
}

/** The board, as its uplink sees it. */
export interface Board {
  readonly deviceId: string;
  makeEnrolment(): EnrolRequest;
  makeHeartbeat(): Heartbeat;
  /** A message was sent at this moment (epoch ms). Whether it arrives is not known yet. */
  sent(atMs: number): void;
  /** The message that was sent at this moment (epoch ms) arrived. */
  heard(sentAtMs: number, isHeartbeat: boolean): void;
  /** The server asked for the board's features, which the next heartbeat says. */
  asked(): void;
  /** A connection was lost that no simulated outage explains. */
  dropped(): void;
  /** The server will never take this board. */
  refused(reason: ApiRefusal): void;
}

/** Lets a number of pieces of work run at once. The others wait in the order in which they came. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
