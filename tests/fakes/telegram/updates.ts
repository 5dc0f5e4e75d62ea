/**
 * The queue behind getUpdates, with long polling as the Bot API server does it
 * (https://core.telegram.org/bots/api#getupdates; details from its Client.cpp, `do_get_updates`).
 */
import type { Update } from 'grammy/types';
import { ApiError } from './api-error.ts';

export type UpdateContent = Omit<Update, 'update_id'>;

interface QueuedUpdate {
  readonly update: Update;
  readonly expiresAt: number;
}

interface HeldPoll {
  readonly offset: number;
  readonly limit: number;
  readonly timer: Timer;
  readonly answer: (updates: Update[]) => void;
  readonly refuse: (error: ApiError) => void;
}

export interface PollRequest {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  readonly allowedUpdates: readonly string[] | undefined;
}

/** Update types that are sent only when asked for by name. */
const onlyOnRequest: ReadonlySet<string> = new Set([
  'chat_member',
  'message_reaction',
  'message_reaction_count',
]);
/** An update nobody fetched is kept for a day, a press of a button for 150 seconds. */
const keptMs = 86_400_000;
const pressKeptMs = 150_000;
const conflictText =
  'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';

export interface UpdateQueueOptions {
  readonly now: () => number;
  /**
   * The service makes a getUpdates of timeout 0–2 s wait for this long (3000 ms) when it repeats the offset
   * of one begun within that time. 0: not.
   */
  readonly repeatedPollHoldMs: number;
  /** The service answers one 409 at once and holds back further ones for this long (3000 ms). */
  readonly conflictPauseMs: number;
}

export class UpdateQueue {
  private readonly options: UpdateQueueOptions;
  private readonly queue: QueuedUpdate[] = [];
  private lastId: number;
  private allowed: readonly string[] = [];
  private held: HeldPoll | undefined;
  private previous = { offset: Number.NaN, startedAt: Number.NEGATIVE_INFINITY };
  private nextConflictAt = Number.NEGATIVE_INFINITY;
  private readonly timers = new Set<Timer>();

  constructor(options: UpdateQueueOptions) {
    this.options = options;
    // The service begins at a random number; a bot must not expect 1.
    this.lastId = 700_000_000 + Math.floor(Math.random() * 1_000_000);
  }

  get pendingCount(): number {
    return this.queue.length;
  }

  get isPolled(): boolean {
    return this.held !== undefined;
  }

  /** Adds an update, unless the bot has said that it does not want this type. */
  push(content: UpdateContent): void {
    const [type] = Object.keys(content);
    if (type === undefined || !this.isWanted(type)) return;
    const update: Update = { update_id: ++this.lastId, ...content };
    const lifetimeMs = type === 'callback_query' ? pressKeptMs : keptMs;
    this.queue.push({ update, expiresAt: this.options.now() + lifetimeMs });
    const poll = this.release();
    poll?.answer(this.take(poll.offset, poll.limit));
  }

  /**
   * One getUpdates call. Confirms (drops) everything below the offset; a negative offset counts from
   * the end. Waits up to the timeout when there is nothing, and ends another call that waits.
   */
  async poll(request: PollRequest, onHangUp: (listener: () => void) => void): Promise<Update[]> {
    if (request.allowedUpdates) this.allowed = request.allowedUpdates;
    const limit = Math.min(100, Math.max(1, request.limit));
    const timeoutMs = this.decideTimeoutMs(request);
    const offset =
      request.offset < 0 ? this.lastId + 1 + request.offset : Math.max(0, request.offset);
    this.previous = { offset: request.offset, startedAt: this.options.now() };
    const updates = this.take(offset, limit);
    if (updates.length > 0 || timeoutMs === 0) return updates;
    this.endHeldPoll();
    return new Promise<Update[]>((answer, refuse) => {
      const timer = setTimeout(() => this.release()?.answer([]), timeoutMs);
      const poll: HeldPoll = { offset, limit, timer, answer, refuse };
      this.held = poll;
      onHangUp(() => {
        if (this.held === poll) this.release();
      });
    });
  }

  dropAll(): void {
    this.queue.length = 0;
  }

  /** Forgets the waiting call and every timer; used when the connections are cut. */
  abandon(): void {
    this.release();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private decideTimeoutMs({ offset, timeoutSeconds }: PollRequest): number {
    const timeoutMs = Math.min(50, Math.max(0, timeoutSeconds)) * 1000;
    const isRepeated =
      offset === this.previous.offset &&
      this.options.now() < this.previous.startedAt + this.options.repeatedPollHoldMs;
    return isRepeated ? Math.max(timeoutMs, this.options.repeatedPollHoldMs) : timeoutMs;
  }

  private isWanted(type: string): boolean {
    return this.allowed.length === 0 ? !onlyOnRequest.has(type) : this.allowed.includes(type);
  }

  private take(offset: number, limit: number): Update[] {
    const now = this.options.now();
    const keep = this.queue.filter(
      (queued) => queued.update.update_id >= offset && queued.expiresAt > now,
    );
    this.queue.splice(0, this.queue.length, ...keep);
    return keep.slice(0, limit).map((queued) => queued.update);
  }

  private release(): HeldPoll | undefined {
    const poll = this.held;
    if (poll) clearTimeout(poll.timer);
    this.held = undefined;
    return poll;
  }

  private endHeldPoll(): void {
    const poll = this.release();
    if (!poll) return;
    const refuse = () => poll.refuse(new ApiError(409, conflictText));
    const { conflictPauseMs } = this.options;
    const now = this.options.now();
    if (now >= this.nextConflictAt) {
      this.nextConflictAt = now + conflictPauseMs;
      refuse();
      return;
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      refuse();
    }, conflictPauseMs);
    this.timers.add(timer);
  }
}
