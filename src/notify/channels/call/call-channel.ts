import { buttonActions } from '../../../domain/alerts/button-actions.ts';
import { localParts } from '../../../domain/local-days.ts';
import { normalisePhone } from '../../../domain/people/phone.ts';
import { type NotificationKind, notificationKinds } from '../../../domain/states.ts';
import { shareBeforeShort } from '../../../domain/system/channel-standing.ts';
import { farEndOf } from '../../../domain/system/far-end.ts';
import { type Channel, codeIn, type Message, SendError } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import type { DayCount } from '../../day-count.ts';
import { keptForAlerts } from '../../kept-for-alerts.ts';
import type { CallDesk, Speech, Wish } from './call-door.ts';
import { findBar } from './callable-number.ts';
import { speakAlert, speakCode, testSpeech } from './speech.ts';
import type { CallEnd, TwilioApi } from './twilio-api.ts';

interface CallChannelOptions
  extends Pick<ChannelTools, 'leftAlone' | 'siteNumberOf' | 'clock' | 'setTimer' | 'timezone'> {
  readonly api: TwilioApi;
  readonly apiRoot: string;
  readonly desk: CallDesk;
  /** The provider can fetch what is said, and post keys. */
  readonly isReachable: boolean;
  /** E.164: the number that calls. */
  readonly from: string;
  /** Calls a day, in all and to one number, and at the same time. */
  readonly dailyCap: number;
  readonly numberCap: number;
  readonly atOnce: number;
  /** Calling codes. */
  readonly countries: readonly string[];
  readonly count: DayCount;
  /** How often the provider is asked how a call does; default 2 s. */
  readonly lookEveryMs?: number;
}

export const unfetched =
  'Call: Twilio fetches what is said from public_url, which must begin with https://';

/** So long a phone rings; voice mail of most networks answers later. */
const ringSeconds = 25;
/** No call is longer, whatever its far end does. */
const longestSeconds = 60;
/** When a call that is still going on is hung up, counted from when it was placed. */
const deadlineMs = (ringSeconds + longestSeconds + 15) * 1000;
const minuteMs = 60_000;
/** How long a phone is tried: later, one that rings for this says nothing new. */
const keepTryingMs = 30 * minuteMs;
/** How soon a call over the cap of a day is tried again: the operator may raise the cap meanwhile. */
const cappedWaitMs = 10 * minuteMs;
/** While a call of ours to the same phone goes on. */
const ongoingWaitMs = 5_000;

/** How each end of a call is told, and how long until the next. */
const ends: Readonly<Record<CallEnd, readonly [reason: string, waitMs: number]>> = {
  completed: ['Call: answered, but nobody pressed a key', 3 * minuteMs],
  busy: ['Call: the phone was busy', minuteMs],
  'no-answer': ['Call: nobody answered', 2 * minuteMs],
  failed: ['Call: the phone could not be reached', 5 * minuteMs],
  canceled: ['Call: it was broken off', 5 * minuteMs],
};

/** An alert wakes, whoever asked for a test waits for it, and nothing else is worth a ring. */
const toldHere: readonly NotificationKind[] = ['alert', 'test'];

/** A code is asked for by somebody who may have typed the number of a stranger. */
const codeHours = { from: 8, to: 21 };

/**
 * Makes phones ring. A call has arrived once a key was pressed in it; until then it is tried again, and others are
 * told. Each costs money, so no more go in a day than the operator allows; it is counted before it goes.
 */
export function makeCallChannel(options: CallChannelOptions): Channel {
  const { api, desk, from, count, dailyCap, clock } = options;
  return {
    name: 'call',
    door: desk,
    service: farEndOf(options.apiRoot),
    atOnce: options.atOnce,
    leavesOut: new Set(notificationKinds.filter((kind) => !toldHere.includes(kind))),
    keepTryingMs,
    limits: {
      // Twilio begins one call a second for an account, unless more was bought.
      overall: { perSecond: 1, burst: 1 },
      perRecipient: () => [{ perSecond: 0.05, burst: 2 }],
    },
    quota: () => ({ used: count.read(), limit: dailyCap, period: 'day' }),

    async send(address, message) {
      const to = normalisePhone(address);
      if (to === null) throw new SendError('Call: not a phone number', { permanent: true });
      const speech = speak(to, message, options);
      refuse(speech, options);
      await awaitOther(api, to);
      const { callId, twiml } = desk.begin(speech);
      try {
        count.add(to, 1);
        const { sid } = await place(api, { To: to, From: from, Twiml: twiml }, () =>
          count.add(to, -1),
        );
        // Whoever waits for a code types it while the call goes on.
        if (speech.subject === 'code') return { externalId: sid };
        const startMono = clock().monoMs;
        const end = await awaitEnd(sid, startMono, options);
        const isTaken = end === 'completed' && speech.subject === 'test';
        const wish = desk.end(callId);
        if (!isTaken && wish !== 'heard') throw toSendError(end, wish);
        return { externalId: sid };
      } finally {
        desk.end(callId);
      }
    },
  };
}

