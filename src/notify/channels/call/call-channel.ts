import { buttonActions } from '../../../domain/alerts/button-actions.ts';
import { mostOfDay } from '../../../domain/alerts/call-cost.ts';
import { isCallHour } from '../../../domain/alerts/call-hours.ts';
import { normalisePhone } from '../../../domain/people/phone.ts';
import { type NotificationKind, notificationKinds } from '../../../domain/states.ts';
import { shareBeforeShort } from '../../../domain/system/channel-standing.ts';
import { type Channel, codeIn, type Message, SendError } from '../../channel.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import type { DayCount } from '../../day-count.ts';
import { keptForAlerts } from '../../kept-for-alerts.ts';
import type { CallEnd, CallOutcome, CallWay } from './call-way.ts';
import { findBar } from './callable-number.ts';
import type { Speech, Wish } from './conversation.ts';
import { type SitesInCalls, speakAlert, speakCode, speakEnd, testSpeech } from './speech.ts';
import type { Voice } from './voice.ts';

interface CallChannelOptions
  extends Pick<ChannelTools, 'leftAlone' | 'siteNumberOf' | 'spokenNameOf' | 'clock' | 'timezone'> {
  readonly way: CallWay;
  readonly voice: Pick<Voice, 'secondsOf'>;
  /** Calls a day, in all and to one number, and at the same time. */
  readonly dailyCap: number;
  readonly numberCap: number;
  /** Of a minute that is begun. Left out, or empty: nobody said. */
  readonly minutePrice?: string;
  readonly atOnce: number;
  /** Calling codes. */
  readonly countries: readonly string[];
  readonly count: DayCount;
}

const minuteMs = 60_000;
/** How long a phone is tried: later, one that rings for this says nothing new. */
const keepTryingMs = 30 * minuteMs;
/** How soon a call over the cap of a day is tried again: the operator may raise the cap meanwhile. */
const cappedWaitMs = 10 * minuteMs;

/** How each end of a call is told, and how long until the next; without one it is not the phone's fault. */
const ends: Readonly<Record<CallEnd, readonly [reason: string, waitMs?: number]>> = {
  unheard: ['Call: answered, but nobody pressed a key', 3 * minuteMs],
  'hung-up': ['Call: answered, and hung up before a key was pressed', 3 * minuteMs],
  busy: ['Call: the phone was busy', minuteMs],
  refused: ['Call: the call was refused at the phone', 2 * minuteMs],
  'no-answer': ['Call: nobody answered', 2 * minuteMs],
  unreachable: ['Call: the phone could not be reached', 5 * minuteMs],
  'no-such-number': ['Call: there is no such number'],
  loop: ['Call: it comes back to us; the exchanges call each other'],
  diverted: ['Call: it is sent on to another number, which is not called', 5 * minuteMs],
  'not-taken': ['Call: the provider did not take it'],
  'broken-off': ['Call: it was broken off', minuteMs],
  'called-off': ['Call: somebody acknowledged, or it was over, while the phone rang'],
};
/** Another try would end in the same way. */
const forGood: readonly CallEnd[] = ['no-such-number', 'loop'];
/** An end is told again: nobody was woken, or nobody knows what was heard before a server ended in the call. */
const untold: readonly CallEnd[] = ['busy', 'unreachable', 'broken-off'];
/** Somebody had the phone at the ear, or something. */
const answered: readonly CallEnd[] = ['unheard', 'hung-up'];

/**
 * An alert wakes, its end is told where it was heard and is wished, whoever asked for a test waits for it: nothing else
 * is worth a ring.
 */
function isTold(kind: NotificationKind, { hearsKeys }: Pick<CallWay, 'hearsKeys'>): boolean {
  return kind === 'alert' || kind === 'test' || (kind === 'recovery' && hearsKeys);
}

/**
 * Makes phones ring. A call has arrived once a key was pressed in it; until then it is tried again, and others are
 * told. Each costs money, so no more go in a day than the operator allows; it is counted before it goes.
 */
