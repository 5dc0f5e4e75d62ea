import { AppError } from '../../domain/errors.ts';

/** Bodies up to this many bytes are not counted: log-ins, enrolments and reports of boards are smaller. */
export const smallBody = 4096;

/** Bytes of larger bodies that one sender may have on their way at once: 64 of the largest ordinary ones. */
const mostHeldBytes = 4 * 1024 * 1024;

/**
 * Bodies in pieces that one sender may have on their way. Bun takes all of one apart that the kernel has, before
 * anybody can say no: 5 ms for 200 KB of pieces of a byte.
 */
const mostInPieces = 4;

/**
 * Bounds the memory that bodies take while they come. A sender may let a byte follow now and then, for hours, and what
 * has come is kept until the body is whole: 5,000 connections held 330 MB so, without a log-in.
 */
export class HeldBodies {
  readonly #held = new Map<string, number>();

  /**
   * Notes that a body is awaited.
   * @param sender an account, a board, or the household of a caller without either
   * @param length in bytes, as it says. Null: it does not say
   * @param limit of the body, in bytes
   * @param comesInPieces as `isInPieces` says
   * @returns lets go of it, once
   * @throws AppError UNAVAILABLE when the sender has as many under way as they may
   */
  await(sender: string, length: number | null, limit: number, comesInPieces = false): () => void {
    const bytes = comesInPieces ? mostHeldBytes / mostInPieces : Math.min(length ?? limit, limit);
    if (bytes <= smallBody) return nothing;
    const held = (this.#held.get(sender) ?? 0) + bytes;
    if (held > mostHeldBytes) {
      throw new AppError('UNAVAILABLE', 'Too much is sent at the same time. Please try again.', {
        retryAfterSeconds: 1,
        leavesBody: true,
      });
    }
    this.#held.set(sender, held);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const rest = (this.#held.get(sender) ?? 0) - bytes;
      if (rest > 0) this.#held.set(sender, rest);
      else this.#held.delete(sender);
    };
  }
}

const nothing = () => {};
