import type { Config } from '../../installation/config.ts';
import type { ServerAnswer } from '../ask-server.ts';
import type { MessengerProbe } from './probe-messenger.ts';

/** What a check found, in one line. */
export interface Finding {
  /** What was looked at. */
  readonly check: string;
  /** `wrong`: a promise of the service is not kept; `warning`: it soon may not be. */
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly text: string;
  /** The way to mend it; null: there is nothing to mend. */
  readonly mend: string | null;
}

/** What the checks look at; gathered once. */
export interface Patient {
  readonly config: Config;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Whether a server runs on this data directory. */
  readonly isRunning: boolean;
  /** What it says of itself; null: it is not running. */
  readonly server: ServerAnswer | null;
  /** Null: no bot is configured. */
  readonly messenger: MessengerProbe | null;
}

export type Check = (patient: Patient) => Finding[] | Promise<Finding[]>;

/** Makes the findings of one check. */
export function findingsOf(check: string) {
  return {
    ok: (text: string): Finding => ({ check, state: 'ok', text, mend: null }),
    warning: (text: string, mend: string): Finding => ({ check, state: 'warning', text, mend }),
    wrong: (text: string, mend: string): Finding => ({ check, state: 'wrong', text, mend }),
  };
}
