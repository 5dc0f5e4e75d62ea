import { type Clock, sleep, systemClock } from '../../../lib/serial/find-again.ts';
import { LineSplitter } from '../../../lib/serial/line-splitter.ts';
import { followSetupNetwork } from '../../../lib/serial/setup-network.ts';
import {
  describeFailure,
  explainOpening,
  guessChip,
  type SerialPorts,
} from '../../../lib/serial/web-serial.ts';
import { follow, readReport } from './arrival.ts';
import {
  type Answer,
  type BoardLine,
  hideSecrets,
  type LogType,
  type Note,
  parseBoardLine,
  Question,
  recogniseLine,
  type Sign,
} from './board-line.ts';
import {
  ConfigureRun,
  findSteps,
  maxTries,
  RunStopped,
  stepIds,
  toProblem,
} from './configure-run.ts';
import { type DeviceSettings, deviceTypes, type TestCommand } from './device-settings.ts';
import { type LinkState, SendError, SerialLink } from './serial-link.ts';
import {
  isBusy,
  noRun,
  type Problem,
  type ProblemCode,
  readHeardNetworks,
  type SessionState,
  SessionStore,
  unknownBoard,
} from './session-state.ts';

/**
 * A working board answers a question. Without one, a board that has nothing to tell would seem dead. The answer also
 * repeats what the board told before its port was opened, such as its set-up network.
 */
const probeAfterMs = 2_000;
const noDataAfterMs = 10_000;
const commandAnswerMs = 2_000;
/** Time for a search on all channels. A board that is joining a network searches after that. */
const searchAnswerMs = 25_000;
/** A board that was just flashed takes its port away for a moment. */
const knownWithinMs = 10_000;
const lookEveryMs = 250;

/** How long after a configuration the board may take to come online. */
const notOnlineAfterMs = 60_000;

/** Once a board is configured they are logged as the problem they are. */
const arrivalSigns: readonly (Sign | null)[] = [
  'wifi_failed',
  'server_refused',
  'server_unreachable',
];

const badSigns: readonly (Sign | null)[] = ['download_mode', 'no_firmware', ...arrivalSigns];

const arrivalProblems: readonly ProblemCode[] = [
  'wifi_failed',
  'server_refused',
  'server_unreachable',
  'not_online',
];

interface SessionOptions {
  readonly serial: SerialPorts;
  readonly clock?: Clock;
  /** Epoch ms, for the log. */
  readonly now?: () => number;
}

/**
 * Everything the configuration page does with a board. It knows nothing of the page: the page shows its
 * state, and calls its methods, of which none throws.
 */
export class DeviceSession {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #link: SerialLink;
  readonly #lines = new LineSplitter();
  readonly #question = new Question();
  #details: string[] = [];
  /** Settles once no search for networks is running. */
  #search: Promise<void> = Promise.resolve();
  /** The board has had time to say something by itself. */
  #isGreeted = false;
  #losses = 0;
  /** Number of runs begun or broken off. Only the newest run may change the state. */
  #runs = 0;
  /** Called once the link is no longer lost. */
  #onFound: (() => void)[] = [];
  /** Call off what is due after a connection. */
  #timers: (() => void)[] = [];

