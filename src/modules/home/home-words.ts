import type { Language } from '../../domain/states.ts';

/** Names of the entities of a site. */
export const homeWords = {
  th: {
    power: 'ไฟฟ้า',
    contact: 'การติดต่อ',
    cause: 'สาเหตุ',
    since: 'ตั้งแต่',
    acknowledged_by: 'รับทราบโดย',
    voltage: 'แรงดันแบตเตอรี่',
    battery: 'แบตเตอรี่',
    key_expires_at: 'คีย์หมดอายุ',
    acknowledge: 'รับทราบ',
    mute: 'พักแจ้งเตือน 1 ชม.',
  },
  en: {
    power: 'Power',
    contact: 'Contact',
    cause: 'Cause',
    since: 'Since',
    acknowledged_by: 'Acknowledged by',
    voltage: 'Battery voltage',
    battery: 'Battery',
    key_expires_at: 'Key expires',
    acknowledge: 'Acknowledge',
    mute: 'Mute 1 h',
  },
} as const satisfies Record<Language, Record<string, string>>;
