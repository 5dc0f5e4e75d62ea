import {
  credentialsCommandSchema,
  type Heartbeat,
  serversCommandSchema,
} from '../../contract/fleet/device.ts';
import type { Prng } from '../../domain/prng.ts';
import { ApiRefusal, type DeviceApi } from './device-api.ts';
import type { Board, DeviceWorld, Flash } from './device-world.ts';
import type { Link } from './mqtt-link.ts';
import { type ReportQueue, toEvent } from './report-queue.ts';

/** Back-off with full jitter, in ms. */
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/** Time without an acknowledgement of a heartbeat after which the connection counts as dead, in ms. */
const ackPatienceMs = 9_000;
/** Failures of MQTT in a row after which HTTP is used meanwhile. */
const failuresBeforeHttp = 3;
/** The most events that the server takes in one request. */
const maxEventsPerRequest = 100;

/**
 * A board's way to the server, from a start of its network to its end. The uplink enrols if necessary and
 * uses MQTT; after repeated failures it uses HTTP until MQTT answers again. A frozen or stopped uplink is
 * not used again: the board makes a new one.
 */
export class Uplink {
  readonly #world: DeviceWorld;
  readonly #board: Board;
  readonly #flash: Flash;
  readonly #prng: Prng;
  #link: Link | null = null;
  #mode: 'none' | 'mqtt' | 'http' = 'none';
  #isOver = false;
  #failures = 0;
  /** The places among the servers of the one that MQTT is tried at, and of the one that calls go to. */
  #mqttAt = 0;
  #httpAt = 0;
  #isSendingReport = false;
  /** Whether a heartbeat is to be sent as soon as nothing else waits. */
  #isBeatWanted = false;
  #unacknowledgedSinceMono: number | null = null;
  #retry: (() => void) | null = null;
  #nextBeat: (() => void) | null = null;
  /** Frees the slot of the connection that is being opened. */
  #settled: () => void = () => {};

  constructor(world: DeviceWorld, board: Board, flash: Flash, prng: Prng) {
    this.#world = world;
    this.#board = board;
    this.#flash = flash;
    this.#prng = prng;
  }

  get isOnline(): boolean {
    return this.#mode !== 'none';
  }

  get transport(): 'mqtt' | 'http' {
    return this.#mode === 'http' || this.#world.openLink === null ? 'http' : 'mqtt';
  }

  /** Begins after `delayMs`. */
  start(delayMs: number): void {
    this.#retry = this.#world.time.setTimer(delayMs, () => void this.#try());
  }

  /** Called when a report was queued. It is sent at once, and a heartbeat after it. */
  reportAdded(): void {
    this.#isBeatWanted = true;
    this.#pump();
  }

  /** Stops sending without closing anything. @returns the connection that stays open, or null */
  freeze(): Link | null {
    const link = this.#link;
    this.#finish();
    link?.freeze();
    return link;
  }

  stop(): void {
    const link = this.#link;
    this.#finish();
    link?.close();
  }

