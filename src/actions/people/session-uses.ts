import { sessionLifeMs } from '../../domain/people/session.ts';
import type { Store } from '../../store/engine/open.ts';
import { pruneSessions, type SessionUse, writeSessionUses } from '../../store/people/sessions.ts';

/** What is written down of a session's last use may be so old: its idle limit is counted in hours. */
const precisionMs = 5 * 60_000;

/** When sessions were last used: gathered in memory and written together, not once per request. */
export class SessionUses {
  readonly #uses = new Map<string, SessionUse>();

  /** @param writtenAt its last use as it is stored; epoch ms */
  note(sessionId: string, writtenAt: number, use: SessionUse): void {
    if (use.at - writtenAt >= precisionMs) this.#uses.set(sessionId, use);
  }

  /** Writes what was gathered, and forgets the sessions that nobody used for too long. */
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