export function makeCallChannel(options: CallChannelOptions): Channel {
  const { way, count, dailyCap } = options;
  return {
    name: 'call',
    ...(way.door !== undefined && { door: way.door }),
    ...(way.service !== undefined && { service: way.service }),
    ...(way.close !== undefined && { close: () => way.close?.() ?? Promise.resolve() }),
    atOnce: options.atOnce,
    canBeCalledOff: true,
    ...(way.saysWords && { saysNames: true }),
    leavesOut: new Set(notificationKinds.filter((kind) => !isTold(kind, way))),
    keepTryingMs,
    limits: {
      // Twilio begins one call a second for an account, unless more was bought.
      overall: { perSecond: 1, burst: 1 },
      perRecipient: () => [{ perSecond: 0.05, burst: 2 }],
    },
    quota: () => ({ used: count.read(), limit: dailyCap, period: 'day' }),

    async send(address, message, { calledOff }) {
      const to = normalisePhone(address);
      if (to === null) throw new SendError('Call: not a phone number', { permanent: true });
      const speech = speak(to, message, options);
      refuse(speech, options);
      await way.prepare(to);
      if (calledOff?.aborted)
        throw toSendError({ end: 'called-off', words: null, wish: null }, speech);
      count.add(to, 1);
      const { id, ended, callOff } = await place(speech, options);
      if (calledOff?.aborted) callOff();
      calledOff?.addEventListener('abort', callOff);
      // Whoever waits for a code types it while the call goes on.
      if (speech.subject === 'code') return { externalId: id };
      const outcome = await ended();
      const asksForKey = speech.subject === 'alert';
      const isTaken = !asksForKey && answered.includes(outcome.end);
      if (!isTaken && outcome.wish !== 'heard') throw toSendError(outcome, speech);
      return { externalId: id };
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
  if (kind !== 'alert' && kind !== 'recovery') {
    throw new SendError('Call: only losses and their ends are told by phone', { permanent: true });
  }
  const { clock, timezone, siteNumberOf, spokenNameOf, voice } = options;
  const sites: SitesInCalls = {
    numberOf: siteNumberOf,
    isSpoken: (deviceId) => spokenNameOf(deviceId) !== null,
    secondsOf: (said) => voice.secondsOf(language, said),
  };
  const [first, ...others] = outages.filter(({ recoverAt }) => recoverAt === null);
  const [ended, ...endedToo] = outages;
  if (kind === 'recovery' && first === undefined && ended !== undefined) {
    const pieces = speakEnd([ended, ...endedToo], language, sites, clock().wallMs, timezone);
    return { ...common, subject: 'end', pieces };
  }
  if (first === undefined) {
    throw new SendError('Call: it was over before the phone rang', {
      permanent: true,
      isOvertaken: true,
    });
  }
  const button = buttons.find(({ action }) => action === buttonActions.acknowledge);
  return {
    ...common,
    subject: 'alert',
    notificationId: button === undefined ? null : Number(button.id),
    pieces: speakAlert([first, ...others], language, sites, clock().wallMs, timezone),
  };
}

/** @throws SendError when this phone is not to be called, or no call is left */
function refuse({ subject, to }: Speech, options: CallChannelOptions): void {
  const { countries, leftAlone, count, dailyCap, numberCap, clock, timezone } = options;
  const bar = findBar(to, countries);
  if (bar !== null) throw new SendError(bar, { permanent: true });
  if (subject === 'code') {
    if (leftAlone.has('call-codes', to)) {
      throw new SendError('Call: this phone wants no codes until 9:00', { permanent: true });
    }
    if (!isCallHour(clock().wallMs, timezone)) {
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
    throw new SendError(sayUsedUp(options), {
      permanent: false,
      retryAfterMs: cappedWaitMs,
      isGlobalLimit: true,
    });
  }
}

function sayUsedUp({ dailyCap, minutePrice = '' }: CallChannelOptions): string {
  const most = mostOfDay(dailyCap, minutePrice);
  const cost = most === null ? '' : `: ${most.toFixed(2)} at most, at ${minutePrice} a minute`;
  return `Call: the ${dailyCap} calls of today are used up${cost}`;
}

/** @throws SendError */
async function place(speech: Speech, { way, count }: CallChannelOptions) {
  try {
    return await way.place(speech);
  } catch (error) {
    // It surely did not ring.
    if (error instanceof SendError && !error.isAmbiguous) count.add(speech.to, -1);
    throw error;
  }
}

function toSendError(
  { end, words, wish }: CallOutcome,
  { subject }: Pick<Speech, 'subject'>,
): SendError {
  const declined = wish === null ? null : declines[wish];
  if (declined !== null) return new SendError(declined, { permanent: true, isDeclined: true });
  const [said, retryAfterMs] = ends[end];
  const reason = words === null ? said : `${said} (${words})`;
  if (subject === 'end' && retryAfterMs !== undefined && !untold.includes(end)) {
    // Nobody is woken twice to hear that all is well.
    return new SendError(`${reason}; an end is told once`, { permanent: true, isDeclined: true });
  }
  if (end === 'called-off') return new SendError(reason, { permanent: true, isOvertaken: true });
  if (forGood.includes(end)) {
    return new SendError(reason, { permanent: true, isRecipientGone: end === 'no-such-number' });
  }
  if (retryAfterMs === undefined) return new SendError(reason, { permanent: false });
  const isUnheard = true;
  return new SendError(reason, { permanent: false, retryAfterMs, isOwnLimit: true, isUnheard });
}

const declines: Readonly<Record<Wish, string | null>> = {
  heard: null,
  next: 'Call: answered; the next one is to be told',
  rest: 'Call: answered; no more calls are wanted tonight',
};
