import type { Applied } from './applied-note.ts';
import { judgeStanding, LeaderSigns, NatsAbsence, waitBeforeLeading } from './election.ts';
import { Follower } from './follower.ts';
import { type LogBounds, LogLost } from './log.ts';
import { type NodeInCluster, pause } from './node-parts.ts';
import { type Lead, type LeadParts, proveDisk, tryToLead } from './take-lead.ts';

const lookEveryMs = 100;
const againAfterMs = 1_000;
/** The proof that this node could lead is repeated so often while the leader wants to be relieved, in ms. */
const proveEveryMs = 1_000;
/** Obstacles to leading are looked for so often, before this node is needed and when it is, in ms. */
const obstacleLookMs = 10_000;
const obstacleAgainMs = 1_000;
/**
 * A server of NATS that was cut off, or has just come back, may answer with an end of the log that is not the end, and
 * what others append is under way for a moment. Only what is still so after this time, in ms, counts.
 */
const unlikeMs = 5_000;

type FollowingParts = LeadParts & Pick<NodeInCluster, 'talk' | 'isStopping' | 'findObstacle'>;

/** A time of following the log, until this node leads. */
export class Following {
  readonly #parts: FollowingParts;
  readonly #follower: Follower;
  readonly #note: Applied;
  readonly #absence = new NatsAbsence();
  readonly #signs: LeaderSigns;
  #provenMs = Number.NEGATIVE_INFINITY;
  #obstacleMs = Number.NEGATIVE_INFINITY;
  /** Since when the log ends elsewhere than what came of it, monotonic ms. Null: both end alike. */
  #unlikeFromMs: number | null = null;
  #failure: Error | null = null;

  /**
   * @param note what is noted to be in the database
   * @param until the database may hold parts of entries up to this one
   */
  constructor(parts: FollowingParts, note: Applied, until: number) {
    this.#parts = parts;
    this.#note = note;
    this.#follower = new Follower(parts.node, note, until);
    this.#signs = new LeaderSigns(parts.time.clock().monoMs);
  }

  /** @returns once this node leads. Null: it has to look anew at what the log holds */
  async untilLeading(): Promise<Lead | null> {
    const { state, stream, isStopping } = this.#parts;
    state.trouble = null;
    state.disk = null;
    const stop = stream.follow(
      this.#note.seq + 1,
      (seq, bytes) => this.#guard(() => this.#take(seq, bytes)),
      () => this.#guard(() => this.#flush()),
    );
    try {
      for (;;) {
        await pause(this.#parts, lookEveryMs);
        this.#guard(() => this.#answerWish());
        if (this.#failure !== null) throw this.#failure;
        if (isStopping()) return null;
        this.#guard(() => this.#lookForObstacle(obstacleLookMs));
        if (this.#hasToWait()) continue;
        const bounds = await this.#askBounds();
        if (bounds === undefined) {
          await pause(this.#parts, againAfterMs);
          continue;
        }
        // Another one may have begun to lead meanwhile.
        if (this.#hasToWait()) continue;
        if (bounds !== null && this.#hasObstacle(bounds)) continue;
        const outcome = await this.#tryToLead(bounds);
        if (outcome !== 'later') return outcome;
      }
    } finally {
      stop();
    }
  }

  #hasToWait(): boolean {
    const { state, time } = this.#parts;
    const { monoMs } = time.clock();
    const { isVacant, isOthersTurn } = state;
    const { heardMs } = this.#signs;
    return waitBeforeLeading({ monoMs, heardMs, isVacant, isOthersTurn }) > 0;
  }

  #guard(work: () => void): void {
    if (this.#failure !== null) return;
    try {
      work();
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  #take(seq: number, bytes: Uint8Array): void {
    const { state, time } = this.#parts;
    this.#unlikeFromMs = null;
    // Whoever leads by now has had an entry stored, and this node does not ask for the end of the log any more.
    if (state.trouble === 'no-quorum') state.trouble = null;
    const header = this.#follower.take(seq, bytes);
    this.#signs.note(header, time.clock().monoMs);
    state.logEnd = Math.max(state.logEnd, seq);
    if (header !== null) state.noteEntry(header);
  }

  #flush(): void {
    this.#follower.flush();
    this.#parts.state.applied = this.#follower.applied.seq;
  }

  /** A machine whose disk takes no writes goes on leading unless another one says that its own does. */
  #answerWish(): void {
    const { node, state, talk, time } = this.#parts;
    const { monoMs } = time.clock();
    if (!talk.isHeirWanted) {
      state.disk = null;
      return;
    }
    if (monoMs - this.#provenMs < proveEveryMs) return;
    this.#provenMs = monoMs;
    state.disk = null;
    this.#flush();
    proveDisk(node, this.#follower.applied);
    state.disk = 'proven';
  }

  #lookForObstacle(everyMs: number): void {
    const { state, time, findObstacle } = this.#parts;
    const { monoMs } = time.clock();
    // Before the database is whole, it shows nothing.
    if (!this.#follower.isWhole || monoMs - this.#obstacleMs < everyMs) return;
    this.#obstacleMs = monoMs;
    state.obstacle = findObstacle === undefined ? null : findObstacle();
  }

  /** Whether a server could not lead on what is in the database. Others do not have to wait until it has failed. */
  #hasObstacle({ last }: LogBounds): boolean {
    if (judgeStanding(this.#follower.received, last) !== 'may-lead') return false;
    this.#guard(() => {
      this.#follower.flush();
      this.#lookForObstacle(obstacleAgainMs);
    });
    return this.#parts.state.obstacle !== null;
  }

  /** @returns null: the log is gone. Undefined: nothing is to be done yet */
  async #askBounds(): Promise<LogBounds | null | undefined> {
    const { state, stream, time } = this.#parts;
    const askedMs = time.clock().monoMs;
    const bounds = await stream.bounds().catch(() => undefined);
    const { monoMs } = time.clock();
    state.trouble = bounds === undefined ? 'no-quorum' : null;
    if (bounds === undefined) {
      this.#absence.noteSilence(askedMs);
      return undefined;
    }
    return this.#absence.noteAnswer(monoMs) ? bounds : undefined;
  }

  async #tryToLead(bounds: LogBounds | null): Promise<Lead | null | 'later'> {
    const { node, talk, time } = this.#parts;
    const follower = this.#follower;
    if (bounds === null) throw new LogLost('the log is gone');
    const standing = judgeStanding(follower.received, bounds.last);
    if (standing !== 'may-lead') {
      const { monoMs } = time.clock();
      this.#unlikeFromMs ??= monoMs;
      if (monoMs - this.#unlikeFromMs < unlikeMs) return 'later';
      if (standing === 'behind') return null;
      throw new LogLost(`the log ends at ${bounds.last}`);
    }
    this.#unlikeFromMs = null;
    if (talk.missesAnything(node.name, this.#note.lineage)) return null;
    this.#guard(() => {
      follower.flush();
      proveDisk(node, follower.applied);
    });
    if (this.#failure !== null || !follower.isWhole) return 'later';
    const lead = await tryToLead(this.#parts, follower.applied, follower.received);
    if (lead === null) this.#signs.noteNow(time.clock().monoMs);
    return lead ?? 'later';
  }
}
