/**
 * Where settings come from: flag > FAIWATCH_* > faiwatch.toml > what the console was given > default. An unknown
 * or wrong setting stops the start with one line that names it and its source.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import type { z } from 'zod';
import {
  completeSchema,
  type SettableChannel,
  settableChannels,
  settingsOf,
  settingsSchema,
} from '../contract/system/channel-settings.ts';
import { sayIssue } from '../domain/findings.ts';
import { configSchema, configShape } from './config-schema.ts';
import { readConsoleSettings } from './console-settings.ts';
import { configPath, consoleSettingsPath } from './paths.ts';

/** What the configuration says of a channel. */
interface ConfiguredChannel {
  /** Whether the configuration sets the channel up, so that the console cannot change it. */
  readonly isConfigured: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

export type Config = z.output<typeof configSchema> & {
  readonly channels: Readonly<Record<SettableChannel, ConfiguredChannel>>;
  /**
   * The settings that a flag, the environment or the file names, but for what they say is not wanted: the console
   * cannot change them.
   */
  readonly named: ReadonlySet<string>;
};
export type ConfigKey = keyof typeof configShape;

const channelKeys = settableChannels.flatMap((name) =>
  settingsOf(name).map(({ field }) => `${name}_${field}`),
);
const keys: ReadonlySet<string> = new Set([...Object.keys(configShape), ...channelKeys]);

/** A wrong setting. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from all their sources.
 * @param flags from the command line, under the keys of the file
 * @param env the process's environment, of which only FAIWATCH_* is read
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
    [configPath(data), readFile(configPath(data))],
    [consoleSettingsPath(data), readConsoleSettings(data)],
  ];
  const merged: Record<string, unknown> = {};
  const origin: Record<string, string> = {};
  for (const [name, values] of [...sources].reverse()) {
    for (const [key, value] of Object.entries(values)) {
      merged[key] = value;
      origin[key] = name;
    }
  }
  const consolePath = consoleSettingsPath(data);
  // The address of a domain is the domain's, whatever the console was given before there was one.
  if (merged['domain'] !== undefined && origin['public_url'] === consolePath) {
    delete merged['public_url'];
  }
  const named = Object.keys(merged).filter((key) => origin[key] !== consolePath);
  const { own, channels } = apart(merged);
  const result = configSchema.safeParse(own, { error: sayIssue });
  if (!result.success) throw toConfigError(result.error, origin);
  const isWanted: Readonly<Record<string, unknown>> = result.data;
  const wanted = named.filter((key) => isWanted[key] !== false);
  const configured = settableChannels.map((name) => {
    const values = channels[name] ?? {};
    return [name, readChannel(name, values, origin)] as const;
  });
  return {
    ...result.data,
    channels: Object.fromEntries(configured) as Config['channels'],
    named: new Set(result.data.domain === undefined ? wanted : [...wanted, 'public_url']),
  };
}

function toConfigError(
  { issues: [issue] }: z.ZodError,
  origin: Readonly<Record<string, string>>,
  prefix = '',
): ConfigError {
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return new ConfigError(`unknown setting "${key}" (${origin[key] ?? 'unknown source'})`);
  }
  const key = `${prefix}${String(issue?.path[0] ?? '')}`;
  return new ConfigError(`setting "${key}" (${origin[key] ?? 'default'}): ${issue?.message}`);
}

/** The settings of each channel apart from all others. */
function apart(merged: Readonly<Record<string, unknown>>) {
  const own: Record<string, unknown> = { ...merged };
  const channels: Partial<Record<SettableChannel, Record<string, unknown>>> = {};
  for (const name of settableChannels) {
    for (const { field } of settingsOf(name)) {
      const key = `${name}_${field}`;
      if (!(key in own)) continue;
      channels[name] = { ...channels[name], [field]: own[key] };
      delete own[key];
    }
  }
  return { own, channels };
}

/** Where the far end is may be configured without the rest, which the console may give. */
function readChannel(
  name: SettableChannel,
  values: Readonly<Record<string, unknown>>,
  origin: Readonly<Record<string, string>>,
): ConfiguredChannel {
  const isConfigured = settingsOf(name).some(
    ({ field, isFileOnly }) => !isFileOnly && field in values,
  );
  const schema = isConfigured ? completeSchema(name) : settingsSchema(name).partial();
  const result = schema.safeParse(values, { error: sayIssue });
  if (!result.success) throw toConfigError(result.error, origin, `${name}_`);
  // What the configuration leaves out is not its own: the console may say otherwise.
  const named = Object.entries(result.data).filter(([field]) => isConfigured || field in values);
  return { isConfigured, values: Object.fromEntries(named) };
}

function readEnv(env: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('FAIWATCH_') || value === undefined || value === '') continue;
    const key = name.slice('FAIWATCH_'.length).toLowerCase();
    if (!keys.has(key)) {
      throw new ConfigError(`unknown setting "${name}" (environment)`);
    }
    values[key] = value;
  }
  return values;
}

function readFile(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    return flatten(parseToml(readFileSync(path, 'utf8')));
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new ConfigError(`${path}: ${line}`);
  }
}

/** Makes the keys of tables plain keys: `directory` in `[backup]` is `backup_directory`. */
function flatten(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (!isTable(value)) flat[key] = value;
    else for (const [inner, of] of Object.entries(value)) flat[`${key}_${inner}`] = of;
  }
  return flat;
}

function isTable(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Date);
}

function dropUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
