import type { StatusKind } from '../../../domain/fleet/public-status.ts';
import type { Language } from '../../../domain/states.ts';

interface StatusTexts {
  readonly title: string;
  readonly intro: string;
  readonly asOf: (time: string) => string;
  readonly none: string;
  readonly isUp: string;
  readonly is: Readonly<Record<StatusKind, string>>;
  readonly since: (time: string) => string;
  readonly areas: string;
  readonly past: string;
  /** What the strip of days shows, for those who cannot see it. */
  readonly strip: (area: string, days: number) => string;
  readonly sum: (outages: number, time: string) => string;
  readonly noOutages: string;
  readonly shownSince: (date: string) => string;
  readonly legend: Readonly<Record<'up' | StatusKind | 'unknown', string>>;
  readonly outages: (count: number) => string;
  readonly began: string;
  readonly ended: string;
  readonly what: string;
  readonly lasts: string;
  readonly duration: (minutes: number) => string;
  readonly feeds: string;
  readonly otherLanguage: string;
  readonly about: readonly string[];
  readonly over: Readonly<Record<StatusKind, string>>;
  readonly home: string;
}

const hours = (minutes: number, h: string, m: string) => {
  const parts = [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} ${h}`] : []),
    ...(minutes % 60 > 0 || minutes < 60 ? [`${minutes % 60} ${m}`] : []),
  ];
  return parts.join(' ');
};

export const statusTexts: Readonly<Record<Language, StatusTexts>> = {
  en: {
    title: 'Power by area',
    intro: 'What homes and shops with a power monitor report, five minutes late.',
    asOf: (time) => `As of ${time}`,
    none: 'No area is shown yet. An area appears once five sites of three owners there take part.',
    isUp: 'Power is on',
    is: { out: 'Power is out', silent: 'Out of contact' },
    since: (time) => `since ${time}`,
    areas: 'Areas',
    past: 'The last 90 days',
    strip: (area, days) =>
      days === 0
        ? `${area}: no outages on the days that are known`
        : `${area}: outages on ${days} ${days === 1 ? 'day' : 'days'}`,
    sum: (outages, time) => `${outages} ${outages === 1 ? 'outage' : 'outages'}, ${time} in all`,
    noOutages: 'No outages',
    shownSince: (date) => `shown since ${date}`,
    legend: {
      up: 'No outage',
      out: 'Power was out',
      silent: 'Out of contact: power or internet',
      unknown: 'Not known',
    },
    outages: (count) => (count === 1 ? 'One outage' : `${count} outages`),
    began: 'Began',
    ended: 'Ended',
    what: 'What',
    lasts: 'goes on',
    duration: (minutes) => hours(minutes, 'h', 'min'),
    feeds: 'Follow in a feed reader',
    otherLanguage: 'ภาษาไทย',
    about: [
      'An outage is shown when at least five sites of three owners lost power together. A single home never shows here, and no number of sites is given.',
      'These are some homes in each area, not the network of the electricity authority.',
    ],
    over: { out: 'Power was out', silent: 'Was out of contact' },
    home: 'About this service',
  },
  th: {
    title: 'ไฟฟ้าแต่ละพื้นที่',
    intro: 'จากบ้านและร้านที่ติดอุปกรณ์เฝ้าไฟ ข้อมูลช้ากว่าจริงห้านาที',
    asOf: (time) => `ข้อมูล ณ ${time}`,
    none: 'ยังไม่มีพื้นที่ให้แสดง พื้นที่จะปรากฏเมื่อมีผู้ร่วมอย่างน้อยห้าจุดจากสามเจ้าของ',
    isUp: 'ไฟฟ้าปกติ',
    is: { out: 'ไฟดับ', silent: 'ขาดการติดต่อ' },
    since: (time) => `ตั้งแต่ ${time}`,
    areas: 'พื้นที่',
    past: '90 วันที่ผ่านมา',
    strip: (area, days) =>
      days === 0 ? `${area}: ไม่มีไฟดับในวันที่มีข้อมูล` : `${area}: มีไฟดับ ${days} วัน`,
    sum: (outages, time) => `${outages} ครั้ง รวม ${time}`,
    noOutages: 'ไม่มีไฟดับ',
    shownSince: (date) => `แสดงตั้งแต่ ${date}`,
    legend: {
      up: 'ไม่มีไฟดับ',
      out: 'ไฟดับ',
      silent: 'ขาดการติดต่อ อาจเป็นไฟฟ้าหรืออินเทอร์เน็ต',
      unknown: 'ไม่มีข้อมูล',
    },
    outages: (count) => `ไฟดับ ${count} ครั้ง`,
    began: 'เริ่ม',
    ended: 'สิ้นสุด',
    what: 'เหตุการณ์',
    lasts: 'ยังดำเนินอยู่',
    duration: (minutes) => hours(minutes, 'ชม.', 'นาที'),
    feeds: 'ติดตามด้วยโปรแกรมอ่านฟีด',
    otherLanguage: 'English',
    about: [
      'จะแสดงว่าไฟดับเมื่ออย่างน้อยห้าจุดจากสามเจ้าของดับพร้อมกัน ไม่มีการแสดงบ้านหลังใดหลังหนึ่ง และไม่บอกจำนวนจุด',
      'ข้อมูลนี้มาจากบ้านบางหลังในแต่ละพื้นที่ ไม่ใช่ข้อมูลของการไฟฟ้า',
    ],
    over: { out: 'ไฟดับ', silent: 'ขาดการติดต่อ' },
    home: 'เกี่ยวกับบริการนี้',
  },
};
