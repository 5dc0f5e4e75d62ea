/** A message in as few words as an SMS has room for. */
import { durationInWords } from '../../../domain/duration.ts';
import type { Language } from '../../../domain/states.ts';
import { codeIn, type Message, type ToldOutage } from '../../channel.ts';
import { toPlainLines } from '../../messages/plain-text.ts';
import { makeTimeWords } from '../../messages/wording.ts';
import { cutSms, measureSms, toPlainSms } from './sms-length.ts';
import { smsTexts } from './sms-texts.ts';

/** A longer message is cut, because each part is paid for. */
const maxParts = 2;
const maxSiteName = 30;
/** The most sites that are named. */
const maxSites = 20;

/**
 * @param now epoch ms
 * @param timezone IANA name
 */
export function toSms(message: Message, now: number, timezone: string): string {
  const { kind, language, html, outages = [] } = message;
  const texts = smsTexts[language];
  const code = codeIn(message);
  if (code !== null) return texts.confirm(code);
  if (kind === 'test') return texts.test;
  if (outages.length > 0) return tellOutages(outages, language, now, timezone);
  return cutSms(toPlainSms(`FaiWatch: ${toPlainLines(html).join('\n')}`), maxParts);
}

interface Line {
  readonly words: string;
  readonly site: string;
}

/** Names as many sites as fit, and the number of the others. */
function tellOutages(
  outages: readonly ToldOutage[],
  language: Language,
  now: number,
  timezone: string,
): string {
  const lines = outages.map((told): Line => {
    const name = [...toPlainSms(told.siteName)];
    const site =
      name.length > maxSiteName ? `${name.slice(0, maxSiteName - 1).join('')}.` : name.join('');
    return { words: toPlainSms(describe(told, language, now, timezone)), site };
  });
  for (let count = Math.min(lines.length, maxSites); count > 1; count -= 1) {
    const text = joinLines(lines, count);
    if (measureSms(text).parts <= maxParts) return text;
  }
  return cutSms(joinLines(lines, 1), maxParts);
}

/** Writes words that hold for several sites once. */
function joinLines(lines: readonly Line[], count: number): string {
  const sites = new Map<string, string[]>();
  for (const { words, site } of lines.slice(0, count)) {
    sites.set(words, [...(sites.get(words) ?? []), site]);
  }
  const left = lines.length - count;
  const text = [...sites].map(([words, names]) => `${words}: ${names.join(', ')}`).join('\n');
  return `FaiWatch: ${text}${left === 0 ? '' : ` +${left}`}`;
}

function describe(told: ToldOutage, language: Language, now: number, timezone: string): string {
  const { kind, cause, downAt, recoverAt, isAnnounced } = told;
  const texts = smsTexts[language];
  const times = makeTimeWords(now, language, timezone);
  const subject = cause === 'mains' ? 'mains' : 'contact';
  if (kind === 'recovery') {
    const at = recoverAt ?? now;
    const of = cause === 'network' ? 'network' : subject;
    return texts.back[of](times.moment(at), durationInWords(at - downAt, language));
  }
  const announced = isAnnounced ? texts.announced : '';
  if (recoverAt !== null) return texts.over[subject](times.span(downAt, recoverAt)) + announced;
  const words = kind === 'alert' ? texts.lost : texts.goesOn;
  return words[subject](times.moment(downAt)) + announced;
}
