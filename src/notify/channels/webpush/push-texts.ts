import type { Language } from '../../../domain/states.ts';

/** The outcome of a press. */
interface Outcomes {
  readonly done: string;
  readonly failed: string;
}

interface PushTexts {
  readonly open: string;
  readonly acknowledged: Outcomes;
  readonly unfollowed: Outcomes;
  /** The browser could not say that it is one. */
  readonly notFollowed: string;
}

export const pushTexts: Readonly<Record<Language, PushTexts>> = {
  th: {
    open: 'เปิดดู',
    acknowledged: {
      done: 'รับทราบแล้ว จะไม่มีการเตือนซ้ำเรื่องนี้อีก',
      failed: 'รับทราบไม่สำเร็จ แตะเพื่อเปิดดู',
    },
    unfollowed: {
      done: 'หยุดแล้ว เบราว์เซอร์นี้ไม่ติดตามพื้นที่ใดอีก',
      failed: 'หยุดไม่สำเร็จ แตะเพื่อเปิดดู',
    },
    notFollowed: 'ติดตามไม่สำเร็จ แตะเพื่อลองอีกครั้ง',
  },
  en: {
    open: 'Open',
    acknowledged: {
      done: 'Acknowledged. No more reminders of this are sent.',
      failed: 'This could not be acknowledged. Tap to open the page.',
    },
    unfollowed: {
      done: 'Stopped. This browser follows no area any more.',
      failed: 'This could not be stopped. Tap to open the page.',
    },
    notFollowed: 'This did not work. Tap to try again.',
  },
};
