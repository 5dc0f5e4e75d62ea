import type { Config } from '../../installation/config.ts';
import type { ServerAnswer } from '../ask-server.ts';
import type { MessengerProbe } from './probe-messenger.ts';

/** The finding of a check, in one line. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  /** `wrong`: the service does not keep a promise. `warning`: it may soon not keep one. */
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly text: string;
  /** The remedy. Null: there is nothing to mend. */
  readonly mend: string | null;
}

/** The facts that checks look at, gathered once. */
export interface Patient {
  readonly config: Config;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Whether a server runs on this data directory. */
  readonly isRunning: boolean;
  /** The server's own report. Null: no server runs. */
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
