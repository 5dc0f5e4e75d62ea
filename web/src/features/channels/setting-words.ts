import type {
  ChannelSettings,
  SettableChannel,
} from '../../../../src/contract/system/channel-settings.ts';

interface ChannelWords<Name extends SettableChannel> {
  /** What it does, and where its settings come from. */
  readonly text: string;
  /** What its addresses are, for the test. */
  readonly address: string;
  /** Those that the console asks for. */
  readonly fields: Partial<Record<keyof ChannelSettings<Name>, string>>;
}

/** The keys of the texts for each channel. */
export const settingWords = {
  telegram: {
    text: 'channels.telegram.text',
    address: 'channels.telegram.address',
    fields: { token: 'channels.telegram.token' },
  },
  line: {
    text: 'channels.line.text',
    address: 'channels.line.address',
    fields: {
      access_token: 'channels.line.access_token',
      channel_secret: 'channels.line.channel_secret',
    },
  },
  email: {
    text: 'channels.email.text',
    address: 'channels.email.address',
    fields: {
      host: 'channels.email.host',
      port: 'channels.email.port',
      security: 'channels.email.security',
      user: 'channels.email.user',
      password: 'channels.email.password',
      from: 'channels.email.from',
      from_name: 'channels.email.from_name',
    },
  },
  webhook: {
    text: 'channels.webhook.text',
    address: 'channels.webhook.address',
    fields: { signing_key: 'channels.webhook.signing_key' },
  },
  webpush: {
    text: 'channels.webpush.text',
    address: 'channels.webpush.address',
    fields: { contact: 'channels.webpush.contact' },
  },
} as const satisfies { [Name in SettableChannel]: ChannelWords<Name> };
