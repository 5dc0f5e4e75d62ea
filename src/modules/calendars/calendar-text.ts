import ICAL from 'ical.js';
import { occurrencesIn, type PlannedKind } from '../../domain/alerts/planned-time.ts';
import type { Language } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import type { ListedTime } from '../../store/alerts/planned-times.ts';

const dayMs = 86_400_000;
/** Planned times that are over stay so long: a calendar that forgot at once would look broken. */
export const keptMs = 31 * dayMs;
const weeklyAheadMs = 366 * dayMs;
const end = 'END:VCALENDAR';

const texts = {
  th: {
    name: 'ช่วงปิดไฟ',
    maintenance: 'ปิดไฟตามแผน',
    announced: 'ไฟดับตามประกาศ',
    allSites: 'ทุกจุด',
  },
  en: {
    name: 'Power off',
    maintenance: 'Planned maintenance',
    announced: 'Announced power cut',
    allSites: 'all sites',
  },
} as const satisfies Record<
  Language,
  Record<PlannedKind, string> & { readonly name: string; readonly allSites: string }
>;

/**
 * A customer's planned times as iCalendar. Each occurrence is an event of its own, in UTC: what repeats
 * each week by the clocks of the installation needs no time zone in the file then. Notes stay out, since
 * calendars are shared.
 */
export function* writeCalendar(
  times: readonly ListedTime[],
  owner: { readonly language: Language; readonly calendarHash: string | null },
  timezone: string,
  nowMs: number,
): Steps<string> {
  const words = texts[owner.language];
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//FaiWatch//Planned times//EN');
  // Older programs know the first name and pace only, newer ones (RFC 7986) the second.
  calendar.addPropertyWithValue('x-wr-calname', words.name);
  calendar.addPropertyWithValue('name', words.name);
  calendar.addPropertyWithValue('x-published-ttl', 'PT1H');
  const pace = new ICAL.Property('refresh-interval');
  pace.resetType('duration');
  pace.setValue(ICAL.Duration.fromString('PT1H'));
  calendar.addProperty(pace);
  const parts = [calendar.toString().replace(end, '')];
  for (const time of times) {
    // One that comes each week has as many events as a year has weeks: a few milliseconds.
    yield;
    const toAt = time.isWeekly ? nowMs + weeklyAheadMs : Number.POSITIVE_INFINITY;
    for (const span of occurrencesIn(time, { fromAt: nowMs - keptMs, toAt }, timezone)) {
      const sites = time.sites?.map(({ siteName }) => siteName).join(', ') ?? words.allSites;
      const event = new ICAL.Component('vevent');
      // Of this calendar alone, wherever it is merged with others.
      const uid = `planned-${time.id}-${span.fromAt}@${owner.calendarHash?.slice(0, 16)}`;
      event.addPropertyWithValue('uid', uid);
      event.addPropertyWithValue('dtstamp', inUtc(time.createdAt));
      event.addPropertyWithValue('dtstart', inUtc(span.fromAt));
      event.addPropertyWithValue('dtend', inUtc(span.toAt));
      event.addPropertyWithValue('summary', `${words[time.kind]}: ${sites}`);
      // A subscriber is not busy then.
      event.addPropertyWithValue('transp', 'TRANSPARENT');
      parts.push(`${event.toString()}\r\n`);
    }
  }
  return `${parts.join('')}${end}\r\n`;
}

const inUtc = (at: number) => ICAL.Time.fromJSDate(new Date(at), true);
