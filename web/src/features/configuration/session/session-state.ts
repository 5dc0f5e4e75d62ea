import { type SetupNetwork, unknownNetwork } from '../../../lib/serial/setup-network.ts';
import type { Chip } from '../../../lib/serial/web-serial.ts';
import { addEntry, type LogContent, type LogEntry, type LogType } from './board-line.ts';
import type { StepId, StepState } from './configure-run.ts';
import type { DeviceType, TestCommand } from './device-settings.ts';
import type { LinkState } from './serial-link.ts';

/** `checking`: all was sent, and the board is asked how it is. */
type RunPhase = 'idle' | 'running' | 'checking' | 'done' | 'failed';

/** What a configured board does next, by itself. */
export interface Arrival {
  readonly wifi: StepState;
  readonly online: StepState;
}

export interface SessionState {
  readonly link: LinkState;
  readonly isReading: boolean;
  /** Anything at all came from the board since it was connected. */
  readonly hasHeard: boolean;
  readonly setupNetwork: SetupNetwork;
  /** The chip by the port; null: the port does not tell. */
  readonly chip: Chip | null;
  /** The type by the board itself; null: not told yet. */
  readonly toldType: DeviceType | null;
  /** The Wi-Fi the board hears; null: not told, or its firmware cannot. */
  readonly networks: readonly HeardNetwork[] | null;
  /** The board is searching for networks now. */
  readonly isSearching: boolean;
  /** The present problem. */
  readonly problem: Problem | null;
  /** Number of the present run, counted up. */
  readonly run: number;
  readonly phase: RunPhase;
  /** Per cent. */
  readonly progress: number;
  /** Steps of the present run. */
  readonly steps: Readonly<Partial<Record<StepId, StepState>>>;
  readonly arrival: Arrival;
  /** The test command that waits for its answer. */
  readonly command: TestCommand | null;
  readonly log: readonly LogEntry[];
}

type Run = Pick<SessionState, 'phase' | 'progress' | 'steps' | 'arrival'>;

export const noRun: Run = {
  phase: 'idle',
  progress: 0,
  steps: {},
  arrival: { wifi: 'waiting', online: 'waiting' },
};

/** The state of a board that was just connected. */
export const unknownBoard: Pick<
  SessionState,
  'hasHeard' | 'setupNetwork' | 'chip' | 'toldType' | 'networks'
> = {
  hasHeard: false,
  setupNetwork: unknownNetwork,
  chip: null,
  toldType: null,
  networks: null,
};

const initialState: SessionState = {
  ...noRun,
  ...unknownBoard,
  run: 0,
  link: 'closed',
  isReading: false,
  isSearching: false,
  problem: null,
  command: null,
  log: [],
};

/** Something is under way already. */
export function isBusy({ phase, command }: SessionState): boolean {
  return phase === 'running' || phase === 'checking' || command !== null;
}

/** The state of a session, and who is told when it changes. */
export class SessionStore {
  #state = initialState;
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  /** @param now epoch ms, for the log */
  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  update(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  log(type: LogType, content: LogContent): void {
    this.update({ log: addEntry(this.#state.log, { at: this.#now(), type, content }) });
  }

  /** Shows a problem, and logs it. */
  complain(problem: Problem): void {
    this.update({ problem });
    // Without a port the connection has not begun, so this is no failure.
    this.log(problem.code === 'no_port' ? 'info' : 'error', { kind: 'problem', problem });
  }

  /** Shows a problem no more that has turned out well. */
  forget(...codes: readonly ProblemCode[]): void {
    const { problem } = this.#state;
    if (problem !== null && codes.includes(problem.code)) this.update({ problem: null });
  }
}

/** A Wi-Fi network that a board hears. */
export interface HeardNetwork {
  readonly name: string;
  /** dBm: the nearer to 0, the stronger. */
  readonly strength: number;
  /** The network needs no password. */
  readonly isOpen: boolean;
}

/**
 * What `scan_wifi` told, the strongest first.
 * @param details `wifi_network: -48 locked Shop`, …; others are passed over
 */
export function readHeardNetworks(details: readonly string[]): readonly HeardNetwork[] {
  return details.flatMap((detail) => {
    const [, strength, lock, name] =
      /^wifi_network: (-?\d+) (locked|open) (.+)$/.exec(detail) ?? [];
    if (name === undefined) return [];
    return [{ name, strength: Number(strength), isOpen: lock === 'open' }];
  });
}

/** Everything that can go wrong. */
export type ProblemCode =
  /** The visitor chose no port. */
  | 'no_port'
  /** Connection failed: another program has the port. */
  | 'port_busy'
  /** Connection failed, for any other reason. */
  | 'connect_failed'
  | 'cannot_read'
  | 'no_data'
  | 'read_error'
  | 'send_failed'
  | 'not_connected'
  | 'connect_first'
  | 'fill_wifi'
  | 'no_response'
  /** The board answered before, but not to this line. */
  | 'no_answer'
  /** The board does not take a value. */
  | 'refused'
  /** The board would have to send its key unencrypted, which nobody has allowed. */
  | 'not_encrypted'
  /** The board cannot store. */
  | 'storage_failed'
  /** The board disappeared in the middle of something. */
  | 'port_lost'
  /** The board disappeared after it was configured and did not come back. */
  | 'not_back'
  /** The board stored something other than what was sent. */
  | 'stored_other'
  /** Configured, but it cannot join the Wi-Fi. */
  | 'wifi_failed'
  /** Configured, but the server does not take it. */
  | 'server_refused'
  /** Configured, but it does not get through to the server. */
  | 'server_unreachable'
  /** Configured, and not heard of by the server for a minute. */
  | 'not_online';

export interface Problem {
  readonly code: ProblemCode;
  /** The field or command it is about. */
  readonly subject?: string;
  /** The original message of the browser or the board. */
  readonly reason?: string;
}
