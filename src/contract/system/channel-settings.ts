/**
 * What an operator sets of each channel. From this table come the keys of the configuration
 * (`telegram_token`), the calls and the form of the console, and what is kept secret.
 */
import { z } from 'zod';
import { emailTextSchema, longText, shortText } from '../fields.ts';

interface ChannelSetting {
  /** Optional, or with a default, where it may be left out. */
  readonly schema: z.ZodType<string | number | boolean | undefined, string | number | undefined>;
  /** For docs/configuration.md. */
  readonly means: string;
  /** Never answered but masked. */
  readonly isSecret?: true;
  /** Several lines are typed. */
  readonly isLong?: true;
  /** One of these, and nothing else. */
  readonly options?: readonly string[];
  /** It means something only while another setting of the channel has this value. */
  readonly when?: readonly [field: string, value: string];
  /** With `when`: it may not be left out then. Its schema takes an empty text. */
  readonly isNeeded?: true;
  /** Only the configuration has it: where the far end is. It does not count as setting the channel up. */
  readonly isFileOnly?: true;
}

/** Where a far end is reached; a test puts its own there. */
const farEndSchema = (usual: string) => z.url({ protocol: /^https?$/ }).default(usual);

/** The encryption of the connection to a mail server. */
const mailSecurities = ['starttls', 'tls', 'none'] as const;

/** Whether messages go through a provider on the internet or a modem of one's own. */
const smsWays = ['gateway', 'modem'] as const;

/**
 * Whether phones are called through Twilio, by an account of SIP, by the modem that sends SMS, or through another
 * provider by HTTP.
 */
const callWays = ['twilio', 'sip', 'modem', 'template'] as const;

/** A text of one way only: empty where the other is taken. */
const orEmpty = (pattern: RegExp, message: string) =>
  shortText(253)
    .trim()
    .regex(new RegExp(`^$|${pattern.source}`), message)
    .default('');

/** Where requests that an operator wrote down go to. Empty where they go nowhere. */
const templateAddress = shortText(1000)
  .trim()
  .regex(/^(https?:\/\/\S+)?$/, 'must begin with https://')
  .refine((text) => text === '' || URL.canParse(text), 'must be an address')
  .default('');

const cap = (most: number) => z.coerce.number<number | string>().int().min(1).max(most);

