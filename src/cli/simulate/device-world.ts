import type { EnrolRequest, Heartbeat } from '../../contract/fleet/device.ts';
import type { Time } from '../../domain/instant.ts';
import type { ApiRefusal, DeviceApi } from './device-api.ts';
import type { Counters } from './fleet.ts';
import type { OpenLink } from './mqtt-link.ts';
import type { ReportQueue } from './report-queue.ts';
import type { Slots } from './slots.ts';

/** What all devices of a simulation share. */
export interface DeviceWorld {
  readonly time: Time;
  readonly api: DeviceApi;
  /** Null: HTTP only. */
  readonly openLink: OpenLink | null;
  /** Where MQTT is, from what the server said at enrolment; null: nowhere. */
  readonly mqttUrlOf: (endpoint: {
    port: number | null;
    tls: boolean;
    path: string;
  }) => string | null;
  /** Null: as the server says at enrolment. */
  readonly intervalMs: number | null;
  /** Enrolments and first connections at once. */
  readonly slots: Slots;
  readonly counters: Counters;
}

/** What a board keeps in flash: it survives every loss of power. */
export interface Flash {
  token: string | null;
  /** Kept until the server has taken the token that came in its place; null: there is none. */
  formerToken: string | null;
  mqttUrl: string | null;
  intervalMs: number;
  readonly reports: ReportQueue;
}

/** The board, as its uplink sees it. */
export interface Board {
  readonly deviceId: string;
  makeEnrolment(): EnrolRequest;
  makeHeartbeat(): Heartbeat;
  /** Something was sent at this moment (epoch ms); whether it arrives is not known yet. */
  sent(atMs: number): void;
  /** What was sent at this moment (epoch ms) arrived. */
  heard(sentAtMs: number, isHeartbeat: boolean): void;
  /** The server asked what it can do; the next heartbeat says it. */
  asked(): void;
  /** A connection was lost without our doing. */
  dropped(): void;
  /** The server will never take this board. */
  refused(reason: ApiRefusal): void;
}
