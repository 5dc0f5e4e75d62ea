/** Many raw MQTT sessions of one process: opened some at a time, kept alive, counted. */
import type { TCPSocketConnectOptions } from 'bun';
import type { Credential } from './credentials.ts';
import { disconnect, encodeSubscribe, pingreq } from './mqtt-packets.ts';
import { keepAliveSeconds, MqttSession } from './mqtt-session.ts';

export interface MqttFleetOptions {
  readonly port: number;
  readonly credentials: readonly Credential[];
  /** Called for every chunk that brought PUBACKs, with how many. */
  readonly onPubacks?: (session: MqttSession, count: number) => void;
}

/** Connections being opened at once: brokers listen with a backlog of about a hundred. */
const connectingAtOnce = 100;

/** A client has some 28,000 ports to connect from to one address. The others of loopback come after it. */
const connectionsPerAddress = 25_000;

export class MqttFleet {
  readonly sessions: readonly MqttSession[];
  /** Sessions that were refused, or lost before `close`. */
  errors = 0;
  /** PUBACKs so far. */
  pubacks = 0;
  private readonly options: MqttFleetOptions;
  private readonly stops: (() => void)[] = [];
  private onSettled: () => void = () => {};
  private isEnding = false;

  constructor(options: MqttFleetOptions) {
    this.options = options;
    this.sessions = options.credentials.map((credential) => new MqttSession(credential));
  }

  get open(): readonly MqttSession[] {
    return this.sessions.filter((session) => session.isOpen);
  }

  /**
   * Opens all sessions and keeps them alive. What the broker refuses is counted, never thrown.
   * @returns the seconds until the last was accepted or failed
   */
  async connect(): Promise<number> {
    const startedAt = performance.now();
    const handlers = this.makeHandlers();
    const { promise, resolve } = Promise.withResolvers<void>();
    let started = 0;
    let settled = 0;
    const startNext = () => {
      const address = 1 + Math.floor(started / connectionsPerAddress);
      const session = this.sessions[started++];
      if (!session) return;
      Bun.connect({
        hostname: `127.0.0.${address}`,
        port: this.options.port,
        data: session,
        socket: handlers,
        // A failure is counted by `connectError`.
      }).catch(() => {});
    };
    this.onSettled = () => {
      settled++;
      if (settled === this.sessions.length) resolve();
      else startNext();
    };
    for (let i = 0; i < Math.min(connectingAtOnce, this.sessions.length); i++) startNext();
    await promise;
    // Twice per keepalive.
    this.every(keepAliveSeconds / 2, (session) => session.write(pingreq));
    return (performance.now() - startedAt) / 1000;
  }

  /** Has every session listen to its commands, as boards do. */
  subscribe(): void {
    for (const session of this.open) {
      session.write(encodeSubscribe(1, `faiwatch/v1/${session.deviceId}/commands`));
    }
  }

  /** Does something with each open session once per period, a few at every tick, until `close`. */
  every(periodSeconds: number, act: (session: MqttSession) => void): void {
    const { sessions } = this;
    const startedAt = performance.now();
    let done = 0;
    const timer = setInterval(() => {
      const elapsedSeconds = (performance.now() - startedAt) / 1000;
      const due = Math.floor((elapsedSeconds / periodSeconds) * sessions.length);
      for (; done < due; done++) {
        const session = sessions[done % sessions.length];
        if (session?.isOpen) act(session);
      }
    }, 10);
    this.stops.push(() => clearInterval(timer));
  }

  /** Says goodbye on every session. */
  close(): void {
    this.isEnding = true;
    for (const stop of this.stops.splice(0)) stop();
    for (const session of this.open) {
      session.write(disconnect);
      session.socket?.end();
    }
  }

  private makeHandlers(): TCPSocketConnectOptions<MqttSession>['socket'] {
    const answers = { pubacks: 0, connack: -1 };
    const fail = (session: MqttSession) => {
      if (this.isEnding || session.isLost) return;
      session.isLost = true;
      this.errors++;
      const wasOpen = session.isOpen;
      session.isOpen = false;
      if (!wasOpen) this.onSettled();
    };
    return {
      binaryType: 'uint8array',
      open(socket) {
        socket.setNoDelay(true);
        socket.data.socket = socket;
        socket.data.sendConnect();
      },
      data: (socket, chunk) => {
        const session = socket.data;
        answers.pubacks = 0;
        session.parser.parse(chunk, answers);
        if (answers.connack >= 0) {
          const isAccepted = answers.connack === 0;
          answers.connack = -1;
          // A refused session is counted when the broker closes it, as MQTT 3.1.1 (3.2.2.3) requires.
          if (!isAccepted) return;
          session.isOpen = true;
          this.onSettled();
        }
        if (answers.pubacks === 0) return;
        this.pubacks += answers.pubacks;
        this.options.onPubacks?.(session, answers.pubacks);
      },
      drain: (socket) => socket.data.drain(),
      close: (socket) => fail(socket.data),
      // `close` follows; without this handler Bun would end the process.
      error: () => {},
      connectError: (socket) => fail(socket.data),
    };
  }
}
