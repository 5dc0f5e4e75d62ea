/**
 * A whole server in this process, on a clock that stands still until the test moves it. Devices and the
 * messenger reach it through real sockets, and live by the same clock.
 */
import { writeFileSync } from 'node:fs';
import type { Socket } from 'bun';
import { seedStore } from '../../scripts/bench/lib/seed.ts';
import { loadConfig } from '../../src/installation/config.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { type ComposedServer, composeServer } from '../../src/main/compose-server.ts';
import { insertAdmin } from '../../src/store/people/admins.ts';
import { customers } from '../../src/store/people/tables.ts';
import { ApiClient } from '../e2e/api-client.ts';
import { Board } from '../e2e/board.ts';
import { Data } from '../e2e/data.ts';
import { HttpDevice } from '../e2e/http-device.ts';
import { MqttDevice } from '../e2e/mqtt-device.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type LogLine, makeTestLog } from './delivery-world.ts';
import { openTestStore, TestTime } from './monitor.ts';
import { tempDir } from './temp-dir.ts';

/** Chat of the first device's owner; the others count up from it. */
export const firstChatId = 6_000_000;

export const adminLogIn = { username: 'admin', password: 'a long sentence for tests' };

/**
 * Work that comes round four or five times a second does so twice, and once where minutes pass: every moment that
 * passes costs a round of calls.
 */
const slackMs = { inSeconds: 500, inMinutes: 1_000 };

/** How often boards beat. */
const beatEveryMs = 5_000;

export interface AppOptions {
  /** Enrolled devices, each with an owner of its own who is told after five seconds. Default 1. */
  readonly devices?: number;
  readonly settings?: Readonly<Record<string, number>>;
  readonly env?: Readonly<Record<string, string>>;
  /** False: the configuration names no bot. */
  readonly hasBot?: boolean;
}

export class App implements AsyncDisposable {
  readonly time: TestTime;
  readonly data: Data;
  readonly log: LogLine[];
  readonly telegram: FakeTelegram;
  readonly boards: readonly Board[];
  readonly #options: AppOptions;
  readonly #logger: ReturnType<typeof makeTestLog>['log'];
  readonly #echo: Echo;
  /** Messages of devices without an answer yet. */
  readonly #talk = new Set<Promise<unknown>>();
  readonly #connected = new Set<MqttDevice>();
  #server: ComposedServer | null = null;

  static async start(options: AppOptions = {}): Promise<App> {
    const dir = tempDir('app');
    const time = new TestTime();
    const telegram = await startFakeTelegram({ chats: 'any', now: () => time.wallMs });
    const passwordHash = await Bun.password.hash(adminLogIn.password);
    const app = new App(dir, time, telegram, await Echo.start(), passwordHash, options);
    await app.startServer();
    return app;
  }

  private constructor(
    dir: string,
    time: TestTime,
    telegram: FakeTelegram,
    echo: Echo,
    passwordHash: string,
    options: AppOptions,
  ) {
    this.time = time;
    this.telegram = telegram;
    this.#echo = echo;
    this.#options = options;
    this.data = new Data(dir);
    const { log, lines } = makeTestLog();
    this.#logger = log;
    this.log = lines;
    // Made in memory, which waits for no disk.
    const store = openTestStore();
    const devices = options.devices ?? 1;
    const now = time.wallMs;
    const credentials = seedStore(store, { devices, firstChatId, thresholdSeconds: 5, now });
    this.boards = credentials.map((credential) => new Board(credential, time));
    store.db.update(customers).set({ language: 'en' }).run();
    insertAdmin(store, { username: adminLogIn.username, passwordHash, role: 'owner' }, now);
    writeFileSync(databasePath(dir), store.sqlite.serialize());
    store.close();
    this.data.saveSettings(options.settings ?? {});
  }

