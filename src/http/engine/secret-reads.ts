import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';

/** For each account. A household's calendar programs ask every hour, and a report is opened by a few people. */
const rate = { perSecond: 0.2, burst: 10 };
const mostRemembered = 1_000;

/**
 * Limits how often what is behind secret addresses is read, by the account that gave them out: whoever has
 * such an address is nobody in particular, and writing what it leads to takes a while.
 */
export class SecretReads {
  readonly #buckets = new Map<number, TokenBucket>();

  /** @throws AppError RATE_LIMITED */
  admit(customerId: number, { monoMs }: Instant): void {
    if (this.#buckets.size > mostRemembered) this.#buckets.clear();
    const bucket = this.#buckets.get(customerId) ?? new TokenBucket(rate);
    this.#buckets.set(customerId, bucket);
    const waitMs = bucket.waitMs(monoMs);
    if (waitMs > 0) {
      throw new AppError('RATE_LIMITED', 'This is read too often just now.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    }
    bucket.take(monoMs);
  }
}
