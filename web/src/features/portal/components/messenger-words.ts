/** What the messengers are called. */
export const messengerWords = {
  telegram: 'messenger.name.telegram',
  line: 'messenger.name.line',
  email: 'messenger.name.email',
  webhook: 'messenger.name.webhook',
  sms: 'messenger.name.sms',
  call: 'messenger.name.call',
} as const;
