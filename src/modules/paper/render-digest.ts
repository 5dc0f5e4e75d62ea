import type { Language } from '../../domain/states.ts';
import type { Message, MessageFile } from '../../notify/channel.ts';
import { fitLines, showName } from '../../notify/messages/plain-text.ts';
import { headingOf, makeWording, type Wording } from '../../notify/messages/wording.ts';
import { type MessageTexts, messageTexts } from './message-texts.ts';

/** The figures of a month, as the report has them. */
export interface DigestFigures {
  /** A moment within the month, epoch ms. */
  readonly at: number;
  /** Percentage. Null: nothing was observed. */
  readonly availability: number | null;
  readonly outages: number;
  /** Without power, in ms. */
  readonly totalMs: number;
  readonly longestMs: number;
}

/** The report of a month as it is sent. */
export interface Digest {
  readonly month: DigestFigures;
  readonly before: DigestFigures;
  /** Newest first; perhaps only the newest. Times in epoch ms. */
  readonly cuts: readonly {
    readonly siteName: string;
    readonly downAt: number;
    /** Null: it goes on. */
    readonly recoverAt: number | null;
    readonly ms: number;
  }[];
  /** The report itself, where it can go along. */
  readonly file: MessageFile | null;
  /** Where it can be read until when (epoch ms) otherwise. Null: the pages have no address. */
  readonly link: { readonly url: string; readonly until: number } | null;
}

/** Telegram takes 1024 characters beside a file; this leaves room for all else. */
const cutsLength = 500;

/** The report of a month in short; the whole of it is in the file or behind the link. */
export function renderDigest(
  language: Language,
  digest: Digest,
  now: number,
  timezone: string,
): Message {
  const html = describe(digest, messageTexts[language], makeWording(language, now, timezone));
  const { file } = digest;
  return {
    kind: 'digest',
    language,
    heading: headingOf(html),
    html,
    buttons: [],
    outageIds: [],
    ...(file !== null && { file }),
  };
}

function describe(
  { month, before, cuts, link }: Digest,
  texts: MessageTexts,
  wording: Wording,
): string {
  const { times, duration, number } = wording;
  const name = times.month(before.at);
  const than = (figures: DigestFigures, words: (of: DigestFigures) => string) =>
    before.availability === null ? words(figures) : texts.than(words(figures), words(before), name);
  const percent = ({ availability }: DigestFigures) =>
    availability === null ? '–' : `${number(availability)}%`;
  const lines = [
    `<b>${texts.heading(times.month(month.at))}</b>`,
    texts.availability(than(month, percent)),
    texts.outages(than(month, ({ outages }) => number(outages))),
  ];
  const lasting = (ms: number) => (ms === 0 ? '–' : duration(ms));
  if (month.totalMs > 0 || before.totalMs > 0) {
    lines.push(texts.total(than(month, ({ totalMs }) => lasting(totalMs))));
  }
  if (month.longestMs > 0) lines.push(texts.longest(duration(month.longestMs)));
  const told = cuts.map(({ siteName, downAt, recoverAt, ms }) => {
    const words =
      recoverAt === null
        ? texts.goesOn(times.moment(downAt))
        : `${times.span(downAt, recoverAt)} (${duration(ms)})`;
    return `• <b>${showName(siteName)}</b>: ${words}`;
  });
  if (told.length > 0) {
    lines.push(fitLines(told, texts.andMore, Math.max(told.length, month.outages), cutsLength));
  }
  if (link !== null) lines.push(texts.link(link.url, times.moment(link.until)));
  return lines.join('\n');
}
