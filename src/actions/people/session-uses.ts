import { sessionLifeMs } from '../../domain/people/session.ts';
import type { Store } from '../../store/engine/open.ts';
import { pruneSessions, type SessionUse, writeSessionUses } from '../../store/people/sessions.ts';

/** How old the stored last use of a session may be. Its idle limit is counted in hours. */
const precisionMs = 5 * 60_000;

/** The last uses of sessions: gathered in memory and written together, not once per request. */
export class SessionUses {
  readonly #uses = new Map<string, SessionUse>();

  /** @param writtenAt its last use as it is stored; epoch ms */
  note(sessionId: string, writtenAt: number, use: SessionUse): void {
    if (use.at - writtenAt >= precisionMs) this.#uses.set(sessionId, use);
  }

  /** Writes the gathered uses, and forgets sessions that were unused for too long. */
  flush(store: Store, nowMs: number): void {
    if (this.#uses.size > 0) {
      writeSessionUses(store, this.#uses);
      this.#uses.clear();
    }
    pruneSessions(store, {
      admin: nowMs - sessionLifeMs.admin,
      customer: nowMs - sessionLifeMs.customer,
    });
  }
}
