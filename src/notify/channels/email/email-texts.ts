import type { Language } from '../../../domain/states.ts';

interface EmailTexts {
  /** Below every message: why it comes. */
  readonly why: string;
  /** The same where an area of the public page is followed. */
  readonly whyFollowed: string;
  readonly stop: string;
}

export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  en: {
    why: 'You get this because your address was confirmed for a FaiWatch account.',
    whyFollowed: 'You get this because somebody with this mailbox said yes to it.',
    stop: 'Stop these emails',
  },
  th: {
    why: 'คุณได้รับอีเมลนี้เพราะอีเมลของคุณได้รับการยืนยันกับบัญชี FaiWatch',
    whyFollowed: 'คุณได้รับอีเมลนี้เพราะมีผู้ยืนยันจากอีเมลนี้ว่าต้องการรับ',
    stop: 'หยุดรับอีเมลเหล่านี้',
  },
};
