import { addEntry, type LogContent, type LogType } from './log.ts';
import type { Problem, ProblemCode } from './problem.ts';
import { initialState, type SessionState } from './session-state.ts';

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
