/** The words of the report of a month in a chat, and of the answer about the last week; HTML. */
import type { Language } from '../../domain/states.ts';

export interface MessageTexts {
  readonly heading: (month: string) => string;
  /** A figure, and that of the month before. */
  readonly than: (figure: string, before: string, month: string) => string;
  readonly availability: (figure: string) => string;
  readonly outages: (figure: string) => string;
  readonly total: (figure: string) => string;
  readonly longest: (duration: string) => string;
  /** Of an outage that has not ended. */
  readonly goesOn: (since: string) => string;
  /** Outages that found no room. */
  readonly andMore: (outages: number) => string;
  /** `until`: when it ends. */
  readonly link: (url: string, until: string) => string;
  /** After the name of a site. `lasting`: without power; null: not at all. */
  readonly siteOfWeek: (availability: string, outages: number, lasting: string | null) => string;
}

export const messageTexts: Readonly<Record<Language, MessageTexts>> = {
  th: {
    heading: (month) => `📊 รายงานไฟประจำเดือน ${month}`,
    than: (figure, before, month) => `${figure} (${month}: ${before})`,
    availability: (figure) => `เวลาที่มีไฟ ${figure}`,
    outages: (figure) => `ไฟดับ ${figure} ครั้ง`,
    total: (figure) => `รวมเวลาที่ไฟดับ ${figure}`,
    longest: (duration) => `นานที่สุด ${duration}`,
    goesOn: (since) => `ตั้งแต่ ${since} ยังไม่จบ`,
    andMore: (outages) => `… และอีก ${outages} ครั้งในรายงาน`,
    link: (url, until) => `📄 รายงานฉบับเต็ม: ${url}\nใครมีลิงก์นี้ก็เปิดดูได้ ถึง ${until}`,
    siteOfWeek: (availability, outages, lasting) =>
      lasting === null
        ? `มีไฟ ${availability}`
        : `มีไฟ ${availability} ดับ ${outages} ครั้ง (${lasting})`,
  },
  en: {
    heading: (month) => `📊 Power report, ${month}`,
    than: (figure, before, month) => `${figure} (${month}: ${before})`,
    availability: (figure) => `Time with power: ${figure}`,
    outages: (figure) => `Outages: ${figure}`,
    total: (figure) => `Without power: ${figure}`,
    longest: (duration) => `Longest: ${duration}`,
    goesOn: (since) => `since ${since}, not over yet`,
    andMore: (outages) => `… and ${outages} more in the report`,
    link: (url, until) =>
      `📄 The whole report: ${url}\nWhoever has the link can read it, until ${until}.`,
    siteOfWeek: (availability, outages, lasting) =>
      lasting === null
        ? `power ${availability}`
        : `power ${availability}, out ${outages === 1 ? 'once' : `${outages} times`} (${lasting})`,
  },
};
