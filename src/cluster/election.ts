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

/** After a longer pause, in ms, what comes may have been written long before: NATS was between leaders of its own. */
const latePauseMs = 2 * aliveEveryMs;
/** What comes less than this after it was written, in ms, is not late any more. */
const inTimeMs = 1_000;

/** The part of an entry that shows when whoever leads was there. */
interface LeaderSign {
  readonly node: string;
  readonly epoch: number;
  /** When it began to append it, by its own clock; epoch ms. */
  readonly at: number;
}

/**
 * Follows when whoever leads was last there. What it wrote may come late, and says nothing of the time since. Its lease
 * counts from when it began an append, too.
 */
export class LeaderSigns {
  #heardMs: number;
  #cameMs: number;
  #last: LeaderSign | null = null;
  /** When something first came late, monotonic ms. Null: it comes in time. */
  #lateFromMs: number | null = null;

  constructor(monoMs: number) {
    this.#heardMs = this.#cameMs = monoMs;
  }

  /** When it was last there, at the latest; monotonic ms. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** Somebody leads, or is about to. */
  noteNow(monoMs: number): void {
    this.#heardMs = this.#cameMs = monoMs;
  }

  /** @param sign null: a part of an entry whose end is still to come */
  note(sign: LeaderSign | null, monoMs: number): void {
    const last = this.#last;
    const isLong = monoMs - this.#cameMs > latePauseMs;
    this.#cameMs = monoMs;
    if (sign !== null) this.#last = sign;
    if (isLong) this.#lateFromMs ??= monoMs;
    const isOfSame = sign !== null && sign.node === last?.node && sign.epoch === last.epoch;
    if (this.#lateFromMs === null || !isOfSame) {
      this.#lateFromMs = null;
      this.#heardMs = monoMs;
      return;
    }
    // Two moments of the same clock. Where that was set meanwhile, it is believed for a moment only.
    this.#heardMs = Math.min(monoMs, this.#heardMs + Math.max(0, sign.at - last.at));
    const isOver = monoMs - this.#lateFromMs >= takeOverAfterMs;
    if (!isOver && monoMs - this.#heardMs >= inTimeMs) return;
    this.#lateFromMs = null;
    this.#heardMs = monoMs;
  }
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
