import {
  type SettableChannel,
  settableChannels,
  settingsOf,
} from '../../src/contract/system/channel-settings.ts';
import { type Config, type ConfigKey, loadConfig } from '../../src/installation/config.ts';
import { defaultUplinkTargets } from '../../src/installation/config-schema.ts';

/** What an operator wants to know of a setting. */
interface Help {
  readonly means: string;
  /** The flag of `faiwatch serve`, where it has one. */
  readonly flag?: string;
  /** Shown instead of a default that says too little. */
  readonly default?: string;
  readonly isSecret?: true;
}

const where = {
  data: {
    means: 'The data directory: the database, its backups, firmware, `faiwatch.toml` itself.',
    flag: '--data DIR',
    default: './faiwatch-data',
  },
  host: { means: 'The address to listen on.', flag: '--host' },
  port: {
    means: 'HTTP: the pages, the API, MQTT over WebSocket. 0: any; the ready line says which.',
    flag: '--port',
  },
  mqtt_port: { means: 'MQTT over TCP. 0: any; `off`: none.', flag: '--mqtt-port' },
  mqtts_port: {
    means: 'MQTT over TLS, with the certificate below. `off`: none.',
    flag: '--mqtts-port',
    default: 'off; 8883 with a domain',
  },
  domain: {
    means:
      'The name of this server, `power.example`: it gets a certificate for it, renews it, and serves HTTPS and MQTT over TLS beside the ports above ([how](operating/https.md)).',
    flag: '--domain NAME',
  },
  https_port: { means: 'HTTPS, with a domain.', flag: '--https-port' },
  acme_port: {
    means:
      'With a domain: the port for the challenge of the certificate authority, which always comes to port 80. All other requests there are redirected to HTTPS.',
    flag: '--acme-port',
  },
  acme_email: {
    means: 'Your address of e-mail, for messages of the certificate authority.',
    flag: '--acme-email ADDRESS',
  },
  acme_directory: {
    means: 'The certificate authority. With a domain its terms of service are agreed to.',
    flag: '--acme-directory URL',
  },
  tls_cert: {
    means:
      'A certificate chain, PEM. With it HTTP is HTTPS. A renewed file is taken into use within a minute, without a restart.',
    flag: '--tls-cert FILE',
  },
  tls_key: { means: 'Its private key, PEM.', flag: '--tls-key FILE' },
  mqtt_url: {
    means:
      'A broker to use instead of starting one, `mqtt://user:password@host`. The client id is `faiwatch-` and the name of this machine.',
    flag: '--mqtt-url URL',
    isSecret: true,
  },
  home_broker_url: {
    means:
      'A broker of yours, `mqtts://user:password@host:8883` or `mqtt://…`, to which all sites are published for Home Assistant. It may be in this network.',
    isSecret: true,
  },
  home_broker_ca: {
    means: 'A file with the authority, PEM, that alone is trusted there.',
  },
  public_url: {
    means:
      'The address people know this server by, `https://power.example`: for links and previews. With a domain it is that.',
  },
  trust_proxy: {
    means:
      'Believe `X-Forwarded-For`. Only behind a reverse proxy of your own: otherwise anybody could pretend to be anybody.',
  },
  public_status: {
    means:
      'Serve `/status`: how power is, and was for 90 days, by area, for everybody to read. Only areas with five sites of three owners that agreed to it, five minutes late. Switches the module `status` on ([073](decisions/073-public-page.md#the-public-page)).',
  },
  public_status_messages: {
    means:
      'With `public_status`, `public_url` and e-mail or push: let everybody be told there of an area, once they have confirmed it ([073](decisions/073-public-page.md#following-an-area)). `false`: it is not offered, and nobody is told.',
  },
  allow_private_outbound: {
    means:
      'Let what customers set (webhooks, brokers) lead to addresses of this network and this machine, and without TLS. Only where you trust every customer with what can be reached from here.',
  },
  uplink_targets: {
    means:
      'Places, `host:port` with commas between, that are asked for a connection before a board beyond your router is called silent: one of them, or of the services of the channels in use, has to take it, else this server is blind and judges only boards in its own network. Nothing is sent there. `none`: an installation without internet; boards in its own network are judged, others never. By default Cloudflare, Google and Quad9.',
    default: defaultUplinkTargets,
  },
  timezone: { means: 'The time zone of days, months and nights, in reports and messages.' },
} as const satisfies Partial<Record<ConfigKey, Help>>;

