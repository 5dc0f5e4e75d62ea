import type { Instant } from '../../domain/instant.ts';

/** The greatest age of a session's proof, in ms, where a call changes who may come in. */
const longestProofMs = 5 * 60_000;

/**
 * When each session last proved whose it is: at its log-in, or by a password or a second factor since. In memory only:
 * after a restart everybody is asked once more.
 */
export class SessionProofs {
  readonly #provenAt = new Map<string, Instant>();

  /** @param ageMs how long ago the proof was given */
  note(sessionId: string, { wallMs, monoMs }: Instant, ageMs = 0): void {
    for (const id of this.#provenAt.keys()) {
      if (!this.isFresh(id, { wallMs, monoMs })) this.#provenAt.delete(id);
    }
    this.#provenAt.set(sessionId, { wallMs: wallMs - ageMs, monoMs: monoMs - ageMs });
  }

  /** By both clocks: the wall clock may be set back, and the other one stands still while a machine sleeps. */
  isFresh(sessionId: string, { wallMs, monoMs }: Instant): boolean {
    const at = this.#provenAt.get(sessionId);
    return at !== undefined && Math.max(wallMs - at.wallMs, monoMs - at.monoMs) <= longestProofMs;
  }
}
