import { resetReasons } from '../../contract/fleet/device.ts';
import { DeviceHistory, type HistoryEntry } from './device-history.ts';
import type { Deed } from './fault-script.ts';
import { type LogLine, readEvent, readEvents, type ToldEvent } from './firmware-log.ts';
import type { Counters, SimulatedDevice } from './fleet.ts';
import type { ToldReport } from './report-queue.ts';

/** The command to simdevice for each deed. A firmware that stops is a frozen board. */
const commandOf: Readonly<Record<Deed, string>> = {
  'lose-mains': 'mains off',
  'restore-mains': 'mains on',
  'lose-network': 'wifi off',
  'restore-network': 'wifi on',
  crash: 'freeze',
  reboot: 'crash',
};

/** A sent message whose acknowledgement is awaited. */
interface Sent {
  readonly at: number;
  readonly isHeartbeat: boolean;
  readonly reports: readonly ToldReport[];
}

/** A board that runs the firmware. Its history is read from simdevice's log. */
export class FirmwareDevice implements SimulatedDevice {
  readonly deviceId: string;
  readonly #counters: Counters;
  readonly #history: DeviceHistory;
  readonly #tell: (command: string) => void;
  /** Reports by boot and number. */
  readonly #reports = new Map<string, ToldReport>();
  /** Changes of the mains that the board has noticed. */
  #noticed = 0;
  #acknowledged = 0;
  #refusal: string | null = null;
  /** Messages over MQTT by packet id. Over HTTP there is one request at a time. */
  readonly #published = new Map<number, Sent>();
  #requested: Sent | null = null;
  #path: 'none' | 'mqtt' | 'http' = 'none';
  #isNetworkUp = true;
  /** When the board began to open its present session. */
  #connectsAt = 0;

  /** @param tell sends a command for this board to simdevice */
  constructor(deviceId: string, counters: Counters, tell: (command: string) => void) {
    this.deviceId = deviceId;
    this.#counters = counters;
    this.#history = new DeviceHistory(counters);
    this.#tell = tell;
  }

  get isOnline(): boolean {
    return !this.#history.isSilent && this.#path !== 'none';
  }

  get history(): readonly HistoryEntry[] {
    return this.#history.entries;
  }

  get reports(): readonly ToldReport[] {
    return [...this.#reports.values()];
  }

  get waitingReports(): number {
    return this.#noticed - this.#acknowledged;
  }

  get refusal(): string | null {
    return this.#refusal;
  }

  suffer(deed: Deed): void {
    this.#tell(commandOf[deed]);
  }

  /** Called when simdevice's log shows that it carries out a command, at `at` (epoch ms). */
  commanded(command: string, at: number): void {
    if (command === commandOf['lose-network']) {
      this.#isNetworkUp = false;
      this.#fallSilent('network', at);
    } else if (command === commandOf['restore-network']) {
      this.#isNetworkUp = true;
    } else if (command === commandOf.crash) {
      this.#fallSilent('crash', at);
    }
  }

  /** Takes a line of the log about this board. */
  heed(line: LogLine): void {
    switch (line.event) {
      case 'boot':
        this.#history.booted(
          line.t,
          resetReasons.find((known) => known === line.reset_reason) ?? 'unknown',
        );
        break;
      case 'mains':
        this.#history.mainsChanged(line.state === 'on' ? 'mains-back' : 'mains-lost', line.t);
        break;
      case 'board':
        if (line.state === 'off') this.#fallSilent('mains', line.t);
        break;
      case 'console':
        this.#heedConsole(line.line ?? '');
        break;
      case 'mqtt':
        this.#heedMqtt(line);
        break;
      case 'http':
        this.#heedHttp(line);
    }
  }

