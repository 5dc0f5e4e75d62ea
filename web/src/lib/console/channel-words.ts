import type { ChannelName } from '../../../../src/domain/states.ts';

/** What channels are called. */
export const channelWords = {
  telegram: 'channels.telegram.name',
  line: 'channels.line.name',
  email: 'channels.email.name',
  webpush: 'channels.webpush.name',
  webhook: 'channels.webhook.name',
  sms: 'channels.sms.name',
  log: 'channels.log.name',
} as const satisfies Record<ChannelName, string>;