  get server(): ComposedServer {
    if (this.#server === null) throw new Error('The server is not running');
    return this.#server;
  }

  /** Without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.server.ready.http}`;
  }

  async startServer(): Promise<void> {
    const { token, apiRoot } = this.telegram;
    const config = loadConfig(
      { data: this.data.dir, host: '127.0.0.1', port: '0', mqtt_port: '0' },
      {
        ...(this.#options.hasBot !== false && { FAIWATCH_TELEGRAM_TOKEN: token }),
        FAIWATCH_TELEGRAM_API_ROOT: apiRoot,
        // The messenger stands for the internet.
        FAIWATCH_UPLINK_TARGETS: apiRoot,
        FAIWATCH_EXTRAS: 'all',
        ...this.#options.env,
      },
    );
    const log = this.#logger;
    const logs = {
      ...{ log, unabridged: log, droppedLines: () => 0, repeatedLines: () => 0 },
      finish: () => {},
    };
    this.#server = await composeServer({ config, logs, unexpected: { count: 0 } }, this.time);
    await this.settle();
  }

  /** Stops the server; what its stop waits for passes by the clock. */
  async stopServer(): Promise<void> {
    const { server } = this;
    this.#server = null;
    let isStopped = false;
    const stopping = server.stop().then(() => {
      isStopped = true;
    });
    while (!isStopped) {
      await Promise.race([stopping, Bun.sleep(20)]);
      if (!isStopped) await this.time.runMs(100, () => this.#echo.roundTrip());
    }
  }

  /** Restarts the server after this time; boards have to connect again. */
  async restart(after: string): Promise<void> {
    await this.stopServer();
    this.time.advanceMs(parseSpan(after));
    await this.startServer();
  }

  /**
   * Lets time pass, such as `2 min`: what comes due happens at its moment, and all that follows from it
   * before the next.
   */
  async advance(span: string): Promise<void> {
    const ms = parseSpan(span);
    const slack = ms < 60_000 ? slackMs.inSeconds : slackMs.inMinutes;
    await this.time.runMs(ms, () => this.settle(), slack);
  }

  /** Lets everything happen that can happen now. */
  async settle(): Promise<void> {
    // Sent bytes are read after one round trip, and the answers after another.
    await this.#echo.roundTrip();
    await this.#echo.roundTrip();
    while (this.#talk.size > 0) await Promise.all(this.#talk);
    await this.#server?.settled();
    await this.#echo.roundTrip();
  }

  /** Until the bot has taken what people did on the messenger, and listens again. */
  async botHears(): Promise<void> {
    while (this.telegram.pendingUpdates > 0 || !this.telegram.isPolled) {
      await this.#echo.roundTrip();
    }
    await this.settle();
  }

  /** The first board, or another. */
  board(index = 0): Board {
    const board = this.boards[index];
    if (board === undefined) throw new Error(`There is no board ${index}`);
    return board;
  }

  /** Connects a board over MQTT, which sends heartbeats until it is frozen or its connection ends. */
  async connect(board: Board = this.board()): Promise<MqttDevice> {
    const device = new MqttDevice(board, { port: this.server.ready.mqtt ?? 0 });
    await device.connects();
    await device.beats();
    this.#connected.add(device);
    this.#beatOn(device);
    await this.settle();
    return device;
  }

  /** A board that speaks HTTP. */
  overHttp(board: Board = this.board()): HttpDevice {
    return new HttpDevice(this.url, board);
  }

  /** Calls the server's API. */
  async call(method: string, path: string, token?: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** As the operator. */
  logIn(): Promise<ApiClient> {
    return ApiClient.logIn(this, adminLogIn);
  }

  /** The texts a chat has got, in order. */
  textsTo(chatId: number): string[] {
    return this.telegram.sent.filter((sent) => sent.chatId === chatId).map(({ text }) => text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const device of this.#connected) device.vanishes();
    if (this.#server !== null) await this.stopServer();
    await this.telegram.stop();
    this.#echo.stop();
    const errors = this.log.filter(({ level }) => level === 'error');
    if (errors.length > 0) throw new Error(`The server logged errors: ${Bun.inspect(errors)}`);
  }

  #beatOn(device: MqttDevice): void {
    this.time.setTimer(beatEveryMs, () => {
      if (!device.isConnected || device.isFrozen) return;
      const beat = device.beats().catch(() => {});
      this.#talk.add(beat);
      void beat.then(() => this.#talk.delete(beat));
      this.#beatOn(device);
    });
  }
}

const unitMs = { s: 1_000, min: 60_000, h: 3_600_000, days: 86_400_000 };

function parseSpan(span: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?) (s|min|h|days)$/.exec(span) ?? [];
  if (unit === undefined) throw new Error(`"${span}" is no span of time such as "2 min"`);
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}

/**
 * A byte that goes through the kernel and back. When it returns, this process has read everything that was sent over
 * the loopback interface before it.
 */
class Echo {
  readonly #listener: { stop(force: boolean): void };
  readonly #socket: Socket;
  readonly #away: (() => void)[] = [];

  static async start(): Promise<Echo> {
    const listener = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket, bytes) => void socket.write(bytes) },
    });
    let onBack = (_bytes: number) => {};
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: listener.port,
      socket: { data: (_socket, bytes) => onBack(bytes.length) },
    });
    const echo = new Echo(listener, socket);
    onBack = (bytes) => {
      for (const resolve of echo.#away.splice(0, bytes)) resolve();
    };
    return echo;
  }

  private constructor(listener: { stop(force: boolean): void }, socket: Socket) {
    this.#listener = listener;
    this.#socket = socket;
  }

  roundTrip(): Promise<void> {
    return new Promise((resolve) => {
      this.#away.push(resolve);
      this.#socket.write('.');
    });
  }

  stop(): void {
    this.#socket.end();
    this.#listener.stop(true);
  }
}
