/** What carries a call: a provider by HTTP, or an account by SIP. */
import type { FarEnd } from '../../../domain/system/far-end.ts';
import type { FarEndDoor } from '../../channel.ts';
import type { Speech, Wish } from './conversation.ts';

/**
 * How a call ended.
 *
 * - `unheard`: answered, and all was said. `hung-up`: answered, and hung up before.
 * - `refused`: by whoever has the phone. `not-taken`: by the provider.
 * - `diverted`: the far end named somebody else to call, who was not.
 * - `broken-off`: by what carries it. `called-off`: by us, while it rang.
 */
export type CallEnd =
  | 'unheard'
  | 'hung-up'
  | 'busy'
  | 'refused'
  | 'no-answer'
  | 'unreachable'
  | 'no-such-number'
  | 'loop'
  | 'diverted'
  | 'not-taken'
  | 'broken-off'
  | 'called-off';

/** A phone that rang is neither busy nor off, whatever its far end says: somebody refused, or nobody answered. */
export function endOfRung(end: CallEnd): CallEnd {
  if (end === 'busy') return 'refused';
  return end === 'unreachable' ? 'no-answer' : end;
}

export interface CallOutcome {
  readonly end: CallEnd;
  /** The far end's own words. Null: it has none beyond its answer. */
  readonly words: string | null;
  /** What was wished by a key. Null: no key was pressed. */
  readonly wish: Wish | null;
}

export interface PlacedCall {
  /** As the far end, or the log, knows it. */
  readonly id: string;
  /** Resolves once the call has ended. Throws a SendError when that cannot be known. */
  ended(): Promise<CallOutcome>;
  /** Ends it while it rings. A call that was answered goes on. */
  callOff(): void;
}

export interface CallWay {
  /** Keys are heard in its calls. Where none are, a call never counts as heard, so nobody is called about an end. */
  readonly hearsKeys: boolean;
  /** Recordings are played in its calls, those of names among them. */
  readonly saysWords: boolean;
  readonly service?: FarEnd;
  readonly door?: FarEndDoor;
  /**
   * Throws a SendError while no call can go, as to a phone that rings for another of ours, which is never called a
   * second time.
   */
  prepare(to: string): Promise<void>;
  /** Makes a phone ring. Throws a SendError; one that is ambiguous may ring all the same. */
  place(speech: Speech): Promise<PlacedCall>;
  /** Ends what goes on. */
  close?(): Promise<void>;
}

/** So long a phone rings; voice mail of most networks answers later. */
export const ringSeconds = 25;
/** No call is longer, whatever its far end does. */
export const longestSeconds = 60;
/** Time for a key after the last word. */
export const keySeconds = 5;
/** While a call of ours to the same phone goes on. */
export const ongoingWaitMs = 5_000;
