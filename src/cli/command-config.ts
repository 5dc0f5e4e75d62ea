import { existsSync, statSync } from 'node:fs';
import { resolveExtras } from '../actions/system/extras.ts';
import { AppError } from '../domain/errors.ts';
import { type Config, ConfigError, loadConfig } from '../installation/config.ts';
import { modules } from '../modules/index.ts';
import { canUse } from './can-use.ts';
import { CommandFailed } from './output.ts';

/** The data directory of the installed service. */
export const serviceDataDir = '/var/lib/faiwatch';

/**
 * Reads the settings, of which the names of modules are known here only.
 * @param flags as of `loadConfig`
 * @throws ConfigError
 */
export function readConfig(flags: Parameters<typeof loadConfig>[0]): Config {
  const config = loadConfig(flags, process.env);
  try {
    resolveExtras(config.extras ?? [], modules);
  } catch (error) {
    if (error instanceof AppError) throw new ConfigError(`setting ${error.message}`);
    throw error;
  }
  return config;
}

/**
 * Loads the configuration of the installation that a command works on.
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
 * Finds the configuration without checking that this user may use the data: of the directory that was
 * named, else of the one here, else of the installed service. From here on the command acts as the user to
 * whom the data belongs.
 * @throws ConfigError
 */
export function findCommandConfig(options: { readonly data?: string }): Config {
  const config = readConfig({ data: options.data ?? findServiceData() });
  actAsOwner(config.data);
  return config;
}

/** The installed service's data directory, unless another one is configured or is here. */
export function findServiceData(): string | undefined {
  const isNamed = (process.env['FAIWATCH_DATA'] ?? '') !== '';
  if (isNamed || existsSync('./faiwatch-data') || !existsSync(serviceDataDir)) return undefined;
  return serviceDataDir;
}

/**
 * Makes a command under sudo act as the user to whom the data belongs. The server runs as that user, and
 * could not open files that root made.
 */
function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(stats.gid);
  process.setuid?.(stats.uid);
}
