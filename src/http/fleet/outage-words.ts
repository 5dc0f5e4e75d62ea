/** What the columns and lines of outages say to people, outside the pages: in the words of the pages. */
import type { PlannedKind } from '../../domain/alerts/planned-time.ts';
import type { Cause, Language } from '../../domain/states.ts';

export interface OutageWords {
  readonly causes: Readonly<Record<Cause, string>>;
  readonly planned: Readonly<Record<PlannedKind, string>>;
  readonly notBack: string;
  /** Power is back, and not yet known to be steady. */
  readonly unconfirmed: string;
}

export const outageWords: Readonly<Record<Language, OutageWords>> = {
  th: {
    notBack: 'ยังไม่กลับมา',
    unconfirmed: 'รอยืนยันว่าไฟนิ่งแล้ว',
    causes: {
      mains: 'ไฟดับ',
      silent: 'ขาดการติดต่อ ยังไม่รู้สาเหตุ',
      network: 'เน็ตหลุด ไฟไม่ดับ',
      device: 'อุปกรณ์รีสตาร์ต ไฟไม่ดับ',
      unobserved: 'ไม่ได้เฝ้า',
    },
    planned: { maintenance: 'ปิดไฟตามแผน', announced: 'ตามประกาศ' },
  },
  en: {
    notBack: 'Not recovered',
    unconfirmed: 'Waiting to see if it stays',
    causes: {
      mains: 'Mains lost',
      silent: 'Contact lost, cause not known yet',
      network: 'Internet lost, power on',
      device: 'Device restarted, power on',
      unobserved: 'Not observed',
    },
    planned: { maintenance: 'In planned maintenance', announced: 'As announced' },
  },
};