/** @throws SendError when nothing is to be said */
function speak(to: string, message: Message, options: CallChannelOptions): Speech {
  const { kind, language, outages = [], buttons } = message;
  const code = codeIn(message);
  const common = { language, to, notificationId: null };
  if (code !== null) return { ...common, subject: 'code', pieces: speakCode(code) };
  if (kind === 'test') return { ...common, subject: 'test', pieces: testSpeech };
  if (kind !== 'alert') {
    throw new SendError('Call: only losses are told by phone', { permanent: true });
  }
  const [first, ...others] = outages.filter(({ recoverAt }) => recoverAt === null);
  if (first === undefined) {
    throw new SendError('Call: it was over before the phone rang', {
      permanent: true,
      isOvertaken: true,
    });
  }
  const { clock, timezone, siteNumberOf } = options;
  const button = buttons.find(({ action }) => action === buttonActions.acknowledge);
  return {
    ...common,
    subject: 'alert',
    notificationId: button === undefined ? null : Number(button.id),
    pieces: speakAlert(
      [first, ...others],
      language,
      siteNumberOf(first.deviceId),
      clock().wallMs,
      timezone,
    ),
  };
}

/** @throws SendError when this phone is not to be called, or no call is left */
function refuse({ subject, to }: Speech, options: CallChannelOptions): void {
  const { countries, leftAlone, count, dailyCap, numberCap, clock, timezone } = options;
  if (!options.isReachable) throw new SendError(unfetched, { permanent: false });
  const bar = findBar(to, countries);
  if (bar !== null) throw new SendError(bar, { permanent: true });
  if (subject === 'code') {
    if (leftAlone.has('call-codes', to)) {
      throw new SendError('Call: this phone wants no codes until 9:00', { permanent: true });
    }
    const { hour = 0 } = localParts(clock().wallMs, timezone);
    if (hour < codeHours.from || hour >= codeHours.to) {
      throw new SendError('Call: codes are said between 8:00 and 21:00', { permanent: false });
    }
  } else if (leftAlone.has('call-night', to)) {
    throw new SendError('Call: this phone is not called until 9:00, as asked there with 9', {
      permanent: true,
      isDeclined: true,
    });
  }
  const ofNumber = count.read(to) + 1;
  const inAll = count.read() + 1;
  if (subject !== 'alert') {
    if (ofNumber > numberCap * shareBeforeShort || inAll > dailyCap * shareBeforeShort) {
      if (subject === 'code') throw new SendError('Call: the cap', { permanent: false });
      throw keptForAlerts('Call');
    }
    return;
  }
  if (ofNumber > numberCap) {
    const reason = `Call: this number has had its ${numberCap} calls of today`;
    throw new SendError(reason, { permanent: true });
  }
  if (inAll > dailyCap) {
    throw new SendError(`Call: the ${dailyCap} calls of today are used up`, {
      permanent: false,
      retryAfterMs: cappedWaitMs,
      isGlobalLimit: true,
    });
  }
}

/**
 * A phone is not called while it rings for a call of ours, as after a restart or from another machine. What that
 * one is about may have been acknowledged by its end.
 * @throws SendError
 */
async function awaitOther(api: TwilioApi, to: string): Promise<void> {
  const last = await api.findLast(to);
  if (last === null || last.end !== null) return;
  throw new SendError('Call: a call to this phone goes on already', {
    permanent: false,
    retryAfterMs: ongoingWaitMs,
    isOwnLimit: true,
  });
}

/** @throws SendError */
async function place(
  api: TwilioApi,
  fields: { readonly To: string; readonly From: string; readonly Twiml: string },
  takeBack: () => void,
) {
  try {
    return await api.place({
      ...fields,
      Timeout: `${ringSeconds}`,
      TimeLimit: `${longestSeconds}`,
    });
  } catch (error) {
    if (error instanceof SendError && !error.isAmbiguous) takeBack();
    throw error;
  }
}

/**
 * Asks how a call does until it has ended, and ends it when it lasts too long. It is asked for, as what a provider
 * posts by itself may be lost.
 * @throws SendError
 */
async function awaitEnd(
  sid: string,
  startMono: number,
  { api, clock, setTimer, lookEveryMs = 2_000 }: CallChannelOptions,
): Promise<CallEnd> {
  for (;;) {
    await new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));
    const isLate = clock().monoMs - startMono > deadlineMs;
    try {
      const { end } = await api.look(sid);
      if (end !== null) return end;
      if (isLate) await api.hangUp(sid);
    } catch (error) {
      // The call goes on all the same.
      if (!isLate) continue;
      throw error;
    }
    if (!isLate) continue;
    throw new SendError('Call: it did not end in time', {
      permanent: false,
      retryAfterMs: minuteMs,
      isOwnLimit: true,
    });
  }
}

function toSendError(end: CallEnd, wish: Wish | null): SendError {
  if (wish === 'next') {
    const reason = 'Call: answered; the next one is to be told';
    return new SendError(reason, { permanent: true, isDeclined: true });
  }
  if (wish === 'rest') {
    const reason = 'Call: answered; no more calls are wanted tonight';
    return new SendError(reason, { permanent: true, isDeclined: true });
  }
  const [reason, retryAfterMs] = ends[end];
  return new SendError(reason, { permanent: false, retryAfterMs, isOwnLimit: true });
}
