import { AppError } from '../../domain/errors.ts';
import type { Time } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { bodyLengthOf, HeldBodies, maxBodyBytes, readBody } from '../engine/read-body.ts';

/** LINE posts at most some 100 events at once. */
const maxPostBytes = 1024 * 1024;
/** A stranger's post is held until its signature can be compared: so many of more than an ordinary body at once. */
const mostLarge = 2;
/** LINE sends a post at once; whoever does not is given up. */
const patienceMs = 10_000;
/** HMAC-SHA256 in base64 (https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/). */
const signaturePattern = /^[A-Za-z0-9+/]{43}=$/;

/** Reads what is posted to LINE's webhook, and holds little of what LINE has not signed. */
export class LinePosts {
  readonly #time: Pick<Time, 'setTimer'>;
  readonly #bodies = new HeldBodies();
  #large = 0;

  constructor(time: Pick<Time, 'setTimer'>) {
    this.#time = time;
  }

  /**
   * A post that bears no signature is refused before its body is read.
   * @param from network address
   * @throws AppError FORBIDDEN, PAYLOAD_TOO_LARGE, UNAVAILABLE, VALIDATION
   */
  async read(
    request: Request,
    from: string,
  ): Promise<{ readonly body: Uint8Array; readonly signature: string }> {
    const signature = request.headers.get('x-line-signature') ?? '';
    if (!signaturePattern.test(signature)) throw forged();
    const length = bodyLengthOf(request.headers);
    const isLarge = length === null || length > maxBodyBytes;
    if (!isLarge) {
      const letGo = this.#bodies.await(householdOf(from), length, maxBodyBytes);
      try {
        return { body: await this.#inTime(request), signature };
      } finally {
        letGo();
      }
    }
    if (this.#large >= mostLarge) throw tooMuch();
    this.#large += 1;
    try {
      return { body: await this.#inTime(request), signature };
    } finally {
      this.#large -= 1;
    }
  }

  async #inTime(request: Request): Promise<Uint8Array> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () => reject(new AppError('VALIDATION', 'The body did not arrive in time.'));
    const cancel = this.#time.setTimer(patienceMs, late);
    try {
      return await Promise.race([readBody(request, maxPostBytes), promise]);
    } finally {
      cancel();
    }
  }
}

export function forged(): AppError {
  return new AppError('FORBIDDEN', 'This does not bear the signature of LINE.');
}

export function tooMuch(): AppError {
  return new AppError('UNAVAILABLE', 'There is too much to do. Please post it again.');
}
