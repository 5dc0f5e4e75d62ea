/** Sentences for the phone, put together from recordings. */
import type { SiteNumber } from '../../../domain/devices/site-number.ts';
import { localDayOf, localParts } from '../../../domain/local-days.ts';
import type { Language } from '../../../domain/states.ts';
import type { ToldOutage } from '../../channel.ts';
import type { Piece, Said } from './piece-texts.ts';

/** A larger number is not said. */
const largestNumber = 99;
const dayMs = 86_400_000;

/** No sentence lasts longer: what the keys do gives way to a long name of the first site. */
const longestSeconds = 15;
/** Nobody keeps more names in mind than those of a site and of so many others. */
const mostOtherNames = 3;

/** What is known of the sites of which a sentence tells. */
export interface SitesInCalls {
  /** Null: it is nobody's. */
  readonly numberOf: (deviceId: string) => SiteNumber | null;
  /** Its owner has spoken its name. */
  readonly isSpoken: (deviceId: string) => boolean;
  /** How long a sentence takes. */
  readonly secondsOf: (said: readonly Said[]) => number;
}

type Told = readonly [ToldOutage, ...ToldOutage[]];

/**
 * The sentences of an alert: the caller, the loss with its site and time, the number of others, and the keys.
 * @param now epoch ms
 * @param timezone IANA name
 */
export function speakAlert(
  outages: Told,
  language: Language,
  sites: SitesInCalls,
  now: number,
  timezone: string,
): Said[] {
  const [{ cause, downAt }] = outages;
  const what = cause === 'mains' ? 'mains_lost' : 'contact_lost';
  const since = speakSince(downAt, language, now, timezone);
  const say = (keys: readonly Piece[]) =>
    speakOf(outages, language, sites, (where) => [
      ...head(what),
      ...where.sites,
      ...since,
      ...where.others,
      ...keys,
    ]);
  const keys = keysOfAlert.find((some) => sites.secondsOf(say(some)) <= longestSeconds);
  return say(keys ?? onlyHeard);
}

/**
 * The sentence of an end: as of `speakAlert`, and no key is asked for.
 * @param outages that have all ended
 */
export function speakEnd(
  outages: Told,
  language: Language,
  sites: SitesInCalls,
  now: number,
  timezone: string,
): Said[] {
  const [{ cause, recoverAt }] = outages;
  const what = cause === 'mains' ? 'mains_back' : 'contact_back';
  const since = speakSince(recoverAt ?? now, language, now, timezone);
  return speakOf(outages, language, sites, (where) => [
    ...head(what),
    ...where.sites,
    ...since,
    ...where.others,
  ]);
}

function head(what: Piece): Piece[] {
  return ['greeting', what];
}

/**
 * A sentence of several sites: the first by name or number, others by name while that fits, and how many more.
 * @param sayAt makes the sentence of its sites
 */
function speakOf(
  [first, ...others]: Told,
  language: Language,
  sites: SitesInCalls,
  sayAt: (where: { readonly sites: readonly Said[]; readonly others: readonly Piece[] }) => Said[],
): Said[] {
  const site = speakSite(first.deviceId, language, sites);
  const say = (names: readonly Said[]) =>
    sayAt({
      sites: [...site, ...names],
      others: speakOthers(others.length - names.length, language),
    });
  let names: readonly Said[] = [];
  for (const { deviceId } of others) {
    if (names.length === mostOtherNames) break;
    if (!sites.isSpoken(deviceId)) continue;
    const more = [...names, { nameOf: deviceId }];
    if (sites.secondsOf(say(more)) > longestSeconds) break;
    names = more;
  }
  return say(names);
}

const onlyHeard: readonly Piece[] = ['press_1'];
/** The keys that are named, all of them where there is time. Each does what it does, named or not. */
const keysOfAlert: readonly (readonly Piece[])[] = [
  ['press_1', 'press_2', 'press_9'],
  ['press_1', 'press_2'],
];

export const testSpeech: readonly Piece[] = ['greeting', 'test', 'press_1'];

/** @param code six digits */
export function speakCode(code: string): Piece[] {
  const digits = [...code].map((digit) => `n${digit}` as Piece);
  return ['greeting', 'code', ...digits, 'not_asked'];
}

/** A machine says no name: where its owner has not spoken it, a site is known by its number. */
function speakSite(deviceId: string, language: Language, sites: SitesInCalls): Said[] {
  if (sites.isSpoken(deviceId)) return [{ nameOf: deviceId }];
  const site = sites.numberOf(deviceId);
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
