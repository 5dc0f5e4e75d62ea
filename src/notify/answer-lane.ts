import type { ChannelName } from '../domain/states.ts';
import { TokenBucket } from '../domain/token-bucket.ts';
import { asSendError } from './channel.ts';
import type { LaneOptions } from './delivery-lane.ts';
import type { SendLimits } from './send-limits.ts';

/** The part of the channel's rate that answers in chats may use. The rest is left to the outbox. */
const answerRate = { perSecond: 5, burst: 5 };
/** Answers on their way at once. */
const maxAnswering = 16;
/** Waiting answers are looked at so often, in ms. */
const lookForAnswersMs = 200;

/** Answers in the chats of one channel, within the limits that hold for its messages, too. */
export class AnswerLane {
  readonly #channel: ChannelName;
  readonly #limits: SendLimits;
  readonly #busy: Set<string>;
  readonly #options: LaneOptions;
  readonly #waiting: AnswerQueue;
  readonly #share = new TokenBucket(answerRate);
  #answering = 0;

  /** @param busy addresses with a message on its way; answers are added while they are on theirs */
  constructor(channel: ChannelName, limits: SendLimits, busy: Set<string>, options: LaneOptions) {
    this.#channel = channel;
    this.#limits = limits;
    this.#busy = busy;
    this.#options = options;
    this.#waiting = new AnswerQueue(() => {
      options.counters.answersDropped += 1;
    });
  }

  /** Whether no answer is on its way. */
  get isIdle(): boolean {
    return this.#answering === 0;
  }

  add(address: string, send: () => Promise<unknown>): void {
    this.#waiting.add({ address, send, askedMs: this.#options.clock().monoMs });
    this.#options.wake();
  }

  /**
   * Lets answers go that may go now.
   * @returns when to look again (monotonic ms). Infinity: no answer waits
   */
  pump(): number {
    const { monoMs } = this.#options.clock();
    const isFree = (address: string) =>
      !this.#busy.has(address) && this.#limits.isFree(address, monoMs);
    while (
      this.#answering < maxAnswering &&
      Math.min(this.#share.available(monoMs), this.#limits.available(monoMs)) >= 1
    ) {
      const answer = this.#waiting.take(monoMs, isFree);
      if (answer === null) break;
      this.#share.take(monoMs);
      this.#give(answer, monoMs);
    }
    return this.#waiting.isEmpty ? Number.POSITIVE_INFINITY : monoMs + lookForAnswersMs;
  }

  async #give(answer: Answer, startMs: number): Promise<void> {
    const { clock, counters, log, wake } = this.#options;
    const { address } = answer;
    this.#busy.add(address);
    this.#answering += 1;
    this.#limits.take(startMs);
    const onItsWay = this.#options.settled?.();
    if (onItsWay !== undefined) await onItsWay;
    try {
      await answer.send();
      counters.answers += 1;
    } catch (error) {
      const { message: reason, retryAfterMs } = asSendError(error, log);
      if (retryAfterMs === undefined) {
        log.warn({ channel: this.#channel, address, reason }, 'an answer did not get through');
      } else {
        // Only this chat waits: whoever writes to the bot must not be able to delay everybody's alerts.
        this.#limits.pauseRecipient(address, clock().monoMs + retryAfterMs);
        this.#waiting.putBack(answer);
      }
    }
    this.#answering -= 1;
    this.#busy.delete(address);
    this.#limits.settle(address, clock().monoMs);
    wake();
  }
}

/** A message that answers somebody who wrote in a chat. */
interface Answer {
  readonly address: string;
  /** @throws SendError when the messenger refused the message, or its answer was lost */
  readonly send: () => Promise<unknown>;
  /** Monotonic ms. */
  readonly askedMs: number;
}

/** At five answers a second, the last one goes after twelve seconds. */
const maxWaiting = 60;
/** People who asked have left the chat by then. */
const maxAgeMs = 15_000;

/**
 * Answers that wait until the messenger's limits let them go. Chats take turns, so that somebody who
 * writes a hundred times delays nobody else. Answers beyond `maxWaiting`, or older than `maxAgeMs`, are
 * dropped.
 */
export class AnswerQueue {
  /** Answers by address. Chats stand in the order of their turns, the answers of a chat oldest first. */
  readonly #chats = new Map<string, Answer[]>();
  readonly #onDropped: () => void;
  #size = 0;

  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds an answer. When too many wait, the chat with the most loses its oldest. */
  add(answer: Answer): void {
    this.#push(answer.address, (waiting) => waiting.push(answer));
    if (this.#size <= maxWaiting) return;
    const fullest = [...this.#chats].reduce((most, other) =>
      other[1].length > most[1].length ? other : most,
    );
    this.#shift(...fullest);
    this.#onDropped();
  }

  /** Gives back an answer that could not go. It is the next of its chat. */
  putBack(answer: Answer): void {
    this.#push(answer.address, (waiting) => waiting.unshift(answer));
  }

  /**
   * Takes the next answer out.
   * @param isFree whether an address can take a message now
   */
  take(now: number, isFree: (address: string) => boolean): Answer | null {
    this.#dropOld(now);
    for (const [address, waiting] of this.#chats) {
      if (!isFree(address)) continue;
      const answer = this.#shift(address, waiting);
      // The chat goes to the end of the line.
      this.#chats.delete(address);
      if (waiting.length > 0) this.#chats.set(address, waiting);
      return answer;
    }
    return null;
  }

  #dropOld(now: number): void {
    for (const [address, waiting] of this.#chats) {
      while (waiting[0] !== undefined && now - waiting[0].askedMs > maxAgeMs) {
        this.#shift(address, waiting);
        this.#onDropped();
      }
    }
  }

  #push(address: string, put: (waiting: Answer[]) => void): void {
    const waiting = this.#chats.get(address) ?? [];
    put(waiting);
    this.#chats.set(address, waiting);
    this.#size += 1;
  }

  #shift(address: string, waiting: Answer[]): Answer | null {
    const answer = waiting.shift() ?? null;
    if (answer !== null) this.#size -= 1;
    if (waiting.length === 0) this.#chats.delete(address);
    return answer;
  }
}
