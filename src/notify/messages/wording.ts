import { durationInWords } from '../../domain/duration.ts';
import type { Language } from '../../domain/states.ts';
import type { Message, MessageFacts } from '../channel.ts';
import { type Catalogue, catalogues } from './catalogue.ts';
import { toPlainLines } from './plain-text.ts';

const locales = { th: 'th-TH', en: 'en-GB' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats with a kept formatter: making one costs far more than using it. */
function format(
  at: number,
  language: Language,
  timezone: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${language} ${timezone} ${Object.keys(options).join(' ')}`;
  let formatter = formats.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locales[language], { timeZone: timezone, ...options });
    formats.set(key, formatter);
  }
  return formatter.format(at);
}

/** Words for moments, in one language and time zone. The present decides what is today. */
export interface TimeWords {
  /** `13:02`, with the date unless it is today: `20 Nov 13:02`; Thai ends in `น.`. */
  moment(at: number): string;
  /** With the date, today too: `20 Nov 13:02`. */
  dated(at: number): string;
  /** `13:02–13:40`, over midnight with both dates. */
  span(from: number, to: number): string;
  /** `October 2026` */
  month(at: number): string;
}

/**
 * @param now epoch ms
 * @param timezone IANA name such as Asia/Bangkok
 */
export function makeTimeWords(now: number, language: Language, timezone: string): TimeWords {
  const suffix = language === 'th' ? ' น.' : '';
  const day = (at: number) =>
    format(at, language, timezone, { day: 'numeric', month: 'short', year: 'numeric' });
  const year = (at: number) => format(at, language, timezone, { year: 'numeric' });
  const clock = (at: number) =>
    format(at, language, timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

  function dated(at: number): string {
    const date =
      year(at) === year(now)
        ? format(at, language, timezone, { day: 'numeric', month: 'short' })
        : day(at);
    return `${date} ${clock(at)}`;
  }

  const plain = (at: number) => (day(at) === day(now) ? clock(at) : dated(at));

  return {
    month: (at) => format(at, language, timezone, { month: 'long', year: 'numeric' }),
    dated: (at) => dated(at) + suffix,
    moment: (at) => plain(at) + suffix,
    span(from, to) {
      const text =
        day(from) === day(to) ? `${plain(from)}–${clock(to)}` : `${dated(from)} – ${dated(to)}`;
      return text + suffix;
    },
  };
}

/** Texts and times for putting a message into words. */
export interface Wording {
  readonly texts: Catalogue;
  readonly times: TimeWords;
  readonly duration: (ms: number) => string;
  /** To the thousandth. */
  readonly number: (value: number) => string;
  /** Epoch ms of the sending. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
}

export function makeWording(language: Language, now: number, timezone: string): Wording {
  return {
    texts: catalogues[language],
    times: makeTimeWords(now, language, timezone),
    duration: (ms) => durationInWords(ms, language),
    number: (value) => value.toLocaleString(locales[language], { maximumFractionDigits: 3 }),
    now,
    timezone,
  };
}

/** A message in words, and for far ends that are programs the facts behind it, as each kind has its own. */
export type MessageBody = Pick<Message, 'html' | 'buttons'> & MessageFacts;

export function headingOf(html: string): string {
  return toPlainLines(html)[0] ?? '';
}
