import type { ChannelName } from '../domain/states.ts';
import { TokenBucket } from '../domain/token-bucket.ts';
import { type Answer, AnswerQueue } from './answer-queue.ts';
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
