/** The settings of the process, their values, and those that go together. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { readBrokerUrl } from '../domain/broker-address.ts';
import { readFarEnd } from '../domain/system/far-end.ts';
import { readOperatorAddress } from '../domain/system/operator-address.ts';

const port = z
  .union(
    [z.int(), z.string().regex(/^\d+$/).transform(Number)],
    'must be a port number, from 0 to 65535',
  )
  .pipe(z.int().min(0).max(65_535));
const switchable = z.preprocess(
  (value) =>
    typeof value === 'string' && /^(true|false|1|0)$/i.test(value)
      ? /^(true|1)$/i.test(value)
      : value,
  z.boolean(),
);

/** Public resolvers of three providers (Cloudflare, Google, Quad9), by address: names need a resolver first. */
export const defaultUplinkTargets = '1.1.1.1:443, 8.8.8.8:443, 9.9.9.9:443';
const mostUplinkTargets = 10;

export const defaultTimezone = 'Asia/Bangkok';

const kept = z.coerce.number().int().min(1).max(1000);

/**
 * Keys as in faiwatch.toml. There, keys of one subject may form a table: `directory` under `[backup]` is
 * `backup_directory`. Environment variables have these names in upper case after `FAIWATCH_`.
 */
export const configShape = {
  data: z.string().min(1).default('./faiwatch-data'),
  host: z.string().min(1).default('0.0.0.0'),
  port: port.default(8080),
  /** null: no MQTT on TCP. */
  mqtt_port: z.union([z.literal('off').transform(() => null), port]).default(1883),
  /** Default: 8883 with a domain, otherwise none. */
  mqtts_port: z.union([z.literal('off').transform(() => null), port]).optional(),
  tls_cert: z.string().min(1).optional(),
  tls_key: z.string().min(1).optional(),
  /** The name for which a certificate is obtained by ACME. */
  domain: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
      error: 'must be a name such as power.example',
    })
    .optional(),
  https_port: port.default(443),
  /** The port for the certificate authority's challenge; all other requests are redirected to https. */
  acme_port: port.default(80),
  acme_email: z.email().optional(),
  acme_directory: z
    .url({ protocol: /^https$/ })
    .default('https://acme-v02.api.letsencrypt.org/directory'),
  mqtt_url: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  /** The operator's broker, with username and password, to which all sites are published. A secret. */
  home_broker_url: z
    .string()
    .refine((text) => readBrokerUrl(text) !== null, 'must be such as mqtts://user:password@host')
    .optional(),
  /** A file with the authority, PEM, that alone is trusted there. */
  home_broker_ca: z.string().min(1).optional(),
  /** Servers of NATS, such as `nats://a,b,c`, through which several machines are one installation. */
  cluster: z
    .string()
    .transform((text, context) => {
      const servers = readNatsServers(text);
      if (servers === null) context.addIssue('must be addresses such as nats://a,b,c');
      return servers ?? [];
    })
    .optional(),
  cluster_name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be letters, digits and hyphens')
    .default('faiwatch'),
  /** The name of this machine among them; by default its host name. */
  cluster_node: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$/, 'must be a name such as pi-1')
    .optional(),
  /** Where the others reach its pages. */
  cluster_address: z
    .url({ protocol: /^https?$/ })
    .max(110)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  /** A file of credentials (.creds) for NATS. */
  cluster_credentials: z.string().min(1).optional(),
  /** A file with the authority, PEM, that signed the certificates of NATS. */
  cluster_ca: z.string().min(1).optional(),
  telegram_admin_chat: z
    .string()
    .regex(/^-?\d+$/, 'must be a chat id')
    .optional(),
  /** Other addresses of the operator, such as `email:me@example.com`. */
  operator_recipients: z
    .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())])
    .transform((texts, context) =>
      texts.flatMap((text) => {
        if (text === '') return [];
        const found = readOperatorAddress(text);
        if (found === null) context.addIssue('must be addresses such as email:me@example.com');
        return found ?? [];
      }),
    )
    .prefault(''),
  /** Language of the messages to these. */
  admin_language: z.enum(['th', 'en']).default('th'),
  /** Address that is called once a minute while the service works, so that its end is noticed. A secret. */
  heartbeat_url: z.url({ protocol: /^https?$/ }).optional(),
  admin_username: z.string().min(1).max(64).default('admin'),
  /**
   * Only the first start uses and checks the password, so that a stricter rule stops no installed server.
   */
  admin_password: z.string().min(1).optional(),
  jwt_secret: z.string().min(32).optional(),
  /** The token that gives access to /metrics. A secret. */
  metrics_token: z.string().min(16).optional(),
  timezone: z
    .string()
    .refine(isTimezone, 'must be a time zone such as Asia/Bangkok')
    .default(defaultTimezone),
  public_url: z.url({ protocol: /^https?$/ }).optional(),
  /** The OpenID provider through which operators may log in. Plain http only on this machine. */
  oidc_issuer: z
    .url({ protocol: /^https?$/ })
    .refine(isHttpsOrLoopback, 'must begin with https://')
    .optional(),
  oidc_client_id: z.string().min(1).max(255).optional(),
  oidc_client_secret: z.string().min(1).max(1000).optional(),
  oidc_label: z.string().min(1).max(40).default('OpenID Connect'),
  trust_proxy: switchable.default(false),
  /**
   * Places that are asked whether this server's own line is alive, before a board beyond the router is called silent.
   * Parsed; null: `none`, an installation without internet.
   */
  uplink_targets: z
    .union([z.string(), z.array(z.string()).transform((names) => names.join(','))])
    .transform((text, context) => {
      const names = text.split(',').map((name) => name.trim());
      if (names.length === 1 && names[0] === 'none') return null;
      const targets = names.map(readFarEnd);
      if (targets.length <= mostUplinkTargets && targets.every((target) => target !== null)) {
        return targets;
      }
      context.addIssue({
        code: 'custom',
        message: `must be 1 to ${mostUplinkTargets} addresses such as "${defaultUplinkTargets}", or "none"`,
      });
      return z.NEVER;
    })
    .prefault(defaultUplinkTargets),
  /** Whether what customers set (webhooks, brokers) may lead to addresses of this network. */
  allow_private_outbound: switchable.default(false),
  /** Whether `/status` says to everybody how power is by area, of sites whose owners agreed. */
  public_status: switchable.default(false),
  /** Whether everybody can be told of an area there by e-mail or in a browser, where these channels work. */
  public_status_messages: switchable.default(true),
  /** Modules that are on: names with commas, `all` or `none`. Absent: what the console and `faiwatch extras` say. */
  extras: z
    .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())])
    .transform((given, context): 'all' | readonly string[] => {
      const names = given.filter((name) => name !== '');
      const [only] = names;
      if (names.length === 1 && (only === 'all' || only === 'none'))
        return only === 'all' ? 'all' : [];
      if (names.length > 0 && names.every((name) => /^[a-z]{1,40}$/.test(name))) {
        if (!names.includes('all') && !names.includes('none')) return names;
      }
      context.addIssue('must be names of modules with commas between them, "all" or "none"');
      return z.NEVER;
    })
    .optional(),
  log_level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Seconds between two writes of last-heard times. */
  flush_interval: z.coerce.number().int().min(1).max(3600).default(60),
  /** Heartbeats and events that a device may send per second, and as a burst. */
  device_rate: z.coerce.number().min(1).default(20),
  device_burst: z.coerce.number().min(1).default(200),
  /** MQTT connections, in all and from one address; many boards may share one behind a provider's NAT. */
  mqtt_connections: z.coerce.number().int().min(10).max(1_000_000).default(25_000),
  mqtt_connections_per_address: z.coerce.number().int().min(1).max(1_000_000).default(1000),
  /** Time of the nightly backup in the time zone, or `off`. Parsed into minutes after midnight; null: off. */
  backup_time: z
    .string('must be a time such as "03:00", or "off"')
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time such as "03:00", or "off"')
    .transform((text) => (text === 'off' ? null : toMinutes(text)))
    .prefault('03:00'),
  /** Days, weeks and months back for which nightly backups are kept. */
  backup_keep_daily: kept.default(7),
  backup_keep_weekly: kept.default(4),
  backup_keep_monthly: kept.default(6),
  /** A folder on another disk to which each backup is copied. */
  backup_directory: z.string().min(1).optional(),
  /** A bucket to which each backup is sent. */
  backup_s3_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  backup_s3_bucket: z.string().min(1).max(255).optional(),
  backup_s3_region: z.string().min(1).max(64).default('auto'),
  /** Prefix of the backups' names in the bucket. */
  backup_s3_prefix: z.string().max(500).default(''),
  backup_s3_access_key: z.string().min(1).optional(),
  backup_s3_secret_key: z.string().min(1).optional(),
  /** The folder with the newest release, for `faiwatch update`: an address, or an absolute path. */
  update_url: z
    .union(
      [z.url({ protocol: /^https?$/ }), z.string().startsWith('/')],
      'must begin with https://, or be the absolute path of a folder',
    )
    .default('https://github.com/faiwatch/faiwatch/releases/latest/download'),
  /** The key that must be built in. Only `faiwatch update` checks it. */
  update_key: z
    .string()
    .regex(/^[A-Za-z0-9+/]{56}$/, 'must be the second line of a minisign.pub')
    .optional(),
  /** The public key of firmware releases: the path of a PEM file, or the PEM itself. */
  firmware_public_key: z.string().min(1).optional(),
} as const;

