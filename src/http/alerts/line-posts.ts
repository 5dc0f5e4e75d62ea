import { AppError, type AppErrorDetails } from '../../domain/errors.ts';
import type { Time } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { bodyLengthOf, HeldBodies, maxBodyBytes, readBody } from '../engine/read-body.ts';

/** LINE posts at most some 100 events at once. */
const maxPostBytes = 1024 * 1024;
/** A stranger's post is held until its signature can be compared: so many of more than an ordinary body at once. */
const mostLarge = 8;
/** LINE sends a post at once; whoever does not is given up. */
const patienceMs = 10_000;
/** HMAC-SHA256 in base64 (https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/). */
const signaturePattern = /^[A-Za-z0-9+/]{43}=$/;

/** A large post whose signature cannot be compared yet. */
interface Held {
  readonly household: string;
  readonly giveUp: () => void;
}

/** Reads what is posted to LINE's webhook, and holds little of what LINE has not signed. */
export class LinePosts {
  readonly #time: Pick<Time, 'setTimer'>;
  readonly #bodies = new HeldBodies();
  /** The one that was begun first comes first. */
  readonly #large = new Set<Held>();

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
    const household = householdOf(from);
    if (isLarge) return { body: await this.#readLarge(request, household), signature };
    const letGo = this.#bodies.await(household, length, maxBodyBytes);
    try {
      return { body: await this.#inTime(request, Promise.withResolvers()), signature };
    } finally {
      letGo();
    }
  }

  /** Nobody is refused: strangers who hold all places would keep LINE out. */
  async #readLarge(request: Request, household: string): Promise<Uint8Array> {
    const end = Promise.withResolvers<never>();
    const held = { household, giveUp: () => end.reject(tooMuch({ leavesBody: true })) };
    this.#large.add(held);
    if (this.#large.size > mostLarge) this.#makeRoom();
    try {
      return await this.#inTime(request, end);
    } finally {
      this.#large.delete(held);
    }
  }

  /** The household that has the most gives up the one it began first: its next post costs nobody else theirs. */
  #makeRoom(): void {
    const all = [...this.#large];
    const countOf = (household: string) => all.filter((one) => one.household === household).length;
    const most = Math.max(...all.map(({ household }) => countOf(household)));
    const first = all.find(({ household }) => countOf(household) === most);
    if (first === undefined) return;
    this.#large.delete(first);
    first.giveUp();
  }

  async #inTime(request: Request, end: PromiseWithResolvers<never>): Promise<Uint8Array> {
    const cancel = this.#time.setTimer(patienceMs, () => end.reject(late()));
    try {
      return await Promise.race([readBody(request, maxPostBytes), end.promise]);
    } finally {
      cancel();
    }
  }
}

function late(): AppError {
  return new AppError('VALIDATION', 'The body did not arrive in time.', { leavesBody: true });
}

export function forged(): AppError {
  return new AppError('FORBIDDEN', 'This does not bear the signature of LINE.');
}

export function tooMuch(details: AppErrorDetails = {}): AppError {
  const text = 'There is too much to do. Please post it again.';
  return new AppError('UNAVAILABLE', text, details);
}
