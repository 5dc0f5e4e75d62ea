import { durationInWords } from '../../domain/duration.ts';
import type { Language } from '../../domain/states.ts';
import { type Catalogue, catalogues } from './catalogue.ts';
import { locales, makeTimeWords, type TimeWords } from './time-words.ts';

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
