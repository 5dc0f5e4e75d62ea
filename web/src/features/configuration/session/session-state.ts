import type { Chip } from '../../../lib/serial/guess-chip.ts';
import { type SetupNetwork, unknownNetwork } from '../../../lib/serial/setup-network.ts';
import type { StepState } from './configure-run.ts';
import type { StepId } from './configure-steps.ts';
import type { DeviceType, TestCommand } from './device-settings.ts';
import type { HeardNetwork } from './heard-network.ts';
import type { LogEntry } from './log.ts';
import type { Problem } from './problem.ts';
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

export const initialState: SessionState = {
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