  #finish(): void {
    this.#isOver = true;
    this.#mode = 'none';
    this.#link = null;
    this.#retry?.();
    this.#nextBeat?.();
    this.#settled();
  }

  async #try(): Promise<void> {
    try {
      await this.#world.slots.run(() => this.#connect());
    } catch (error) {
      this.#failed(error);
    }
  }

  async #connect(): Promise<void> {
    if (this.#isOver) return;
    const { apiOf, openLink, mqttUrlOf, intervalMs } = this.#world;
    const server = this.#serverAt(this.#mqttAt);
    if (this.#flash.token === null) {
      const answer = await apiOf(server).enrol(this.#board.makeEnrolment());
      this.#flash.token = answer.device_token;
      this.#flash.mqtt = answer.mqtt;
      this.#flash.servers = answer.servers ?? [];
      this.#flash.intervalMs = intervalMs ?? answer.heartbeat_interval_seconds * 1000;
      if (this.#isOver) return;
    }
    const { mqtt, token } = this.#flash;
    if (openLink === null || mqtt === null) {
      this.#opened('http');
      return;
    }
    const mqttUrl = mqttUrlOf(server, mqtt);
    await new Promise<void>((resolve) => {
      this.#settled = resolve;
      const connectsAt = this.#world.time.clock().wallMs;
      const link = openLink(mqttUrl, this.#board.deviceId, token, {
        onOpen: () => {
          resolve();
          if (this.#link !== link) return;
          this.#board.heard(connectsAt, false);
          this.#opened('mqtt');
        },
        onCommand: (command) => {
          if (this.#link === link) this.#takeCommand(command);
        },
        onClose: (reason) => {
          resolve();
          if (this.#link === link) this.#closed(reason);
        },
      });
      this.#link = link;
    });
  }

  #serverAt(place: number): string {
    const told = this.#flash.servers.map((url) => new URL(url).href);
    const servers = [...new Set([...this.#world.servers, ...told])];
    return servers[place % servers.length] as string;
  }

  get #api(): DeviceApi {
    return this.#world.apiOf(this.#serverAt(this.#httpAt));
  }

  #opened(mode: 'mqtt' | 'http'): void {
    this.#mode = mode;
    if (mode === 'mqtt') {
      this.#failures = 0;
      this.#httpAt = this.#mqttAt;
      this.#tokenTaken();
    }
    this.#isSendingReport = false;
    this.#unacknowledgedSinceMono = null;
    this.#isBeatWanted = true;
    this.#pump();
  }

  #closed(reason: 'refused' | 'lost'): void {
    const wasOpen = this.#mode === 'mqtt';
    this.#link = null;
    if (wasOpen) {
      this.#mode = 'none';
      this.#nextBeat?.();
      this.#world.counters.drops += 1;
      this.#board.dropped();
    } else {
      this.#count(`MQTT: the connection was ${reason === 'refused' ? 'refused' : 'lost'}`);
    }
    if (reason === 'refused') this.#tokenRefused();
    this.#again();
  }

  #failed(error: unknown): void {
    if (this.#isOver) return;
    this.#count((error as Error).message);
    if (error instanceof ApiRefusal && error.isFinal) {
      this.#finish();
      this.#board.refused(error);
      return;
    }
    this.#again();
  }

  #again(): void {
    if (this.#isOver) return;
    this.#failures += 1;
    this.#mqttAt += 1;
    const isHttpDue = this.#failures >= failuresBeforeHttp && this.#flash.token !== null;
    if (isHttpDue && this.#mode === 'none') this.#opened('http');
    const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(this.#failures - 1, 10));
    this.#retry?.();
    this.#retry = this.#world.time.setTimer(this.#prng.next() * ceiling, () => void this.#try());
  }

  /** Sends the oldest report, or a wanted heartbeat when no report waits. */
  #pump(): void {
    if (this.#isOver || this.#mode === 'none' || this.#isSendingReport) return;
    if (this.#flash.reports.size > 0) {
      if (this.#mode === 'mqtt') this.#publishReport();
      else void this.#postReports();
    } else if (this.#isBeatWanted) {
      this.#isBeatWanted = false;
      this.#beat();
    }
  }

  #publishReport(): void {
    const [report] = this.#flash.reports.peek(1);
    const link = this.#link;
    if (report === undefined || link === null) return;
    this.#isSendingReport = true;
    const now = this.#world.time.clock();
    const payload = JSON.stringify(toEvent(report, now));
    this.#board.sent(now.wallMs);
    link.publish(`faiwatch/v1/${this.#board.deviceId}/events`, payload, () => {
      if (this.#link !== link) return;
      this.#reportsStored([report], now.wallMs);
    });
  }

  async #postReports(): Promise<void> {
    const reports = this.#flash.reports.peek(maxEventsPerRequest);
    const now = this.#world.time.clock();
    this.#isSendingReport = true;
    this.#board.sent(now.wallMs);
    try {
      const events = reports.map((report) => toEvent(report, now));
      const stored = new Set(await this.#api.events(this.#flash.token ?? '', events));
      if (this.#isOver) return;
      const taken = reports.filter((report) => stored.has(report.seq));
      this.#reportsStored(taken, now.wallMs);
    } catch (error) {
      this.#isSendingReport = false;
      this.#requestFailed(error);
    }
  }

  #reportsStored(reports: ReturnType<ReportQueue['peek']>, sentAtMs: number): void {
    const { counters, time } = this.#world;
    counters.reportsAcknowledged += this.#flash.reports.acknowledge(reports, time.clock().wallMs);
    this.#isSendingReport = false;
    this.#board.heard(sentAtMs, false);
    this.#switchToken();
    this.#pump();
  }

  #beat(): void {
    this.#nextBeat?.();
    this.#nextBeat = this.#world.time.setTimer(this.#flash.intervalMs, () => this.#beatDue());
    const beat = this.#board.makeHeartbeat();
    this.#world.counters.beatsSent += 1;
    if (this.#mode === 'mqtt') this.#publishBeat(beat);
    else void this.#postBeat(beat);
  }

  #beatDue(): void {
    const { monoMs } = this.#world.time.clock();
    const since = this.#unacknowledgedSinceMono;
    if (this.#link !== null && since !== null && monoMs - since > ackPatienceMs) {
      const link = this.#link;
      this.#closed('lost');
      link.close();
      return;
    }
    this.#isBeatWanted = true;
    // A heartbeat does not wait for a report that the server stores slowly.
    if (this.#isSendingReport) this.#beat();
    else this.#pump();
  }

  #publishBeat(beat: Heartbeat): void {
    const link = this.#link;
    if (link === null) return;
    const { wallMs, monoMs } = this.#world.time.clock();
    this.#unacknowledgedSinceMono ??= monoMs;
    this.#board.sent(wallMs);
    link.publish(`faiwatch/v1/${this.#board.deviceId}/heartbeat`, JSON.stringify(beat), () => {
      if (this.#link !== link) return;
      this.#unacknowledgedSinceMono = null;
      this.#beatStored(wallMs);
    });
  }

  async #postBeat(beat: Heartbeat): Promise<void> {
    const { wallMs } = this.#world.time.clock();
    this.#board.sent(wallMs);
    try {
      const { commands, servers } = await this.#api.heartbeat(this.#flash.token ?? '', beat);
      if (this.#isOver) return;
      this.#flash.servers = servers ?? [];
      this.#tokenTaken();
      this.#beatStored(wallMs);
      for (const command of commands) this.#takeCommand(command);
    } catch (error) {
      this.#requestFailed(error);
    }
  }

  #beatStored(sentAtMs: number): void {
    this.#world.counters.beatsAcknowledged += 1;
    this.#board.heard(sentAtMs, true);
    this.#switchToken();
  }

  #requestFailed(error: unknown): void {
    if (this.#isOver) return;
    this.#count((error as Error).message);
    const isElsewhere = !(error instanceof ApiRefusal) || error.status >= 500;
    if (isElsewhere) this.#httpAt += 1;
    if (!(error instanceof ApiRefusal)) return;
    if (error.isFinal) {
      this.#finish();
      this.#board.refused(error);
    } else if (error.status === 401 && this.#mode === 'http') {
      this.#tokenRefused();
      this.#mode = 'none';
      this.#nextBeat?.();
      this.#again();
    }
  }

  #takeCommand(command: unknown): void {
    const { type } = (command ?? {}) as { readonly type?: unknown };
    if (type === 'tell_features') this.#board.asked();
    const told = serversCommandSchema.safeParse(command);
    if (told.success) this.#flash.servers = told.data.servers;
    const offer = credentialsCommandSchema.safeParse(command);
    if (!offer.success || offer.data.device_token === this.#flash.token) return;
    this.#flash.formerToken = this.#flash.token;
    this.#flash.token = offer.data.device_token;
    this.#switchToken();
  }

  /** Connects with the new token once nothing is on its way with the old one. */
  #switchToken(): void {
    const link = this.#link;
    const isBusy = this.#isSendingReport || this.#unacknowledgedSinceMono !== null;
    if (this.#flash.formerToken === null || link === null || isBusy) return;
    this.#link = null;
    this.#mode = 'none';
    this.#nextBeat?.();
    link.close();
    void this.#try();
  }

  #tokenTaken(): void {
    this.#flash.formerToken = null;
  }

  #tokenRefused(): void {
    this.#flash.token = this.#flash.formerToken;
    this.#flash.formerToken = null;
  }

  #count(error: string): void {
    this.#world.counters.errors += 1;
    this.#world.counters.lastError = error;
  }
}
