import type { RegistrationProof } from '../actions/alerts/register-recipient.ts';

/** A chat that is to move to another account, once the person who asked confirms it. */
interface PendingMove {
  /** The chat, with its messenger. */
  readonly chat: string;
  /** The asker. Null: an anonymous administrator of the group. */
  readonly personId: string | null;
  /** The account it would leave. */
  readonly from: { readonly customerId: number; readonly name: string };
  readonly proof: RegistrationProof;
  /** Epoch ms. */
  readonly askedAt: number;
}

const keptMs = 30 * 60_000;
const maxKept = 1_000;

/**
 * Moves that wait for confirmation, by the name on their buttons. A restart forgets them: they hold a
 * proof, possibly a key, that is not worth storing.
 */
export class PendingMoves {
  readonly #moves = new Map<string, PendingMove>();

  /** @returns 16 hex digits */
  add(move: PendingMove): string {
    const id = crypto.getRandomValues(new Uint8Array(8)).toHex();
    this.#moves.set(id, move);
    const [oldest] = this.#moves.keys();
    if (this.#moves.size > maxKept && oldest !== undefined) this.#moves.delete(oldest);
    return id;
  }

  /** Undefined: the move is unknown, belongs to another chat, or is too old. */
  find(id: string, chat: string, nowMs: number): PendingMove | undefined {
    const move = this.#moves.get(id);
    if (move === undefined || move.chat !== chat) return undefined;
    return nowMs - move.askedAt < keptMs ? move : undefined;
  }

  delete(id: string): void {
    this.#moves.delete(id);
  }
}
