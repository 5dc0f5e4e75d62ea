import type { Language } from '../../../domain/states.ts';

interface PushTexts {
  readonly open: string;
  readonly done: string;
  readonly failed: string;
}

export const pushTexts: Readonly<Record<Language, PushTexts>> = {
  th: {
    open: 'เปิดดู',
    done: 'รับทราบแล้ว จะไม่มีการเตือนซ้ำเรื่องนี้อีก',
    failed: 'รับทราบไม่สำเร็จ แตะเพื่อเปิดดู',
  },
  en: {
    open: 'Open',
    done: 'Acknowledged. No more reminders of this are sent.',
    failed: 'This could not be acknowledged. Tap to open the page.',
  },
};
