import type { Language } from '../../../domain/states.ts';

interface EmailTexts {
  /** Below every message: why it comes. */
  readonly why: string;
  readonly stop: string;
}

export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  en: {
    why: 'You get this because your address was confirmed for a FaiWatch account.',
    stop: 'Stop these emails',
  },
  th: {
    why: 'คุณได้รับอีเมลนี้เพราะอีเมลของคุณได้รับการยืนยันกับบัญชี FaiWatch',
    stop: 'หยุดรับอีเมลเหล่านี้',
  },
};
