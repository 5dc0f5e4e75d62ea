import { Feed } from 'feed';
import type { Language } from '../../../domain/states.ts';
import type { ShownStatus } from './describe-status.ts';
import { statusTexts } from './status-texts.ts';

interface FeedView {
  readonly status: ShownStatus;
  readonly language: Language;
  readonly timezone: string;
  /** Where the page is, without a slash at the end. */
  readonly address: string;
  /** Only this area. */
  readonly area: string | null;
}

/** Readers show the newest; who wants all has the page. */
const mostEntries = 50;

/**
 * What the page says, as entries: one for each outage, changed when it ends.
 * @param nameIn an area's name as the form of the feed has it in the title of an entry
 */
export function makeStatusFeed(view: FeedView, nameIn: (name: string) => string): Feed {
  const { status, language, timezone, address, area } = view;
  const texts = statusTexts[language];
  const areas = status.areas.filter((one) => area === null || one.area === area);
  const only = area === null ? undefined : areas[0];
  const format = new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  });
  const query = new URLSearchParams({ lang: language, ...(area !== null && { area }) });
  const entries = areas
    .flatMap(({ name, outages }) => outages.map((outage) => ({ name, ...outage })))
    .sort((one, other) => other.beganAt - one.beganAt || other.id - one.id)
    .slice(0, mostEntries);
  const changed = entries.map(({ beganAt, endedAt }) => endedAt ?? beganAt);
  const feed = new Feed({
    id: `${address}/status${area === null ? '' : `?area=${encodeURIComponent(area)}`}`,
    title: only === undefined ? texts.title : `${texts.title}: ${only.name}`,
    description: texts.intro,
    link: `${address}/status?lang=${language}`,
    language,
    generator: 'FaiWatch',
    copyright: '',
    updated: new Date(changed.length === 0 ? 0 : Math.max(...changed)),
    feedLinks: {
      atom: `${address}/status/feed.atom?${query}`,
      json: `${address}/status/feed.json?${query}`,
    },
  });
  for (const { id, name, kind, beganAt, endedAt, minutes } of entries) {
    const word = endedAt === null ? texts.is[kind] : texts.over[kind];
    const until =
      endedAt === null ? texts.lasts : `${format.format(endedAt)} · ${texts.duration(minutes)}`;
    feed.addItem({
      id: `${address}/status#${id}`,
      title: `${nameIn(name)}: ${word}`,
      link: `${address}/status?lang=${language}`,
      description: `${texts.began}: ${format.format(beganAt)}. ${texts.ended}: ${until}.`,
      date: new Date(endedAt ?? beganAt),
      published: new Date(beganAt),
    });
  }
  return feed;
}