/** Keys that only work together: Bun's client needs all four. */
const s3Keys = [
  'backup_s3_endpoint',
  'backup_s3_bucket',
  'backup_s3_access_key',
  'backup_s3_secret_key',
] as const;

export const configSchema = z
  .strictObject(configShape)
  .refine((config) => (config.tls_cert === undefined) === (config.tls_key === undefined), {
    path: ['tls_cert'],
    message: 'tls_cert and tls_key go together',
  })
  .refine((config) => config.domain === undefined || config.tls_cert === undefined, {
    path: ['domain'],
    message: 'gets a certificate by itself; tls_cert and tls_key bring one: either of them',
  })
  .refine((config) => config.cluster === undefined || config.domain === undefined, {
    path: ['domain'],
    message: 'is for one machine; a cluster takes tls_cert and tls_key, or a proxy',
  })
  .refine(
    ({ mqtts_port, tls_cert, domain }) => mqtts_port == null || (tls_cert ?? domain) !== undefined,
    { path: ['mqtts_port'], message: 'needs domain, or tls_cert and tls_key' },
  )
  .refine(
    (config) => (config.oidc_issuer === undefined) === (config.oidc_client_id === undefined),
    {
      path: ['oidc_issuer'],
      message: 'oidc_issuer and oidc_client_id go together',
    },
  )
  .refine(
    (config) =>
      config.oidc_issuer === undefined || (config.public_url ?? config.domain) !== undefined,
    {
      path: ['oidc_issuer'],
      message: 'needs public_url, to which the provider sends browsers back',
    },
  )
  .superRefine((config, context) => {
    const missing = s3Keys.filter((key) => config[key] === undefined);
    const [first] = missing;
    if (first === undefined || missing.length === s3Keys.length) return;
    context.addIssue({
      code: 'custom',
      path: [first],
      message: `is missing; ${s3Keys.join(', ')} go together`,
    });
  })
  .transform(({ mqtts_port: mqtts, public_url: address, ...config }) => ({
    ...config,
    data: resolve(config.data),
    mqtts_port: mqtts === undefined ? (config.domain === undefined ? null : 8883) : mqtts,
    public_url: address ?? (config.domain && secureAddress(config.domain, config.https_port)),
  }));

/** The address of the pages under a domain, without a trailing slash. */
export function secureAddress(domain: string, httpsPort: number): string {
  return `https://${domain}${httpsPort === 443 ? '' : `:${httpsPort}`}`;
}

/**
 * The first address says how to connect, and as whom, to all of them.
 * @returns null: these are no addresses
 */
function readNatsServers(text: string): readonly string[] | null {
  const [first = '', ...others] = text.split(',').map((part) => part.trim());
  const start = /^(nats|tls):\/\/([^@/]*@)?/.exec(first)?.[0];
  if (start === undefined) return null;
  const servers = [first, ...others.map((part) => (part.includes('://') ? part : start + part))];
  return servers.every((server) => URL.canParse(server) && new URL(server).host !== '')
    ? servers
    : null;
}

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function isHttpsOrLoopback(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
