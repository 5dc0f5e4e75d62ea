import type { FarEnd } from '../../../domain/system/far-end.ts';
import { farEndOf } from '../../../domain/system/far-end.ts';
import { SendError } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import type { CallDesk } from './call-door.ts';
import {
  type CallEnd,
  type CallOutcome,
  type CallWay,
  endOfRung,
  longestSeconds,
  ongoingWaitMs,
  type PlacedCall,
  ringSeconds,
} from './call-way.ts';
import type { Speech } from './conversation.ts';
import type { TwilioApi, CallEnd as TwilioEnd } from './twilio-api.ts';

interface TwilioWayOptions extends Pick<ChannelTools, 'clock' | 'setTimer'> {
  readonly api: TwilioApi;
  readonly apiRoot: string;
  readonly desk: CallDesk;
  /** The provider can fetch what is said, and post keys. */
  readonly isReachable: boolean;
  /** E.164: the number that calls. */
  readonly from: string;
  /** How often the provider is asked how a call does; default 2 s. */
  readonly lookEveryMs?: number;
}

export const unfetched =
  'Call: Twilio fetches what is said from public_url, which must begin with https://';

/** When a call that is still going on is hung up, counted from when it was placed. */
const deadlineMs = (ringSeconds + longestSeconds + 15) * 1000;

const ends: Readonly<Record<TwilioEnd, CallEnd>> = {
  completed: 'unheard',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'unreachable',
  canceled: 'broken-off',
};

/** Calls through Twilio, which fetches what is said, and posts the keys. */
export class TwilioWay implements CallWay {
  readonly hearsKeys = true;
  readonly saysWords = true;
  readonly service: FarEnd;
  readonly door: CallDesk;
  readonly #options: TwilioWayOptions;

  constructor(options: TwilioWayOptions) {
    this.#options = options;
    this.service = farEndOf(options.apiRoot);
    this.door = options.desk;
  }

  /**
   * A phone is not called while it rings for a call of ours, as after a restart or from another machine. What that
   * one is about may have been acknowledged by its end.
   */
  async prepare(to: string): Promise<void> {
    const { api, isReachable } = this.#options;
    if (!isReachable) throw new SendError(unfetched, { permanent: false });
    const last = await api.findLast(to);
    if (last === null || last.end !== null) return;
    throw new SendError('Call: a call to this phone goes on already', {
      permanent: false,
      retryAfterMs: ongoingWaitMs,
      isOwnLimit: true,
    });
  }

  async place(speech: Speech): Promise<PlacedCall> {
    const { api, desk, from, clock } = this.#options;
    const { callId, order } = desk.begin(speech);
    try {
      const { sid } = await api.place({
        To: speech.to,
        From: from,
        Twiml: order.text,
        Timeout: `${ringSeconds}`,
        TimeLimit: `${longestSeconds}`,
      });
      const startMono = clock().monoMs;
      let isCalledOff = false;
      return {
        id: sid,
        ended: async () => {
          const outcome = await this.#awaitEnd(sid, callId, startMono);
          const isMeant = isCalledOff && outcome.end === 'broken-off';
          return isMeant ? { ...outcome, end: 'called-off' } : outcome;
        },
        callOff: () => {
          isCalledOff = true;
          // It ends by itself where this is lost.
          api.cancel(sid).catch(() => {});
        },
      };
    } catch (error) {
      desk.end(callId);
      throw error;
    }
  }

  /**
   * Asks how a call does until it has ended, and ends it when it lasts too long. It is asked for, as what a provider
   * posts by itself may be lost.
   */
  async #awaitEnd(sid: string, callId: string, startMono: number): Promise<CallOutcome> {
    const { api, desk, clock, setTimer, lookEveryMs = 2_000 } = this.#options;
    let hasRung = false;
    try {
      for (;;) {
        await new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));
        const isLate = clock().monoMs - startMono > deadlineMs;
        try {
          const { end, isRinging } = await api.look(sid);
          hasRung ||= isRinging;
          if (end !== null) {
            const known = hasRung ? endOfRung(ends[end]) : ends[end];
            return { end: known, words: null, wish: desk.end(callId) };
          }
          if (isLate) await api.hangUp(sid);
        } catch (error) {
          // The call goes on all the same.
          if (!isLate) continue;
          throw error;
        }
        if (!isLate) continue;
        throw new SendError('Call: it did not end in time', {
          permanent: false,
          retryAfterMs: 60_000,
          isOwnLimit: true,
        });
      }
    } finally {
      desk.end(callId);
    }
  }
}
