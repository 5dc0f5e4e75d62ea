import { areAreasWatched } from '../../store/areas/area-outages.ts';
import type { Module } from '../module.ts';

export const areas: Module = {
  name: 'areas',
  needs: [],
  isInUse: areAreasWatched,
  words: {
    th: {
      title: 'เหตุขัดข้องเป็นวงกว้าง',
      summary:
        'เมื่อหลายจุดในสายป้อนหรือละแวกเดียวกันดับพร้อมกันถือเป็นเหตุเดียว ผู้ดูแลได้รับแจ้งว่าเกิดอะไรขึ้น และเจ้าของรู้ว่าไม่ได้ดับแค่ที่ตัวเอง',
    },
    en: {
      title: 'Area outages',
      summary:
        'What many sites of a feeder or a neighbourhood lose at one moment is one outage: operators hear what it is, and owners that it is not only theirs',
    },
  },
  load: async () => (await import('./body.ts')).startAreas,
};
