/** Phones that were called and that nobody took: which are called again, and when. */
import { nextCriticalCallAt, rangInVain } from '../domain/alerts/critical-calls.ts';
import { nextEndCallAt, notReached } from '../domain/alerts/end-calls.ts';
import type { Instant } from '../domain/instant.ts';
import type { ClaimedMessage } from '../store/outbox/claim.ts';
import type { OutboxChange } from '../store/outbox/mark.ts';
import type { SendError } from './channel.ts';

/** A call that nobody took. */
interface UnheardCall {
  readonly message: ClaimedMessage;
  readonly error: SendError;
  /** When it began; epoch ms. */
  readonly startedAt: number;
}

export class UnheardCalls {
  /** By phone: until when (monotonic ms) only critical sites call it. */
  readonly #reserved = new Map<string, number>();

  /** Leaves a phone to critical sites until then; monotonic ms. */
  reserve(address: string, untilMono: number): void {
    this.#reserved.set(address, untilMono);
  }

  /** Phones that only critical sites call now, and when the first of them is everybody's again. Infinity: none is. */
  reserved(nowMono: number): { readonly phones: ReadonlySet<string>; readonly nextFreeAt: number } {
    for (const [phone, until] of this.#reserved) if (until <= nowMono) this.#reserved.delete(phone);
    return {
      phones: new Set(this.#reserved.keys()),
      nextFreeAt: Math.min(...this.#reserved.values()),
    };
  }

  /**
   * What becomes of one that has its own time to ring again. Null: it waits as its channel says.
   *
   * - About an end: other calls to the phone do not wait for it.
   * - About sites of which one is critical: the others are told in the same calls.
   */
  settle(call: UnheardCall, now: Instant): OutboxChange | null {
    const { address, kind, rows } = call.message;
    if (kind === 'recovery') {
      const calls = Math.max(...rows.map((row) => row.attempts)) + 1;
      const again = nextEndCallAt(calls, call.startedAt);
      return ringAgain(call, again, notReached, { isUnheard: false }, now);
    }
    const critical = rows.flatMap((row) => ('outage' in row ? (row.criticalCalls ?? []) : []));
    if (critical.length === 0) return null;
    this.reserve(address, now.monoMs + (call.error.retryAfterMs ?? 0));
    const again = nextCriticalCallAt(Math.min(...critical) + 1, call.startedAt);
    return ringAgain(call, again, rangInVain, { isUnheard: true }, now);
  }
}

/** @param nextAttemptAt epoch ms. Null: it has rung often enough, as `enough` says */
function ringAgain(
  { message: { rows }, error: { message: reason } }: UnheardCall,
  nextAttemptAt: number | null,
  enough: string,
  how: Pick<Extract<OutboxChange, { type: 'retried' }>, 'isUnheard'>,
  { wallMs: at }: Instant,
): OutboxChange {
  const ids = rows.map(({ id }) => id);
  if (nextAttemptAt === null) return { type: 'failed', ids, reason: `${reason}; ${enough}`, at };
  return { type: 'retried', ids, at, nextAttemptAt, reason, isAmbiguous: false, ...how };
}