const messenger = {
  telegram_admin_chat: {
    means: 'The id of the chat that is told what is wrong with the service itself.',
  },
  operator_recipients: {
    means:
      'Other addresses of yours that are told the same, such as `email:me@example.com line:U0123… webhook:https://ntfy.sh/topic#ntfy`.',
  },
  admin_language: { means: 'In which language you are told: `th` or `en`.' },
  heartbeat_url: {
    means:
      'A dead man’s switch: an address that is called once a minute as long as the service works. Who waits for it (healthchecks.io, Uptime Kuma) tells you when the calls stop ([how](dead-mans-switch.md)).',
    isSecret: true,
  },
} as const satisfies Partial<Record<ConfigKey, Help>>;

const access = {
  admin_username: { means: 'The first administrator. Only looked at in the first start.' },
  admin_password: {
    means: 'Their password, of at least 10 characters.',
    default: 'a random one, shown once',
    isSecret: true,
  },
  jwt_secret: {
    means: 'What sessions are signed with, at least 32 characters. A new one ends all sessions.',
    default: 'made, and kept in the data directory',
    isSecret: true,
  },
  oidc_issuer: {
    means:
      'The OpenID provider through which operators may log in: https, or http on this machine. Switches the module `oidc` on. Needs the public address; the provider is told `https://power.example/api/auth/oidc/callback`.',
  },
  oidc_client_id: { means: 'The client id that the provider gave this server.' },
  oidc_client_secret: { means: 'The client secret beside it.', isSecret: true },
  oidc_label: { means: 'The label of the button at the log-in.' },
  metrics_token: {
    means:
      'What Prometheus reads `/metrics` with, at least 16 characters; `faiwatch doctor` says where the one lies that was made.',
    default: 'made, and kept in the data directory',
    isSecret: true,
  },
} as const satisfies Partial<Record<ConfigKey, Help>>;

const backups = {
  backup_time: {
    means: 'When the nightly backup is made, by the clocks of the time zone; `off`: never.',
    default: '03:00',
  },
  backup_keep_daily: { means: 'For how many of the last days a backup is kept.' },
  backup_keep_weekly: { means: 'For how many of the last weeks.' },
  backup_keep_monthly: { means: 'For how many of the last months.' },
  backup_directory: { means: 'A folder, on another disk, to which each backup is copied.' },
  backup_s3_endpoint: { means: 'An S3-compatible store to which each backup is sent.' },
  backup_s3_bucket: { means: 'Its bucket.' },
  backup_s3_region: { means: 'Its region.' },
  backup_s3_prefix: { means: 'How names begin there, such as `faiwatch/`.' },
  backup_s3_access_key: { means: 'Its access key.', isSecret: true },
  backup_s3_secret_key: { means: 'Its secret key.', isSecret: true },
} as const satisfies Partial<Record<ConfigKey, Help>>;

const rest = {
  update_url: {
    means: 'The folder of the newest release, for `faiwatch update`: https, or an absolute path.',
  },
  update_key: {
    means:
      'Releases are checked with the key that is built in. Where this names another one, `faiwatch update` is refused.',
  },
  firmware_public_key: {
    means:
      'The public key that firmware for the boards must be signed for: the path of a PEM file, or the PEM.',
  },
  extras: {
    means:
      'Modules that are on: names with commas, `all`, `none`. Set here, nothing else switches them.',
    default: 'what the console’s *Extras* and `faiwatch extras` say; none in a new installation',
  },
  log_level: { means: '`debug`, `info`, `warn` or `error`.' },
  flush_interval: {
    means:
      'Seconds between two writes of when devices were last heard; more is kinder to an SD card. A power cut loses only these times.',
  },
  device_rate: {
    means:
      'Heartbeats and events a device may send per second, through all doors together. What is above waits; nothing is lost.',
  },
  device_burst: { means: 'How many of them it may save up.' },
  mqtt_connections: {
    means:
      'MQTT connections at a time; a connected board takes about 2.4 KB of memory. The system’s limit of open files must be higher (`LimitNOFILE=` of the service, 65,536 as installed): a fifth of it, 2,000 at most, is left to pages and alerts.',
  },
  mqtt_connections_per_address: {
    means:
      'How many of them from one address, and never more than four fifths of all. Boards behind a provider’s shared address count together.',
  },
} as const satisfies Partial<Record<ConfigKey, Help>>;

const machines = {
  cluster: {
    means:
      'Servers of NATS with JetStream, `nats://a,b,c`, through which several machines are one installation ([how](cluster.md)). With a user and password: `nats://user:password@a,b,c`; over TLS: `tls://a,b,c`.',
    flag: '--cluster URLS',
    isSecret: true,
  },
  cluster_name: {
    means: 'The name of the installation there: several may share the servers.',
    flag: '--cluster-name NAME',
  },
  cluster_node: {
    means: 'The name of this machine; no two have the same.',
    flag: '--cluster-node NAME',
    default: 'its host name',
  },
  cluster_address: {
    means: 'Where the other machines reach the pages of this one, `http://192.0.2.7:8080`.',
    flag: '--cluster-address URL',
  },
  cluster_credentials: { means: 'A file of credentials (`.creds`) for NATS.' },
  cluster_ca: { means: 'A file with the authority, PEM, that signed the certificates of NATS.' },
} as const satisfies Partial<Record<ConfigKey, Help>>;

