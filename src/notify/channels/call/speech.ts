/** Sentences for the phone, put together from recordings. */
import type { SiteNumber } from '../../../domain/devices/site-number.ts';
import { localDayOf, localParts } from '../../../domain/local-days.ts';
import type { Language } from '../../../domain/states.ts';
import type { ToldOutage } from '../../channel.ts';
import type { Piece } from './piece-texts.ts';

/** A larger number is not said. */
const largestNumber = 99;
const dayMs = 86_400_000;

/**
 * The sentences of an alert: the caller, the loss with its site and time, the number of others, and the keys.
 * @param site of the first of the outages; null: it is not known
 * @param now epoch ms
 * @param timezone IANA name
 */
export function speakAlert(
  outages: readonly [ToldOutage, ...ToldOutage[]],
  language: Language,
  site: SiteNumber | null,
  now: number,
  timezone: string,
): Piece[] {
  const [{ cause, downAt }] = outages;
  return [
    'greeting',
    cause === 'mains' ? 'mains_lost' : 'contact_lost',
    ...speakSite(site, language),
    ...speakSince(downAt, language, now, timezone),
    ...speakOthers(outages.length - 1, language),
    ...keysOfAlert,
  ];
}

/**
 * The sentence of an end: as of `speakAlert`, and no key is asked for.
 * @param outages that have all ended
 */
export function speakEnd(
  outages: readonly [ToldOutage, ...ToldOutage[]],
  language: Language,
  site: SiteNumber | null,
  now: number,
  timezone: string,
): Piece[] {
  const [{ cause, recoverAt }] = outages;
  return [
    'greeting',
    cause === 'mains' ? 'mains_back' : 'contact_back',
    ...speakSite(site, language),
    ...speakSince(recoverAt ?? now, language, now, timezone),
    ...speakOthers(outages.length - 1, language),
  ];
}

const keysOfAlert: readonly Piece[] = ['press_1', 'press_2', 'press_9'];

export const testSpeech: readonly Piece[] = ['greeting', 'test', 'press_1'];

/** @param code six digits */
export function speakCode(code: string): Piece[] {
  const digits = [...code].map((digit) => `n${digit}` as Piece);
  return ['greeting', 'code', ...digits, 'not_asked'];
}

/** Nobody's site has a name that a machine could say, so that it is known by its number. */
function speakSite(site: SiteNumber | null, language: Language): Piece[] {
  if (site === null || site.number > largestNumber) return ['at_one_site'];
  if (site.count === 1) return ['at_site'];
  return ['at_site_number', ...speakNumber(site.number, language)];
}

function speakOthers(count: number, language: Language): Piece[] {
  if (count === 0) return [];
  if (count === 1) return ['and', 'one_more_site'];
  if (count > largestNumber) return ['and', 'many_more_sites'];
  return ['and', ...speakNumber(count, language), 'more_sites'];
}

/** A moment of today or yesterday, else for how many days. */
function speakSince(at: number, language: Language, now: number, timezone: string): Piece[] {
  const today = localDayOf(now, timezone);
  const day = localDayOf(at, timezone);
  const clock = () => speakClock(at, language, timezone);
  // A clock that was set back may leave it in the future.
  if (day.date >= today.date) return ['since', ...clock()];
  if (localDayOf(today.fromAt - 1, timezone).date === day.date) {
    return ['since_yesterday', ...clock()];
  }
  const days = Math.min(largestNumber, Math.max(2, Math.floor((now - at) / dayMs)));
  return ['for', ...speakNumber(days, language), 'days'];
}

function speakClock(at: number, language: Language, timezone: string): Piece[] {
  const { hour = 0, minute = 0 } = localParts(at, timezone);
  if (language === 'th') {
    const minutes: Piece[] = minute === 0 ? [] : [...speakNumber(minute, 'th'), 'minutes'];
    return [...speakNumber(hour, 'th'), 'hours', ...minutes];
  }
  const half: Piece = hour < 12 ? 'am' : 'pm';
  const twelfth = speakNumber(hour % 12 === 0 ? 12 : hour % 12, 'en');
  if (minute === 0) return [...twelfth, 'oclock', half];
  const oh: Piece[] = minute < 10 ? ['oh'] : [];
  return [...twelfth, ...oh, ...speakNumber(minute, 'en'), half];
}

/** @param number a whole one from 0 to 99 */
export function speakNumber(number: number, language: Language): Piece[] {
  const ones = number % 10;
  const tens = number - ones;
  const whole = `n${number}` as Piece;
  if (number <= 10 || ones === 0 || (language === 'en' && number < 20)) return [whole];
  // Thai says another word for one after tens: 11 is sip et.
  return [`n${tens}` as Piece, language === 'th' && ones === 1 ? 'et' : (`n${ones}` as Piece)];
}