const channelSettings = {
  telegram: {
    token: {
      schema: shortText(200)
        .trim()
        .regex(/^\d+:[\w-]+$/, 'must look like 123456:ABC…')
        .meta({ examples: ['123456:ABCdefGHIjklMNOpqrSTUvwxYZ'] }),
      means: 'The token of your bot, from @BotFather. Without any channel, alerts go to the log.',
      isSecret: true,
    },
    api_root: {
      schema: farEndSchema('https://api.telegram.org'),
      means: 'A Bot API server of your own.',
      isFileOnly: true,
    },
  },
  line: {
    access_token: {
      schema: shortText(400)
        .trim()
        .regex(/^[\w+/=.-]{20,}$/, 'must be the long-lived channel access token')
        .meta({ examples: ['a1B2c3D4e5F6g7H8i9J0k1L2m3N4='] }),
      means: 'The channel access token of your LINE Official Account.',
      isSecret: true,
    },
    channel_secret: {
      schema: shortText(100)
        .trim()
        .regex(/^[0-9a-f]{32}$/, 'must be 32 digits and letters a to f')
        .meta({ examples: ['0123456789abcdef0123456789abcdef'] }),
      means: 'The channel secret beside it: what LINE posts is signed with it.',
      isSecret: true,
    },
    api_root: {
      schema: farEndSchema('https://api.line.me'),
      means: 'Where LINE is reached.',
      isFileOnly: true,
    },
  },
  email: {
    host: {
      schema: shortText(253)
        .trim()
        .regex(/^[\w.:-]+$/, 'must be the name of the mail server')
        .meta({ examples: ['smtp.example.com'] }),
      means: 'The mail server that takes your mail (SMTP).',
    },
    port: {
      schema: z.coerce.number<number | string>().int().min(1).max(65_535).default(587),
      means: 'Its port: 587 with STARTTLS, 465 with TLS from the beginning.',
    },
    security: {
      schema: z.enum(mailSecurities).default('starttls'),
      means: 'How the connection is encrypted; `none` is for a mail server on the same machine.',
      options: mailSecurities,
    },
    user: {
      schema: shortText(320).trim().optional(),
      means:
        'The username there. Left out where the server takes mail from this machine without one.',
    },
    password: {
      schema: shortText(500).optional(),
      means: 'The password there; for Gmail an app password.',
      isSecret: true,
    },
    from: {
      schema: emailTextSchema,
      means: 'The address that messages come from.',
    },
    from_name: {
      schema: shortText(100).trim().default('FaiWatch'),
      means: 'The name of the sender beside it.',
    },
    ca: {
      schema: shortText(1000).optional(),
      means:
        'A file (PEM) with the authority that signed the certificate of a mail server of your own.',
      isFileOnly: true,
    },
  },
  webhook: {
    signing_key: {
      schema: shortText(200)
        .trim()
        .regex(/^[\w+/=.-]{32,}$/, 'must be 32 letters and digits or more')
        .meta({ examples: ['q83vASNFZ4mrze8BI0VniavN7wEjRWeJ'] }),
      means:
        'A random text of 32 characters or more (`openssl rand -base64 32`). The secret of each webhook is made from it; another one makes them all invalid.',
      isSecret: true,
    },
  },
  webpush: {
    contact: {
      schema: emailTextSchema.optional(),
      means:
        'Your address of e-mail, for those who run the push services of browsers. Left out, they are given `public_url`; where that begins with `https://`, browsers can be told without any setting.',
    },
  },
  sms: {
    way: {
      schema: z.enum(smsWays),
      means: 'How messages go: through a provider on the internet, or a modem at this machine.',
      options: smsWays,
    },
    daily_cap: {
      schema: cap(100_000).meta({ examples: [50] }),
      means:
        'The most a day, in all. Without it, no SMS goes: each costs money. A long message counts as several.',
    },
    number_cap: {
      schema: cap(1_000).default(10),
      means: 'The most a day to one number.',
    },
    reminders: {
      schema: z.enum(['no', 'yes']).default('no'),
      means: 'Whether reminders go by SMS, too.',
      options: ['no', 'yes'],
    },
    url: {
      when: ['way', 'gateway'],
      schema: templateAddress.meta({ examples: ['https://api-v2.thaibulksms.com/sms'] }),
      means:
        'With `gateway`: the address of the provider. `{to}` (+66812345678), `{digits}` (66812345678), `{text}`, `{sender}`, `{secret}` and `{id}` stand for what belongs there, as in headers and body.',
    },
    method: {
      when: ['way', 'gateway'],
      schema: z.enum(['POST', 'GET']).default('POST'),
      means: 'With `gateway`: how it is called.',
      options: ['POST', 'GET'],
    },
    headers: {
      when: ['way', 'gateway'],
      schema: longText(2000).trim().default(''),
      means: 'With `gateway`: headers as `Name: value`, one a line.',
      isLong: true,
    },
    body: {
      when: ['way', 'gateway'],
      schema: longText(2000).trim().default(''),
      means: 'With `gateway`: what is posted. Values are escaped as JSON, XML or a form wants it.',
      isLong: true,
    },
    sender: {
      when: ['way', 'gateway'],
      schema: shortText(20).trim().default(''),
      means: 'With `gateway`: the name of the sender that is registered there.',
    },
    secret: {
      when: ['way', 'gateway'],
      schema: shortText(1000).default(''),
      means: 'With `gateway`: the key or password, for `{secret}`.',
      isSecret: true,
    },
    success: {
      when: ['way', 'gateway'],
      schema: shortText(200).trim().default(''),
      means:
        'With `gateway`: what its answer (JSON) has when the message was taken, as `path` or `path=value`. Left out: the status 2xx is enough.',
    },
    spool: {
      schema: shortText(1000).default('/var/spool/sms'),
      means: 'With `modem`: the folder that holds the folders of smsd (smstools).',
      isFileOnly: true,
    },
    pid_file: {
      schema: shortText(1000).default('/run/smstools/smsd.pid'),
      means: 'With `modem`: the file in which smsd says that it runs.',
      isFileOnly: true,
    },
  },
  call: {
    way: {
      schema: z.enum(callWays).default('twilio'),
      means:
        'How phones are called: through Twilio, through an account of SIP with baresip, by the modem that sends SMS, which plays tones and hears no keys, or through another provider by HTTP that is written down as a template.',
      options: callWays,
    },
    account: {
      when: ['way', 'twilio'],
      isNeeded: true,
      schema: orEmpty(
        /^AC[0-9a-f]{32}$/,
        'must be the account SID: AC and 32 digits and letters a to f',
      ).meta({ examples: ['AC00000000000000000000000000000000'] }),
      means:
        'With `twilio`: the account SID of your account. `public_url` must begin with `https://`.',
    },
    token: {
      when: ['way', 'twilio'],
      isNeeded: true,
      schema: orEmpty(/^[0-9a-f]{32}$/, 'must be 32 digits and letters a to f').meta({
        examples: ['0123456789abcdef0123456789abcdef'],
      }),
      means: 'With `twilio`: the auth token beside it. What Twilio posts is signed with it.',
      isSecret: true,
    },
    from: {
      when: ['way', 'twilio'],
      isNeeded: true,
      schema: orEmpty(
        /^\+[1-9]\d{6,14}$/,
        'must be a number with its country, such as +6620001234',
      ).meta({ examples: ['+6620001234'] }),
      means:
        'With `twilio`: the number that calls, with its country. Twilio rents it to you or has verified it.',
    },
    server: {
      when: ['way', 'sip'],
      isNeeded: true,
      schema: orEmpty(
        /^[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?$/,
        'must be a name or an address, such as sip.example.com or 192.168.1.1:5060',
      ).meta({ examples: ['sip.example.com'] }),
      means:
        'With `sip`: the server of your provider or exchange, with `:port` where it is not 5060.',
    },
    user: {
      when: ['way', 'sip'],
      isNeeded: true,
      schema: orEmpty(/^[\w.+~-]+$/, 'must be letters, digits and . _ + ~ - only').meta({
        examples: ['6620001234'],
      }),
      means: 'With `sip`: the user, extension or number of the account, before the @.',
    },
    password: {
      when: ['way', 'sip'],
      isNeeded: true,
      schema: shortText(120)
        .regex(/^[^\s;"\\]*$/, 'must be without spaces, semicolons, quotes and backslashes')
        .default(''),
      means: 'With `sip`: the password of the account.',
      isSecret: true,
    },
    login: {
      when: ['way', 'sip'],
      schema: orEmpty(/^[\w.+~@-]+$/, 'must be letters, digits and . _ + ~ @ - only'),
      means: 'With `sip`: the name to log in with, where it is another than the user.',
    },
    dial: {
      when: ['way', 'sip'],
      schema: shortText(40)
        .trim()
        .regex(
          /^[\d*+]*\{(to|digits|national)\}$/,
          'must be {to}, {digits} or {national}, with digits before it at most',
        )
        .default('{to}'),
      means:
        'With `sip`: how a number is dialled. `{to}` is +66812345678, `{digits}` 66812345678, `{national}` 0812345678 (numbers of other countries begin with 00); `9{national}` dials 9 first.',
    },
    url: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: templateAddress.meta({ examples: ['https://api.provider.example/v1/calls'] }),
      means:
        'With `template`: the address by which a call is begun. `{to}` (+66812345678), `{digits}` (66812345678), `{sender}`, `{secret}`, `{answer}` (where it is said what to play), `{ring}` (25) and `{longest}` (60 seconds) stand for what belongs there, as in headers and body. `public_url` must begin with `https://`.',
    },
    method: {
      when: ['way', 'template'],
      schema: z.enum(['POST', 'GET']).default('POST'),
      means: 'With `template`: how it is called.',
      options: ['POST', 'GET'],
    },
    headers: {
      when: ['way', 'template'],
      schema: longText(2000).trim().default(''),
      means: 'With `template`: headers of all its requests as `Name: value`, one a line.',
      isLong: true,
    },
    body: {
      when: ['way', 'template'],
      schema: longText(2000).trim().default(''),
      means:
        'With `template`: what is posted to begin a call. Values are escaped as JSON, XML or a form wants it.',
      isLong: true,
    },
    sender: {
      when: ['way', 'template'],
      schema: shortText(40).trim().default(''),
      means: 'With `template`: the number that calls, for `{sender}`.',
    },
    secret: {
      when: ['way', 'template'],
      schema: shortText(2000).default(''),
      means: 'With `template`: the key or password, for `{secret}`.',
      isSecret: true,
    },
    id_path: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: shortText(200)
        .trim()
        .default('')
        .meta({ examples: ['data.id'] }),
      means: 'With `template`: where its answer (JSON) names the call, for `{call}`.',
    },
    status_url: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: templateAddress.meta({ examples: ['https://api.provider.example/v1/calls/{call}'] }),
      means:
        'With `template`: the address that says how the call `{call}` does; asked by GET every two seconds.',
    },
    status_path: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: shortText(200)
        .trim()
        .default('')
        .meta({ examples: ['status'] }),
      means:
        'With `template`: where that answer (JSON) has the status; of several, with commas between them, the first that is there counts.',
    },
    status_words: {
      when: ['way', 'template'],
      schema: longText(1000)
        .trim()
        .default(
          'ringing: ringing; answered: in-progress; done: completed; busy: busy; no-answer: no-answer; failed: failed; canceled: canceled',
        ),
      means:
        'With `template`: what its statuses mean, as `meaning: status, status; meaning: status`. Meanings are `ringing`, `answered`, `done` (it was answered, and is over), `busy`, `refused`, `no-answer`, `failed`, `no-number` and `canceled`. With any other status the call goes on.',
      isLong: true,
    },
    hang_up: {
      when: ['way', 'template'],
      schema: longText(2000).trim().default(''),
      means:
        'With `template`: the request that ends the call `{call}`: `DELETE https://…`, and a body in the lines below, if it takes one. May be left out where `{longest}` stands in the request that begins it.',
      isLong: true,
    },
    answer: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: longText(2000).trim().default(''),
      means:
        'With `template`: what is answered when it asks at `{answer}` what to do: play `{sound}` twice, wait `{wait}` (5) seconds for one key, and post that to `{keys}`. XML, JSON or text, as it begins.',
      isLong: true,
    },
    last_answer: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: longText(2000).trim().default(''),
      means: 'With `template`: the same after the key: play `{sound}` once, and hang up.',
      isLong: true,
    },
    key_path: {
      when: ['way', 'template'],
      isNeeded: true,
      schema: shortText(200)
        .trim()
        .default('')
        .meta({ examples: ['Digits'] }),
      means:
        'With `template`: the field of what is posted to `{keys}` that has the key: of a form, or a path in JSON.',
    },
    daily_cap: {
      schema: cap(100_000).meta({ examples: [50] }),
      means:
        'The most calls a day, in all. Without it nobody is called: each costs money. None is longer than a minute.',
    },
    minute_price: {
      schema: orEmpty(/^\d{1,3}(\.\d{1,4})?$/, 'must be a number such as 0.35').meta({
        examples: ['0.35'],
      }),
      means:
        'What a minute that is begun costs, in the money of your account. With it the console and the list of deliveries say what a day can cost at most.',
    },
    number_cap: {
      schema: cap(1_000).default(10),
      means: 'The most calls a day to one number.',
    },
    at_once: {
      schema: cap(60).default(2),
      means: 'The most calls at the same time.',
    },
    countries: {
      schema: shortText(200)
        .trim()
        .regex(/^[1-9]\d{0,3}( *, *[1-9]\d{0,3})*$/, 'must be calling codes such as 66, 856')
        .default('66'),
      means: 'The countries that are called, by their calling codes, with commas between them.',
    },
    voice: {
      schema: shortText(1000).optional(),
      means:
        'A folder with recordings of your own, as `th/greeting.wav` (WAV, 8 kHz, one channel).',
      isFileOnly: true,
    },
    api_root: {
      schema: farEndSchema('https://api.twilio.com'),
      means: 'Where Twilio is reached.',
      isFileOnly: true,
    },
    spool: {
      schema: shortText(1000).default('/var/spool/sms'),
      means: 'With `modem`: the folder that holds the folders of smsd (smstools).',
      isFileOnly: true,
    },
    pid_file: {
      schema: shortText(1000).default('/run/smstools/smsd.pid'),
      means: 'With `modem`: the file in which smsd says that it runs.',
      isFileOnly: true,
    },
  },
} as const satisfies Partial<Record<string, Readonly<Record<string, ChannelSetting>>>>;

