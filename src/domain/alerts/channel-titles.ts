import type { ChannelName, Language } from '../states.ts';

/** Names of the channels for people: on pages, in messages and on the command line. */
export const channelTitles: Readonly<Record<Language, Readonly<Record<ChannelName, string>>>> = {
  th: {
    telegram: 'Telegram',
    line: 'LINE',
    email: 'อีเมล',
    webpush: 'การแจ้งเตือนของเบราว์เซอร์',
    webhook: 'เว็บฮุก',
    sms: 'SMS',
    call: 'โทรศัพท์',
    log: 'บันทึกของเซิร์ฟเวอร์',
  },
  en: {
    telegram: 'Telegram',
    line: 'LINE',
    email: 'Email',
    webpush: 'Browser notifications',
    webhook: 'Webhook',
    sms: 'SMS',
    call: 'Phone call',
    log: 'Server log',
  },
};
