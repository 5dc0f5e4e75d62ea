/** The outages of a report as a table for people: times as their clocks showed them, words beside codes. */
import type { PeriodReport } from '../../actions/alerts/read-outage-history.ts';
import { durationInWords } from '../../domain/duration.ts';
import { localTimeText } from '../../domain/local-days.ts';
import type { Language } from '../../domain/states.ts';
import type { Column } from '../exports/csv.ts';
import { describeOutage, type OutageEntry } from './describe-report.ts';
import { outageWords } from './outage-words.ts';

const over = { th: 'กลับมาแล้ว', en: 'Recovered' } as const;

/** @param timezone IANA name; times are those of its clocks */
export function outageColumns(language: Language, timezone: string): Column<OutageEntry>[] {
  const words = outageWords[language];
  const clock = (time: string | null) =>
    time === null ? null : localTimeText(Date.parse(time), timezone);
  return [
    { name: 'outage_id', cell: (entry) => entry.outage_id },
    { name: 'device_name', cell: (entry) => entry.device_name },
    { name: 'device_id', cell: (entry) => entry.device_id },
    { name: 'cause', cell: (entry) => entry.cause },
    { name: 'cause_text', cell: (entry) => words.causes[entry.cause] },
    { name: 'down_time', cell: (entry) => clock(entry.down_time) },
    { name: 'recover_time', cell: (entry) => clock(entry.recover_time) },
    { name: 'duration_minutes', cell: (entry) => entry.duration_minutes },
    {
      name: 'duration_text',
      cell: (entry) => durationInWords(entry.duration_minutes * 60_000, language),
    },
    { name: 'is_open', cell: (entry) => entry.is_open },
    {
      name: 'state_text',
      cell: (entry) =>
        entry.recover_time === null
          ? words.notBack
          : entry.is_open
            ? words.unconfirmed
            : over[language],
    },
    { name: 'acknowledged_by', cell: (entry) => entry.acknowledged_by },
    { name: 'flaps', cell: (entry) => entry.flaps },
    { name: 'planned', cell: (entry) => entry.planned },
    {
      name: 'planned_text',
      cell: ({ planned }) => (planned === null ? null : words.planned[planned]),
    },
  ];
}

/** Lines that are made in one go. */
const linesPerPart = 100;

/** @param now epoch ms */
export function* outageLines({ outages }: PeriodReport, now: number): Generator<OutageEntry[]> {
  for (let at = 0; at < outages.length; at += linesPerPart) {
    yield outages.slice(at, at + linesPerPart).map((entry) => describeOutage(entry, now));
  }
}
