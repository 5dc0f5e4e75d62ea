import { type Clock, sleep } from '../../../lib/serial/find-again.ts';
import { type BoardPort, restartBoard } from '../../../lib/serial/web-serial.ts';
import { readAuthority } from '../settings-rules.ts';
import type { Answer, Note } from './board-line.ts';
import { type DeviceSettings, isTestBoard } from './device-settings.ts';
import type { LinkState } from './serial-link.ts';
import type { Problem } from './session-state.ts';

/** How often a line without an answer is sent in all. */
export const maxTries = 3;

const testResetMs = 2_000;
const otherResetMs = 500;
const helpAfterMs = 3_000;
const showConfigAfterMs = 5_000;
const checkAnswerMs = 1_500;

export type StepState = 'waiting' | 'active' | 'done' | 'unanswered' | 'failed';

/** What a run needs of the session it belongs to. */
interface RunHost {
  readonly clock: Clock;
  readonly port: Pick<BoardPort, 'setSignals'>;
  readonly link: () => LinkState;
  /** How often the board has gone away. */
  readonly losses: () => number;
  /** Whether anything at all came from the board since it was connected. */
  readonly hasHeard: () => boolean;
  /** Settles once the board is back, or known to be gone. */
  readonly untilFound: () => Promise<void>;
  /** Sends a line and waits for its answer. @throws SendError */
  readonly ask: (line: string, name: string, timeoutMs: number) => Promise<Answer>;
  /** Sends a line without waiting for an answer. @throws SendError */
  readonly send: (line: string) => Promise<void>;
  /** The details that the board has told since the last call. */
  readonly takeDetails: () => readonly string[];
  readonly showStep: (id: StepId, state: StepState) => void;
  readonly showProgress: (progress: number) => void;
  readonly showChecking: () => void;
  readonly note: (note: Note, subject?: string) => void;
}

/** Ends a run with a problem to show. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Configures a board: restart, every value, save, restart, and a check of what it stored. Each line waits for its
 * answer. A board that has never answered still gets everything, since it may hear without being heard. The missing
 * answers are reported at the end.
 * @throws RunStopped and SendError
 */
export class ConfigureRun {
  readonly #host: RunHost;
  readonly #settings: DeviceSettings;
  #isBlind = false;
  #isFirstLine = true;

