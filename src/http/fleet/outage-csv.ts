/** The outages of a report as a table for people: times as their clocks showed them, words beside codes. */
import type { PeriodReport } from '../../actions/alerts/read-outage-history.ts';
import { durationInWords } from '../../domain/duration.ts';
import { localTimeText } from '../../domain/local-days.ts';
import type { Cause, Language } from '../../domain/states.ts';
import type { Column } from '../exports/csv.ts';
import { describeOutage, type OutageEntry } from './describe-report.ts';

/** As the pages say it. */
export const outageWords = {
  th: {
    cause: {
      mains: 'ไฟดับ',
      silent: 'ขาดการติดต่อ ยังไม่รู้สาเหตุ',
      network: 'เน็ตหลุด ไฟไม่ดับ',
      device: 'อุปกรณ์รีสตาร์ต ไฟไม่ดับ',
      unobserved: 'ไม่ได้เฝ้า',
    },
    planned: { maintenance: 'ปิดไฟตามแผน', announced: 'ตามประกาศ' },
    goesOn: 'ยังไม่กลับมา',
    unconfirmed: 'รอยืนยันว่าไฟนิ่งแล้ว',
    over: 'กลับมาแล้ว',
  },
  en: {
    cause: {
      mains: 'Mains lost',
      silent: 'Contact lost, cause not known yet',
      network: 'Internet lost, power on',
      device: 'Device restarted, power on',
      unobserved: 'Not observed',
    },
    planned: { maintenance: 'In planned maintenance', announced: 'As announced' },
    goesOn: 'Not recovered',
    unconfirmed: 'Waiting to see if it stays',
    over: 'Recovered',
  },
} as const satisfies Record<Language, { cause: Record<Cause, string> } & Record<string, unknown>>;

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
    { name: 'cause_text', cell: (entry) => words.cause[entry.cause] },
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
        entry.recover_time === null ? words.goesOn : entry.is_open ? words.unconfirmed : words.over,
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
