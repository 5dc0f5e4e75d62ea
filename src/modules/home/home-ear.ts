import type { Logger } from '../../domain/logger.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';
import { homeStatusTopic, readButtonTopic } from './home-messages.ts';

/** Buttons of one customer. Each is a row in the audit log, so they are as few as changes over HTTP. */
const buttonRate = { perSecond: 1, burst: 20 };
/** How often a customer's messages are published again. */
const repeatRate = { perSecond: 1 / 30, burst: 3 };

export interface HomeEffects {
  /** Called when the button of a topic was pressed at `address`. */
  press(topic: string, address: string): void;
  /** Called when all messages are wanted again. */
  repeat(): void;
}

/** Takes what one customer's home automation publishes, up to a rate that leaves the others theirs. */
export class HomeEar {
  readonly #buttons = new TokenBucket(buttonRate);
  readonly #repeats = new TokenBucket(repeatRate);
  readonly #effects: HomeEffects;
  readonly #log: Logger;
  readonly #monoMs: () => number;

  /** @param monoMs the monotonic clock */
  constructor(effects: HomeEffects, log: Logger, monoMs: () => number) {
    this.#effects = effects;
    this.#log = log;
    this.#monoMs = monoMs;
  }

  hear(topic: string, payload: string, address: string): void {
    try {
      if (topic === homeStatusTopic) {
        if (payload === 'online' && this.#mayPass(this.#repeats)) this.#effects.repeat();
      } else if (readButtonTopic(topic) !== null && this.#mayPass(this.#buttons)) {
        this.#effects.press(topic, address);
      }
    } catch (error) {
      // The disk may be full. The press is lost: MQTT has no answer that could say so.
      this.#log.error({ err: error }, 'what a home automation published had no effect');
    }
  }

  #mayPass(bucket: TokenBucket): boolean {
    const now = this.#monoMs();
    if (bucket.waitMs(now) > 0) return false;
    bucket.take(now);
    return true;
  }
}