/** In the order in which somebody sets a server up. */
const all = [
  { title: 'Where it runs', keys: where },
  { title: 'Who is told', keys: messenger },
  { title: 'Access', keys: access },
  { title: 'Backups', keys: backups },
  { title: 'Several machines', keys: machines },
  { title: 'Updates, firmware, details', keys: rest },
] as const;

type Told =
  | keyof typeof where
  | keyof typeof messenger
  | keyof typeof access
  | keyof typeof backups
  | keyof typeof machines
  | keyof typeof rest;
// A setting nobody wrote about does not compile.
const isComplete: Exclude<ConfigKey, Told> extends never ? true : never = true;

/** Which settings most installations come to need, in the order in which they do, and when. */
const first = [
  ['telegram_token', 'to send alerts on Telegram; the console takes it, too'],
  ['timezone', 'outside Thailand'],
  ['heartbeat_url', 'to be told when this machine is dead ([how](dead-mans-switch.md))'],
  ['backup_directory', 'for a copy of each backup on another disk ([how](operating/backups.md))'],
  ['operator_recipients', 'to be told on a second channel what is wrong with the service itself'],
  ['domain', 'on the internet: https, with a certificate of its own ([how](operating/https.md))'],
  ['public_url', 'behind a proxy, instead of a domain: for links in messages, email, push, LINE'],
  ['trust_proxy', 'behind a proxy of yours: to know where people come from'],
  ['port', 'where 8080 is taken'],
  ['data', 'where the disk with room is elsewhere'],
] as const satisfies readonly (readonly [ConfigKey | 'telegram_token', string])[];

/** docs/configuration.md, whole. */
export function describeConfiguration(): string {
  const defaults = loadConfig({}, {});
  const sections = all.map(({ title, keys }) => {
    const rows = [
      ...(keys === messenger ? settableChannels.flatMap(describeChannel) : []),
      ...Object.entries<Help>(keys).map(([key, help]) => describeRow(key, help, defaults)),
    ];
    return `## ${title}\n\n| setting | environment | flag | default | |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const rows = first.map(([key, need]) => `| \`${key}\` | ${need} |`);
  const most = `## The ten that matter\n\nA home or a shop needs the first two or three. Everything else has a default that holds.\n\n| setting | you need it |\n|---|---|\n${rows.join('\n')}\n`;
  return `${isComplete ? introduction : ''}\n${most}\n${sections.join('\n')}`;
}

const introduction = `# Configuration

<!-- Made by scripts/make-configuration-doc.ts from src/installation/config-schema.ts and src/contract/system/channel-settings.ts. -->

A setting is looked for in this order: the flag of \`faiwatch serve\`, the environment, \`faiwatch.toml\` in the data directory, the default. The time zone, the public address and the folder of backups can also be given in the console's set-up list, and count where none of the first three names them. A setting that is unknown or wrong stops the start with one line that says which and where.

\`\`\`toml
# faiwatch-data/faiwatch.toml
telegram_token = "123456:ABC…"
public_url = "https://power.example"

[backup]                      # the same as backup_directory = …
directory = "/mnt/usb/faiwatch"
\`\`\`

What the console's settings page shows (heartbeat time-out, recovery delay, prices, validity of keys) is kept in the database and takes effect at once; it is not here. 🔒 marks a secret: keep it out of shell histories and screenshots, in \`faiwatch.toml\`, which only the service should be able to read.
`;

/** The settings of a channel, which are described where they are defined. */
function describeChannel(name: SettableChannel): string[] {
  return settingsOf(name).map(({ field, schema, means, isSecret }) => {
    const usual = schema.safeParse(undefined).data;
    const help = { means, default: formatDefault(usual), ...(isSecret && { isSecret }) };
    return describeRow(`${name}_${field}`, help, {});
  });
}

function describeRow(key: string, help: Help, defaults: Partial<Config>): string {
  const value = help.default ?? formatDefault(defaults[key as ConfigKey]);
  const flag = help.flag === undefined ? '' : `\`${help.flag}\``;
  const lock = help.isSecret ? '🔒 ' : '';
  const shown = /^(a random|made|its|what)/.test(value) || value === '' ? value : `\`${value}\``;
  return `| \`${key}\` | \`FAIWATCH_${key.toUpperCase()}\` | ${flag} | ${shown} | ${lock}${help.means} |`;
}

function formatDefault(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