  #heedConsole(text: string): void {
    if (text === '* Mains lost' || text === '* Power restored') this.#noticed += 1;
    this.#refusal ??= /^\* Server refused: (\w+)$/.exec(text)?.[1] ?? null;
  }

  #heedMqtt(line: LogLine): void {
    const { t, state, topic = '', packet_id: id = 0 } = line;
    switch (state) {
      case 'connecting':
        this.#connectsAt = t;
        break;
      case 'connected':
        this.#path = 'mqtt';
        this.#history.heard(this.#connectsAt, t, false);
        break;
      case 'published': {
        const reports = topic.endsWith('/events')
          ? [this.#noteReport(readEvent(line.payload ?? ''), t)]
          : [];
        this.#published.set(id, this.#note(t, topic.endsWith('/heartbeat'), reports));
        break;
      }
      case 'acknowledged':
        this.#acknowledge(this.#published.get(id), t);
        this.#published.delete(id);
        break;
      case 'ended':
      case 'disconnected':
        this.#lostMqtt(line);
    }
  }

  #lostMqtt({ t, failure, said_goodbye: saidGoodbye }: LogLine): void {
    const wasUp = this.#path === 'mqtt';
    this.#published.clear();
    if (wasUp) this.#path = 'none';
    if (saidGoodbye || this.#history.isSilent) {
      if (!saidGoodbye && this.#isNetworkUp)
        this.#history.failed(`MQTT: ${failure ?? 'no answer'}`);
    } else if (wasUp) {
      this.#counters.drops += 1;
      this.#fallSilent('dropped', t);
    } else {
      this.#history.failed(`MQTT: ${failure ?? 'no answer'}`);
    }
  }

  #heedHttp({ t, state, path = '', body, status = 0, failure }: LogLine): void {
    switch (state) {
      case 'started': {
        const events = path.endsWith('/v1/events') ? readEvents(body ?? '') : [];
        const reports = events.map((event) => this.#noteReport(event, t));
        this.#requested = this.#note(t, path.endsWith('/v1/heartbeat'), reports);
        break;
      }
      case 'answered':
        if (status >= 400) {
          this.#history.failed(`${path}: the server answered ${status}`);
        } else if (this.#requested !== null) {
          if (this.#requested.isHeartbeat && this.#path === 'none') this.#path = 'http';
          this.#acknowledge(this.#requested, t);
        }
        this.#requested = null;
        break;
      case 'failed':
        this.#requested = null;
        if (this.#isNetworkUp) this.#history.failed(`${path}: ${failure}`);
    }
  }

  #note(at: number, isHeartbeat: boolean, reports: readonly ToldReport[]): Sent {
    if (isHeartbeat) this.#counters.beatsSent += 1;
    this.#history.sent(at);
    return { at, isHeartbeat, reports };
  }

  /** Notes a report. It may be sent more than once; the first time dates it. */
  #noteReport(event: ToldEvent, at: number): ToldReport {
    const key = `${event.boot_id} ${event.seq}`;
    const known = this.#reports.get(key);
    if (known !== undefined) return known;
    const report: ToldReport = {
      bootId: event.boot_id,
      seq: event.seq,
      type: event.type,
      at: { wallMs: at - event.age_ms },
      acknowledgedAt: null,
    };
    this.#reports.set(key, report);
    return report;
  }

  #acknowledge(sent: Sent | undefined, at: number): void {
    if (sent === undefined) return;
    for (const report of sent.reports) {
      if (report.acknowledgedAt !== null) continue;
      report.acknowledgedAt = at;
      this.#acknowledged += 1;
      this.#counters.reportsAcknowledged += 1;
    }
    if (sent.isHeartbeat) this.#counters.beatsAcknowledged += 1;
    this.#history.heard(sent.at, at, sent.isHeartbeat);
  }

  #fallSilent(why: 'mains' | 'network' | 'crash' | 'dropped', at: number): void {
    this.#history.fellSilent(why, at, this.#path === 'http' ? 'http' : 'mqtt');
    this.#published.clear();
    this.#requested = null;
    if (why !== 'dropped') this.#path = 'none';
  }
}
