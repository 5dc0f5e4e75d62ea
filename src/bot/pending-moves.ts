import type { RegistrationProof } from '../actions/alerts/register-recipient.ts';

/** A chat that would go to another account, once whoever asked for it has said so. */
export interface PendingMove {
  /** Chat id. */
  readonly address: string;
  /** Who asked; null: an anonymous administrator of the group. */
  readonly personId: number | null;
  /** The account it would leave. */
  readonly from: { readonly customerId: number; readonly name: string };
  readonly proof: RegistrationProof;
  /** Epoch ms. */
  readonly askedAt: number;
}

const keptMs = 30 * 60_000;
const maxKept = 1_000;

/**
 * Moves that wait for a word, by the name their buttons carry. They are forgotten at a restart: a proof,
 * which may be a key, is not worth storing for that.
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

  /** Undefined: unknown, of another chat, or too old. */
  find(id: string, address: string, nowMs: number): PendingMove | undefined {
    const move = this.#moves.get(id);
    if (move === undefined || move.address !== address) return undefined;
    return nowMs - move.askedAt < keptMs ? move : undefined;
  }

  delete(id: string): void {
    this.#moves.delete(id);
  }
}
