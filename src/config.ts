/**
 * One object with every setting of the process: flag > FAIWATCH_* > faiwatch.toml > default.
 * Anything unknown or wrong stops the start with one line that says what and where.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';

const port = z
  .union([z.int(), z.string().regex(/^\d+$/, 'must be a port number').transform(Number)])
  .pipe(z.int().min(0).max(65_535));
const switchable = z.preprocess(
  (value) =>
    typeof value === 'string' && /^(true|false|1|0)$/i.test(value)
      ? /^(true|1)$/i.test(value)
      : value,
  z.boolean(),
);

/** Keys as in faiwatch.toml; the environment's are these in upper case after `FAIWATCH_`. */
const configShape = {
  data: z.string().min(1).default('./faiwatch-data'),
  host: z.string().min(1).default('0.0.0.0'),
  port: port.default(8080),
  /** null: no MQTT on TCP. */
  mqtt_port: z.union([z.literal('off').transform(() => null), port]).default(1883),
  mqtts_port: z.union([z.literal('off').transform(() => null), port]).default(null),
  tls_cert: z.string().min(1).optional(),
  tls_key: z.string().min(1).optional(),
  mqtt_url: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  telegram_token: z
    .string()
    .regex(/^\d+:[\w-]+$/, 'must look like 123456:ABC…')
    .optional(),
  telegram_api_root: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  telegram_admin_chat: z
    .string()
    .regex(/^-?\d+$/, 'must be a chat id')
    .optional(),
  admin_username: z.string().min(1).max(64).default('admin'),
  admin_password: z.string().min(6).optional(),
  jwt_secret: z.string().min(32).optional(),
  timezone: z
    .string()
    .refine(isTimezone, 'must be a time zone such as Asia/Bangkok')
    .default('Asia/Bangkok'),
  public_url: z.url({ protocol: /^https?$/ }).optional(),
  trust_proxy: switchable.default(false),
  log_level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Seconds between two writes of last-heard times. */
  flush_interval: z.coerce.number().int().min(1).max(3600).default(60),
  /** Messages a device may send per second over MQTT, and how many it may save up. */
  device_rate: z.coerce.number().min(1).default(20),
  device_burst: z.coerce.number().min(1).default(200),
} as const;

const configSchema = z
  .strictObject(configShape)
  .refine((config) => (config.tls_cert === undefined) === (config.tls_key === undefined), {
    path: ['tls_cert'],
    message: 'tls_cert and tls_key go together',
  })
  .refine((config) => config.mqtts_port === null || config.tls_cert !== undefined, {
    path: ['mqtts_port'],
    message: 'needs tls_cert and tls_key',
  })
  .transform((config) => ({ ...config, data: resolve(config.data) }));

export type Config = z.output<typeof configSchema>;
export type ConfigKey = keyof typeof configShape;

const keys = Object.keys(configShape) as ConfigKey[];

/** A wrong setting; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param flags what was given on the command line, under the keys of the file
 * @param env the process's environment; only FAIWATCH_* is looked at
 * @throws ConfigError
 */
export function loadConfig(
  flags: Readonly<Partial<Record<ConfigKey, unknown>>>,
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const fromEnv = readEnv(env);
  const data = String(flags.data ?? fromEnv['data'] ?? './faiwatch-data');
  const sources: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['flag', dropUndefined(flags)],
    ['environment', fromEnv],
    [join(data, 'faiwatch.toml'), readFile(join(data, 'faiwatch.toml'))],
  ];
  const merged: Record<string, unknown> = {};
  const origin: Record<string, string> = {};
  for (const [name, values] of [...sources].reverse()) {
    for (const [key, value] of Object.entries(values)) {
      merged[key] = value;
      origin[key] = name;
    }
  }
  const result = configSchema.safeParse(merged);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    throw new ConfigError(`unknown setting "${key}" (${origin[key] ?? 'unknown source'})`);
  }
  const key = String(issue?.path[0] ?? '');
  throw new ConfigError(`setting "${key}" (${origin[key] ?? 'default'}): ${issue?.message}`);
}

function readEnv(env: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('FAIWATCH_') || value === undefined || value === '') continue;
    const key = name.slice('FAIWATCH_'.length).toLowerCase();
    if (!keys.includes(key as ConfigKey)) {
      throw new ConfigError(`unknown setting "${name}" (environment)`);
    }
    values[key] = value;
  }
  return values;
}

function readFile(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    return parseToml(readFileSync(path, 'utf8'));
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new ConfigError(`${path}: ${line}`);
  }
}

function dropUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
