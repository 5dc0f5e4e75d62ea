import { areOutagesAnnounced } from '../../store/alerts/outage-calendars.ts';
import type { Module } from '../module.ts';

export const calendars: Module = {
  name: 'calendars',
  needs: [],
  isInUse: areOutagesAnnounced,
  words: {
    th: {
      title: 'ปฏิทินและประกาศดับไฟ',
      summary:
        'ประกาศกำหนดดับไฟให้เจ้าของจุดติดตั้งทราบ ด้วยมือ จากไฟล์ หรือจากปฏิทินที่อ่านทุกชั่วโมง และดูช่วงปิดไฟได้ในแอปปฏิทิน',
    },
    en: {
      title: 'Calendars and announced outages',
      summary:
        'Outages that are announced to the owners of sites, by hand, from files, and from calendars that are read every hour; planned times in calendar programs',
    },
  },
  load: async () => (await import('./body.ts')).startCalendars,
};