  constructor({ serial, clock = systemClock, now = Date.now }: SessionOptions) {
    this.#clock = clock;
    this.#store = new SessionStore(now);
    this.#link = new SerialLink({
      serial,
      clock,
      listener: {
        onState: (link) => this.#onLinkState(link),
        onBytes: (bytes) => this.#onBytes(bytes),
        onReading: () => {
          this.#lines.reset();
          this.#store.update({ isReading: true });
        },
        onReadTrouble: (trouble, error) => {
          this.#store.update({ isReading: false });
          if (trouble === 'blocked') this.#store.complain({ code: 'cannot_read' });
          else this.#store.complain({ code: 'read_error', reason: describeFailure(error) });
        },
        onGone: () => {
          // A run in progress notices by itself and knows what it means.
          if (!isBusy(this.#store.state)) this.#store.complain({ code: 'port_lost' });
        },
      },
    });
  }

  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener);

  readonly read = (): SessionState => this.#store.state;

  /** Begins to notice boards that come and go; returns how to end, which closes the port. */
  start(): () => void {
    this.#link.start();
    return () => {
      this.#callOffTimers();
      void this.#link.stop();
    };
  }

  async connect(): Promise<void> {
    await this.#open(() => this.#link.connect());
  }

  /** Connects to the board that the page before this one flashed, once it is back, if there is no doubt which. */
  async connectKnown(): Promise<void> {
    const giveUpMs = this.#clock.nowMs() + knownWithinMs;
    while (this.#link.state === 'closed' && this.#clock.nowMs() < giveUpMs) {
      if (await this.#link.chooseKnown()) return this.reconnect();
      await sleep(this.#clock, lookEveryMs);
    }
  }

  async reconnect(): Promise<void> {
    if (this.#link.hasChosen) await this.#open(() => this.#link.reconnect());
    else this.#store.complain({ code: 'not_connected' });
  }

  async disconnect(): Promise<void> {
    this.#callOffTimers();
    this.#runs++;
    await this.#link.close();
    this.#store.update({ ...noRun, problem: null });
    this.#store.log('info', { kind: 'note', note: 'disconnected' });
  }

  async restartReading(): Promise<void> {
    if (this.#link.state !== 'open') {
      this.#store.complain({ code: 'not_connected' });
      return;
    }
    this.#store.forget('cannot_read', 'read_error');
    await this.#link.restartReading();
    if (this.#store.state.isReading)
      this.#store.log('info', { kind: 'note', note: 'reading_again' });
  }

  clearLog(): void {
    this.#store.update({ log: [] });
  }

  /** Has the board search for Wi-Fi. With firmware that cannot, the known networks stay. */
  async searchNetworks(): Promise<void> {
    const { state } = this.#store;
    if (isBusy(state) || state.isSearching || this.#link.state !== 'open') return;
    this.#search = this.#searchNow();
    await this.#search;
  }

  async #searchNow(): Promise<void> {
    this.#store.update({ isSearching: true });
    this.#details = [];
    const answer = await this.#ask('scan_wifi', 'scan_wifi', searchAnswerMs).catch(() => null);
    this.#store.update({
      isSearching: false,
      ...(answer?.kind === 'ok' && { networks: readHeardNetworks(this.#details.splice(0)) }),
    });
  }

  /** Sends a test command, and again while it goes unanswered. */
  async runCommand(command: TestCommand): Promise<void> {
    if (isBusy(this.#store.state)) return;
    if (this.#link.state !== 'open') {
      this.#store.complain({ code: 'not_connected' });
      return;
    }
    this.#store.update({ command, problem: null });
    try {
      await this.#search;
      let answer: Answer = { kind: 'silence' };
      for (let attempt = 1; attempt <= maxTries; attempt++) {
        if (attempt > 1)
          this.#store.log('info', { kind: 'note', note: 'repeating', subject: command });
        answer = await this.#ask(command, command, commandAnswerMs);
        if (answer.kind === 'ok' || answer.kind === 'refused') break;
      }
      if (answer.kind === 'refused') this.#store.complain(toProblem(answer, command));
      else if (answer.kind !== 'ok') this.#store.complain({ code: 'no_answer', subject: command });
    } catch (error) {
      this.#store.complain(toSendProblem(error));
    } finally {
      this.#store.update({ command: null });
    }
  }

  async configure(settings: DeviceSettings): Promise<void> {
    if (isBusy(this.#store.state)) return;
    const hindrance = this.#findHindrance(settings);
    if (hindrance !== null) {
      this.#store.complain({ code: hindrance });
      return;
    }
    this.#callOffTimers();
    const run = ++this.#runs;
    const steps = Object.fromEntries(findSteps(settings).map((id) => [id, 'waiting' as const]));
    this.#store.update({ ...noRun, run, steps, phase: 'running', problem: null });
    this.#store.log('info', { kind: 'note', note: 'configuring' });
    try {
      await this.#search;
      await this.#makeRun(settings, run).run();
      if (run === this.#runs) this.#endWell();
    } catch (error) {
      // The user disconnected, which is no problem.
      if (run !== this.#runs) return;
      this.#endRun(error instanceof RunStopped ? error.problem : toSendProblem(error));
    }
  }

  #findHindrance({ wifiName, wifiPassword, isOpenWifi }: DeviceSettings): ProblemCode | null {
    if (this.#link.state !== 'open') return 'connect_first';
    const hasPassword = isOpenWifi || wifiPassword !== '';
    return wifiName.trim() === '' || !hasPassword ? 'fill_wifi' : null;
  }

  #makeRun(settings: DeviceSettings, run: number): ConfigureRun {
    const update = (change: Partial<SessionState>) => {
      if (run === this.#runs) this.#store.update(change);
    };
    const note = (name: Note, subject?: string) => {
      if (run !== this.#runs) return;
      const type = name === 'configured' || name === 'checked' ? 'success' : 'info';
      this.#store.log(type, {
        kind: 'note',
        note: name,
        ...(subject !== undefined && { subject }),
      });
    };
    return new ConfigureRun(
      {
        clock: this.#clock,
        port: this.#link,
        link: () => this.#link.state,
        losses: () => this.#losses,
        hasHeard: () => this.#store.state.hasHeard,
        untilFound: () => this.#untilFound(),
        ask: (line, name, timeoutMs) => this.#ask(line, name, timeoutMs),
        send: (line) => this.#send(line),
        takeDetails: () => this.#details.splice(0),
        showStep: (id, state) => update({ steps: { ...this.#store.state.steps, [id]: state } }),
        showProgress: (progress) => update({ progress }),
        showChecking: () => update({ phase: 'checking' }),
        note,
      },
      settings,
    );
  }

  /** The page reports that the server has heard from the board. */
  tellOnline(): void {
    if (this.#store.state.phase !== 'done' || this.#store.state.arrival.online === 'done') return;
    this.#callOffTimers();
    this.#store.update({ arrival: { wifi: 'done', online: 'done' } });
    this.#store.forget('not_back', ...arrivalProblems);
    this.#store.log('success', { kind: 'note', note: 'online' });
  }

  #endWell(): void {
    const { arrival } = this.#store.state;
    this.#store.update({
      phase: 'done',
      ...(arrival.wifi === 'waiting' && { arrival: { wifi: 'active', online: 'waiting' } }),
    });
    if (arrival.online === 'done') return;
    const complain = () => {
      if (this.#store.state.problem === null) this.#store.complain({ code: 'not_online' });
    };
    this.#timers.push(this.#clock.after(notOnlineAfterMs, complain));
  }

  #endRun(problem: Problem): void {
    // The settings are stored, even if the port did not come back.
    if (problem.code === 'not_back') {
      this.#endWell();
    } else {
      const { steps } = this.#store.state;
      const failed = stepIds.find((id) => steps[id] === 'active');
      this.#store.update({
        phase: 'failed',
        ...(failed !== undefined && { steps: { ...steps, [failed]: 'failed' } }),
      });
    }
    this.#store.complain(problem);
  }

  async #open(open: () => Promise<boolean>): Promise<void> {
    this.#callOffTimers();
    this.#runs++;
    this.#isGreeted = false;
    this.#store.update({ ...noRun, ...unknownBoard, problem: null });
    this.#store.log('info', { kind: 'note', note: 'connecting' });
    try {
      if (!(await open())) return;
    } catch (error) {
      this.#complainOfOpening(error);
      return;
    }
    this.#store.log('success', { kind: 'note', note: 'connected' });
    this.#timers = [
      this.#clock.after(probeAfterMs, () => void this.#greet()),
      this.#clock.after(noDataAfterMs, () => {
        if (!this.#store.state.hasHeard) this.#store.complain({ code: 'no_data' });
      }),
    ];
  }

  #complainOfOpening(error: unknown): void {
    const reason = describeFailure(error);
    switch (explainOpening(error)) {
      case 'cancelled':
        this.#store.complain({ code: 'no_port' });
        break;
      case 'busy':
        this.#store.complain({ code: 'port_busy', reason });
        break;
      default:
        this.#store.complain({ code: 'connect_failed', reason });
    }
  }

  /** Asks a board for its state, and once it answers, for the Wi-Fi it hears. */
  async #greet(): Promise<void> {
    const { hasHeard } = this.#store.state;
    if (isBusy(this.#store.state) || this.#link.state !== 'open') return;
    if (!hasHeard) this.#store.log('info', { kind: 'note', note: 'probing' });
    await this.#send('\nshow_config').catch((error) => this.#store.complain(toSendProblem(error)));
    this.#isGreeted = true;
    if (this.#store.state.hasHeard) await this.searchNetworks();
  }

  #onLinkState(link: LinkState): void {
    const before = this.#store.state.link;
    this.#store.update({
      link,
      ...(link === 'open' ? { chip: guessChip(this.#link.info) } : { isReading: false }),
    });
    if (link === 'lost') {
      this.#losses++;
      this.#question.giveUp();
      this.#store.log('info', { kind: 'note', note: 'lost' });
    } else if (before === 'lost') {
      if (link === 'open') this.#store.log('success', { kind: 'note', note: 'returned' });
      for (const found of this.#onFound.splice(0)) found();
    }
    if (link === 'closed') this.#question.giveUp();
  }

  #untilFound(): Promise<void> {
    if (this.#link.state !== 'lost') return Promise.resolve();
    return new Promise((resolve) => this.#onFound.push(resolve));
  }

  #onBytes(bytes: Uint8Array): void {
    if (!this.#store.state.hasHeard) {
      this.#store.update({ hasHeard: true });
      this.#store.forget('no_data');
      if (this.#isGreeted) void this.searchNetworks();
    }
    for (const text of this.#lines.push(bytes)) this.#onLine(text);
  }

  #onLine(text: string): void {
    const line = parseBoardLine(text);
    const sign = recogniseLine(text);
    // Firmware without the search is no failure.
    const isNoSearch = line.kind === 'error' && this.#store.state.isSearching;
    const type = isNoSearch ? 'info' : chooseType(line, sign);
    this.#store.log(type, { kind: 'received', line: hideSecrets(text) });
    const isTold = this.#isArriving && arrivalSigns.includes(sign);
    if (sign !== null && !isTold) this.#store.log(chooseType(line, sign), { kind: 'sign', sign });
    if (line.kind === 'detail') this.#onDetail(line.text);
    this.#followSetupNetwork(text);
    this.#question.hear(line);
    this.#followArrival(text);
  }

  #onDetail(text: string): void {
    this.#details.push(text);
    const toldType = deviceTypes.find((type) => text === `device_type: ${type}`);
    if (toldType !== undefined) this.#store.update({ toldType });
  }

  #followSetupNetwork(text: string): void {
    const { setupNetwork } = this.#store.state;
    const followed = followSetupNetwork(setupNetwork, text);
    if (followed !== setupNetwork) this.#store.update({ setupNetwork: followed });
  }

  /** Before its restart the board may still be where it was. */
  get #isArriving(): boolean {
    const { phase, steps } = this.#store.state;
    return phase === 'done' || (phase === 'checking' && steps.save_config === 'done');
  }

  #followArrival(text: string): void {
    if (!this.#isArriving) return;
    const report = readReport(text);
    const news = report && follow(this.#store.state.arrival, report);
    if (news === null) return;
    const { arrival, problem } = news;
    this.#store.update({ arrival });
    if (arrival.online === 'done') this.#callOffTimers();
    if (problem !== null) this.#store.complain(problem);
    else this.#store.forget(...arrivalProblems);
  }

  async #ask(line: string, name: string, timeoutMs: number): Promise<Answer> {
    // Listening before sending: a quick answer may come while the sending is still being confirmed.
    const answer = this.#question.wait(this.#clock, name, timeoutMs);
    try {
      await this.#send(line);
    } catch (error) {
      this.#question.giveUp();
      throw error;
    }
    return answer;
  }

  async #send(line: string): Promise<void> {
    this.#store.log('info', { kind: 'sent', line: hideSecrets(line.trimStart()) });
    await this.#link.send(`${line}\n`);
  }

  #callOffTimers(): void {
    for (const callOff of this.#timers.splice(0)) callOff();
  }
}

function chooseType(line: BoardLine, sign: Sign | null): LogType {
  if (line.kind === 'error' || badSigns.includes(sign)) return 'error';
  return line.kind === 'ok' || sign !== null ? 'success' : 'info';
}

function toSendProblem(error: unknown): Problem {
  if (error instanceof SendError && error.reason === 'not_connected') {
    return { code: 'port_lost' };
  }
  return { code: 'send_failed', reason: describeFailure(error) };
}