type Table = typeof channelSettings;

/** The channels that an operator sets up. */
export type SettableChannel = keyof Table;
export const settableChannels = Object.keys(channelSettings) as SettableChannel[];

/** All settings of a channel, as it works with them. */
export type ChannelSettings<Name extends SettableChannel> = {
  readonly [Field in keyof Table[Name]]: Table[Name][Field] extends {
    readonly schema: infer Schema;
  }
    ? z.output<Schema>
    : never;
};

/** One of a channel's settings with its name, which the configuration has after the channel's. */
export function settingsOf(
  name: SettableChannel,
): readonly (ChannelSetting & { readonly field: string })[] {
  return Object.entries<ChannelSetting>(channelSettings[name]).map(([field, setting]) => ({
    field,
    ...setting,
  }));
}

/** Settings that a channel works with: as of `settingsSchema`, and what the chosen way needs is there. */
export function completeSchema(name: SettableChannel) {
  return settingsSchema(name).superRefine((values: Readonly<Record<string, unknown>>, context) => {
    for (const { field, when, isNeeded } of settingsOf(name)) {
      const isMissing = isNeeded === true && values[field] === '';
      if (!isMissing || when === undefined || values[when[0]] !== when[1]) continue;
      context.addIssue({ code: 'custom', path: [field], message: 'is needed' });
    }
  });
}

/** The settings of a channel. */
export function settingsSchema(name: SettableChannel) {
  return z.strictObject(
    Object.fromEntries(settingsOf(name).map(({ field, schema }) => [field, schema])),
  );
}
