import { existsSync } from 'node:fs';
import { type Config, loadConfig } from '../installation/config.ts';
import { actAsOwner } from './act-as-owner.ts';
import { canUse } from './can-use.ts';
import { CommandFailed } from './output.ts';

/** Where the installed service keeps its data. */
export const serviceDataDir = '/var/lib/faiwatch';

/**
 * The configuration of what a command works on, which this user may use.
 * @throws ConfigError, CommandFailed
 */
export function loadCommandConfig(options: { readonly data?: string }): Config {
  const config = findCommandConfig(options);
  if (existsSync(config.data) && !canUse(config.data)) {
    throw new CommandFailed(`${config.data} may not be used by this user; use sudo.`);
  }
  return config;
}

/**
 * The same, whether this user may use it or not: the data directory that was named, else the one here,
 * else that of the installed service. From here on the command acts as the user it belongs to.
 * @throws ConfigError
 */
export function findCommandConfig(options: { readonly data?: string }): Config {
  const config = loadConfig({ data: options.data ?? findServiceData() }, process.env);
  actAsOwner(config.data);
  return config;
}

/** That directory, unless another is named or lies here. */
export function findServiceData(): string | undefined {
  const isNamed = (process.env['FAIWATCH_DATA'] ?? '') !== '';
  if (isNamed || existsSync('./faiwatch-data') || !existsSync(serviceDataDir)) return undefined;
  return serviceDataDir;
}
