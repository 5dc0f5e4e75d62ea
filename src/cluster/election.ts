/** When a node tries to lead. The log decides who does: see `Log.append`. */

/** Without a word of the leader for so long, others try, in ms. */
export const takeOverAfterMs = 10_000;
/** The leader says that it is there when it has appended nothing for so long, in ms. */
export const aliveEveryMs = 2_000;
/**
 * The leader counts as one for so long after it began its last successful append, in ms. It has ended
 * itself before anybody else leads.
 */
export const leaseMs = 9_000;
/**
 * NATS that does not answer for so long, in ms, after the leader has fallen silent may have lost something with
 * its power. When one of its servers fails, the others are back in less.
 */
const natsAwayMs = 8_000;
/** After that whoever led last goes first: it may have what no other one has. Others wait for so long, in ms. */
const lastLeaderFirstMs = 10_000;
/** A node that failed to lead, or gave it up, lets the others go first for so long, in ms. */
const othersFirstMs = 5_000;

interface ElectionView {
  readonly monoMs: number;
  /** When the last entry came, or when this node began to listen. */
  readonly heardMs: number;
  /** The last entry said that its node does not lead any more. */
  readonly isVacant: boolean;
  /** This node led last, and failed or gave it up. */
  readonly isOthersTurn: boolean;
}

/** Time until this node asks the log whether it may lead, in ms. */
export function waitBeforeLeading(view: ElectionView): number {
  const silence = view.isVacant ? 0 : takeOverAfterMs;
  const wait = silence + (view.isOthersTurn ? othersFirstMs : 0);
  return Math.max(0, view.heardMs + wait - view.monoMs);
}

/** Follows whether NATS answers, and so for how long whoever led last goes first. */
export class NatsAbsence {
  #awayFromMs: number | null = null;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  /** It did not answer what was asked then. */
  noteSilence(askedMs: number): void {
    this.#awayFromMs ??= askedMs;
  }

  /** @returns whether others than the last leader may lead */
  noteAnswer(monoMs: number): boolean {
    const isLong = this.#awayFromMs !== null && monoMs - this.#awayFromMs >= natsAwayMs;
    if (isLong) this.#notBeforeMs = monoMs + lastLeaderFirstMs;
    this.#awayFromMs = null;
    return monoMs >= this.#notBeforeMs;
  }
}

type Standing = 'behind' | 'may-lead' | 'lost';

/**
 * @param received the last sequence that came
 * @param end the last sequence in the log
 */
export function judgeStanding(received: number, end: number): Standing {
  if (end < received) return 'lost';
  return end === received ? 'may-lead' : 'behind';
}
