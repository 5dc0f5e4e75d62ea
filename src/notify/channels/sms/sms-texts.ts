import type { Language } from '../../../domain/states.ts';

/** The words of an SMS, before the names of sites. */
interface SmsTexts {
  readonly lost: Readonly<Record<'mains' | 'contact', (when: string) => string>>;
  readonly goesOn: Readonly<Record<'mains' | 'contact', (when: string) => string>>;
  /** Of an alert that goes out after its outage has ended. */
  readonly over: Readonly<Record<'mains' | 'contact', (span: string) => string>>;
  readonly back: Readonly<
    Record<'mains' | 'network' | 'contact', (when: string, lasted: string) => string>
  >;
  readonly announced: string;
  readonly test: string;
  readonly confirm: (code: string) => string;
}

export const smsTexts: Readonly<Record<Language, SmsTexts>> = {
  en: {
    lost: {
      mains: (when) => `Mains lost ${when}`,
      contact: (when) => `Contact lost ${when}`,
    },
    goesOn: {
      mains: (when) => `Still no power since ${when}`,
      contact: (when) => `Still no contact since ${when}`,
    },
    over: {
      mains: (span) => `Power was out ${span}`,
      contact: (span) => `Contact was lost ${span}`,
    },
    back: {
      mains: (when, lasted) => `Power back ${when} (out ${lasted})`,
      network: (when, lasted) => `Internet back ${when} (lost ${lasted}), power had stayed on`,
      contact: (when, lasted) => `Contact back ${when} (lost ${lasted})`,
    },
    announced: ' (announced)',
    test: 'TEST, not a real alert. FaiWatch can reach this number.',
    confirm: (code) =>
      `FaiWatch code ${code}. It lets power alerts come to this number. You did not ask for it? Ignore it.`,
  },
  th: {
    lost: {
      mains: (when) => `ไฟดับ ${when}`,
      contact: (when) => `ขาดการติดต่อ ${when}`,
    },
    goesOn: {
      mains: (when) => `ไฟยังไม่มา ตั้งแต่ ${when}`,
      contact: (when) => `ยังติดต่อไม่ได้ ตั้งแต่ ${when}`,
    },
    over: {
      mains: (span) => `ไฟดับไปช่วง ${span}`,
      contact: (span) => `ขาดการติดต่อช่วง ${span}`,
    },
    back: {
      mains: (when, lasted) => `ไฟมาแล้ว ${when} (ดับ ${lasted})`,
      network: (when, lasted) => `เน็ตกลับมาแล้ว ${when} (หลุด ${lasted}) ไฟไม่ได้ดับ`,
      contact: (when, lasted) => `ติดต่อได้แล้ว ${when} (ขาดไป ${lasted})`,
    },
    announced: ' (ตามประกาศ)',
    test: 'ทดสอบ ไม่ใช่เหตุจริง FaiWatch ส่งถึงเบอร์นี้ได้',
    confirm: (code) => `รหัส FaiWatch ${code} สำหรับรับแจ้งเตือนไฟดับ ถ้าไม่ได้ขอ ไม่ต้องทำอะไร`,
  },
};
