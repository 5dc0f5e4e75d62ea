import type { ChannelName } from '../../../../src/domain/states.ts';
import type { ChannelState } from '../../../../src/domain/system/channel-standing.ts';

/** What channels are called. */
export const channelWords = {
  telegram: 'channels.telegram.name',
  line: 'channels.line.name',
  email: 'channels.email.name',
  webpush: 'channels.webpush.name',
  webhook: 'channels.webhook.name',
  sms: 'channels.sms.name',
  call: 'channels.call.name',
  log: 'channels.log.name',
} as const satisfies Record<ChannelName, string>;

export const channelStateWords = {
  starting: 'channels.state.starting',
  working: 'channels.state.working',
  unreachable: 'channels.state.unreachable',
  refused: 'channels.state.refused',
  conflict: 'channels.state.conflict',
  limited: 'channels.state.limited',
} as const satisfies Record<ChannelState, string>;
