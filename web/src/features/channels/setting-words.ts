import type {
  ChannelSettings,
  SettableChannel,
} from '../../../../src/contract/system/channel-settings.ts';

interface ChannelWords<Name extends SettableChannel> {
  /** What it does, and where its settings come from. */
  readonly text: string;
  /** What its addresses are, for the test. A browser's cannot be typed. */
  readonly address: Name extends 'webpush' ? null : string;
  /** Those that the console asks for. */
  readonly fields: Partial<Record<keyof ChannelSettings<Name>, string>>;
  /** Of choices that do not speak for themselves. */
  readonly options?: Partial<Record<keyof ChannelSettings<Name>, Readonly<Record<string, string>>>>;
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
    address: null,
    fields: { contact: 'channels.webpush.contact' },
  },
  sms: {
    text: 'channels.sms.text',
    address: 'channels.sms.address',
    fields: {
      way: 'channels.sms.way',
      daily_cap: 'channels.sms.daily_cap',
      number_cap: 'channels.sms.number_cap',
      reminders: 'channels.sms.reminders',
      url: 'channels.sms.url',
      method: 'channels.sms.method',
      headers: 'channels.sms.headers',
      body: 'channels.sms.body',
      sender: 'channels.sms.sender',
      secret: 'channels.sms.secret',
      success: 'channels.sms.success',
    },
    options: {
      way: { gateway: 'channels.sms.gateway', modem: 'channels.sms.modem' },
      reminders: { no: 'channels.sms.no', yes: 'channels.sms.yes' },
    },
  },
  call: {
    text: 'channels.call.text',
    address: 'channels.call.address',
    fields: {
      way: 'channels.call.way',
      account: 'channels.call.account',
      token: 'channels.call.token',
      from: 'channels.call.from',
      server: 'channels.call.server',
      user: 'channels.call.user',
      password: 'channels.call.password',
      login: 'channels.call.login',
      dial: 'channels.call.dial',
      url: 'channels.call.url',
      method: 'channels.call.method',
      headers: 'channels.call.headers',
      body: 'channels.call.body',
      sender: 'channels.call.sender',
      secret: 'channels.call.secret',
      id_path: 'channels.call.id_path',
      status_url: 'channels.call.status_url',
      status_path: 'channels.call.status_path',
      status_words: 'channels.call.status_words',
      hang_up: 'channels.call.hang_up',
      answer: 'channels.call.answer',
      last_answer: 'channels.call.last_answer',
      key_path: 'channels.call.key_path',
      daily_cap: 'channels.call.daily_cap',
      minute_price: 'channels.call.minute_price',
      number_cap: 'channels.call.number_cap',
      at_once: 'channels.call.at_once',
      countries: 'channels.call.countries',
    },
    options: {
      way: {
        twilio: 'channels.call.twilio',
        sip: 'channels.call.sip',
        modem: 'channels.call.modem',
        template: 'channels.call.template',
      },
    },
  },
} as const satisfies { [Name in SettableChannel]: ChannelWords<Name> };