  constructor(host: RunHost, settings: DeviceSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  async run(): Promise<void> {
    const { showProgress, note } = this.#host;
    showProgress(0);
    await this.#reset();
    let isSaved = false;
    for (const step of findCommandSteps(this.#settings)) {
      this.#host.showStep(step.id, 'active');
      const isDone = await this.#runStep(step);
      this.#host.showStep(step.id, isDone ? 'done' : 'unanswered');
      showProgress(step.progress);
      if (step.id === 'save_config') isSaved = isDone;
    }
    if (isSaved) note('configured');
    await this.#check(isSaved);
  }

  async #reset(): Promise<void> {
    const { clock, port, showStep, showProgress, note, link } = this.#host;
    showStep('reset', 'active');
    if (isTestBoard(this.#settings.deviceType)) {
      note('resetting');
      try {
        await restartBoard(port, clock);
      } catch {
        // A missing port only means that the board is restarting.
        if (link() === 'open') note('reset_failed');
      }
      await sleep(clock, testResetMs);
      await this.#waitUntilFound();
    } else {
      await sleep(clock, otherResetMs);
    }
    showStep('reset', 'done');
    showProgress(resetProgress);
  }

  /** @returns whether the board said that it was done */
  async #runStep(step: CommandStep): Promise<boolean> {
    const { clock, losses, hasHeard, note } = this.#host;
    const lossesBefore = losses();
    const isRestart = step.id === 'restart';
    let sentMs = clock.nowMs();
    let answer: Answer = { kind: 'silence' };
    const tries = this.#isBlind && !hasHeard() ? 1 : maxTries;
    for (let attempt = 1; attempt <= tries; attempt++) {
      if (attempt > 1) note('repeating', step.id);
      sentMs = clock.nowMs();
      answer = await this.#askOnce(step, tries === 1);
      if (losses() !== lossesBefore) {
        if (isRestart) return true;
        throw new RunStopped({ code: 'port_lost', subject: step.id });
      }
      if (answer.kind === 'ok') break;
      if (answer.kind === 'refused') throw new RunStopped(toProblem(answer, step.id));
    }
    await sleep(clock, Math.max(0, step.pauseMs - (clock.nowMs() - sentMs)));
    if (answer.kind === 'ok') return true;
    if (isRestart || isUnknownHere(answer, step)) return false;
    if (answer.kind === 'silence' && !hasHeard()) {
      if (!this.#isBlind) note('sending_blind');
      this.#isBlind = true;
      return false;
    }
    throw new RunStopped({ code: 'no_answer', subject: step.id });
  }

  async #askOnce(step: CommandStep, isBlind: boolean): Promise<Answer> {
    const { ask, send } = this.#host;
    const line = step.line(this.#settings);
    // The first command begins with an end of line, which ends any half-typed line in the board.
    const text = this.#isFirstLine ? `\n${line}` : line;
    this.#isFirstLine = false;
    if (!isBlind) return ask(text, step.id, step.answerMs);
    await send(text);
    return { kind: 'silence' };
  }

  /** After configuring: asks for the state, and reports what never came. */
  async #check(isSaved: boolean): Promise<void> {
    const { clock, hasHeard, showChecking } = this.#host;
    showChecking();
    const startMs = clock.nowMs();
    const wait = (untilMs: number) => sleep(clock, Math.max(0, startMs + untilMs - clock.nowMs()));
    await wait(helpAfterMs);
    await this.#tell('help', isSaved);
    await wait(showConfigAfterMs);
    this.#host.takeDetails();
    const isAnswered = await this.#askWhatIsStored(isSaved);
    if (!hasHeard()) throw new RunStopped({ code: 'no_response' });
    if (!isSaved) throw new RunStopped({ code: 'no_answer', subject: 'save_config' });
    if (!isAnswered) return;
    const difference = findDifference(this.#host.takeDetails(), this.#settings);
    if (difference !== null) throw new RunStopped({ code: 'stored_other', subject: difference });
    this.#host.note('checked');
  }

  /** Asks as often as with any other line: without an answer a board that stored something else goes unnoticed. */
  async #askWhatIsStored(isSaved: boolean): Promise<boolean> {
    const { hasHeard, note } = this.#host;
    for (let attempt = 1; attempt <= maxTries; attempt++) {
      if (attempt > 1) note('repeating', 'show_config');
      if (await this.#tell('show_config', isSaved)) return true;
      if (!hasHeard()) break;
    }
    return false;
  }

  async #tell(command: 'help' | 'show_config', isSaved: boolean): Promise<boolean> {
    const { ask, send, hasHeard } = this.#host;
    await this.#waitUntilFound(isSaved);
    if (!hasHeard()) {
      await send(command);
      return false;
    }
    const answer = await ask(command, command, checkAnswerMs);
    return answer.kind === 'ok';
  }

  async #waitUntilFound(isSaved = false): Promise<void> {
    await this.#host.untilFound();
    if (this.#host.link() === 'open') return;
    throw new RunStopped({ code: isSaved ? 'not_back' : 'port_lost' });
  }
}

/** Older firmware without this setting goes without it. */
function isUnknownHere(answer: Answer, step: CommandStep): boolean {
  return (
    (step.id === 'server_url' || step.id === 'allow_plain') &&
    answer.kind === 'garbled' &&
    answer.code === 'unknown_field'
  );
}

export function toProblem(answer: Extract<Answer, { kind: 'refused' }>, subject: string): Problem {
  const { code } = answer;
  if (code === 'storage_failed' || code === 'not_encrypted') return { code };
  return { code: 'refused', subject, reason: answer.text };
}

/**
 * Compares what `show_config` tells with what was sent. Secrets it tells only in part, a phone in a form of
 * its own and a certificate by its fingerprint, so those are compared as far as they can be.
 * @param details `wifi_ssid: Shop`, …
 * @returns the first field that differs; null: none that was told does
 */
function findDifference(details: readonly string[], settings: DeviceSettings): string | null {
  const stored = new Map(
    details.map((detail) => {
      const at = detail.indexOf(': ');
      return [detail.slice(0, at), detail.slice(at + 2)] as const;
    }),
  );
  const same: Readonly<Record<string, (value: string) => boolean>> = {
    wifi_ssid: (value) => value === settings.wifiName,
    activation_key: (value) => value.slice(-5) === settings.activationKey.slice(-5),
    device_type: (value) => value === settings.deviceType,
    server_ca: (value) => {
      if (settings.forgetsAuthority) return value === '(not set)';
      return settings.authority.trim() === '' || value !== '(not set)';
    },
  };
  for (const [field, isSame] of Object.entries(same)) {
    const value = stored.get(field);
    if (value !== undefined && !isSame(value)) return field;
  }
  return null;
}

export const stepIds = [
  'reset',
  'wifi_ssid',
  'wifi_pass',
  'activation_key',
  'customer_phone',
  'device_type',
  'server_url',
  'allow_plain',
  'server_ca',
  'save_config',
  'restart',
] as const;
export type StepId = (typeof stepIds)[number];

interface CommandStep {
  readonly id: Exclude<StepId, 'reset'>;
  readonly line: (settings: DeviceSettings) => string;
  /** Whether it belongs to the run. */
  readonly isWanted: (settings: DeviceSettings) => boolean;
  /** Progress in per cent once this step is done. */
  readonly progress: number;
  /** The least time until the next line is sent. */
  readonly pauseMs: number;
  /** How long its answer may take; saving writes to flash. */
  readonly answerMs: number;
}

/** Progress in per cent once the board has restarted, or the time for that has passed. */
const resetProgress = 10;

const betweenMs = 200;
const answerMs = 1_500;

const always = () => true;

const commandSteps: readonly CommandStep[] = [
  set('wifi_ssid', 30, ({ wifiName }) => wifiName),
  set('wifi_pass', 50, ({ wifiPassword, isOpenWifi }) => (isOpenWifi ? '' : wifiPassword)),
  set('activation_key', 70, ({ activationKey }) => activationKey),
  set('customer_phone', 85, ({ phone }) => phone),
  set('device_type', 90, ({ deviceType }) => deviceType),
  set('server_url', 90, ({ serverUrl }) => serverUrl),
  {
    ...set('allow_plain', 90, () => 'yes'),
    isWanted: ({ allowsPlain }) => allowsPlain,
  },
  {
    ...set('server_ca', 90, () => ''),
    isWanted: ({ forgetsAuthority }) => forgetsAuthority,
  },
  run('save_config', { progress: 95, pauseMs: 500, answerMs: 5_000 }),
  run('restart', { progress: 100, pauseMs: 1_000, answerMs }),
];

/** What is sent, in this order. */
function findCommandSteps(settings: DeviceSettings): readonly CommandStep[] {
  const wanted = commandSteps.filter(({ isWanted }) => isWanted(settings));
  const saveAt = wanted.findIndex(({ id }) => id === 'save_config');
  return [...wanted.slice(0, saveAt), ...authorityParts(settings), ...wanted.slice(saveAt)];
}

/** All steps of a run. */
export function findSteps(settings: DeviceSettings): readonly StepId[] {
  return ['reset', ...new Set(findCommandSteps(settings).map(({ id }) => id))];
}

/** A certificate is longer than a line may be: each part says where it belongs, so that it may come twice. */
function authorityParts({ authority, forgetsAuthority }: DeviceSettings): readonly CommandStep[] {
  const base64 = forgetsAuthority ? null : readAuthority(authority);
  const parts = base64?.match(/.{1,160}/g) ?? [];
  return parts.map((part, index) => ({
    ...set('server_ca', 90, () => ''),
    line: () => `server_ca@${index * 120}=${part}`,
  }));
}

function set(
  id: CommandStep['id'],
  progress: number,
  pick: (settings: DeviceSettings) => string,
): CommandStep {
  const line = (settings: DeviceSettings) => `${id}=${pick(settings)}`;
  return { id, line, isWanted: always, progress, pauseMs: betweenMs, answerMs };
}

function run(
  id: CommandStep['id'],
  times: Pick<CommandStep, 'progress' | 'pauseMs' | 'answerMs'>,
): CommandStep {
  return { id, line: () => id, isWanted: always, ...times };
}
