import {
  type ChannelSettings,
  completeSchema,
  type SettableChannel,
  settableChannels,
  settingsOf,
} from '../contract/system/channel-settings.ts';
import { readKeptJson, writeKeptJson } from '../disk/kept-json.ts';
import type { Config } from './config.ts';
import { channelSettingsPath } from './paths.ts';

type Where = Pick<Config, 'data' | 'channels' | 'public_url'>;
type Kept = Partial<Record<SettableChannel, Readonly<Record<string, unknown>>>>;

export interface FoundSettings<Name extends SettableChannel> {
  readonly settings: ChannelSettings<Name>;
  /** The configuration names them: nothing else changes them. */
  readonly isConfigured: boolean;
  /** Nobody gave any: it works without. */
  readonly isByItself?: true;
}

/** Finds the settings of a channel: the configured ones, or those that an operator gave in the console. */
export function findChannelSettings<Name extends SettableChannel>(
  config: Where,
  name: Name,
): FoundSettings<Name> | undefined {
  const { isConfigured, values } = config.channels[name];
  const kept = isConfigured ? {} : readKept(config.data)[name];
  const given = { ...kept, ...values };
  if (kept === undefined || Object.keys(given).length === 0) {
    if (!worksByItself(config, name)) return undefined;
    return { settings: {} as ChannelSettings<Name>, isConfigured, isByItself: true };
  }
  const parsed = completeSchema(name).safeParse(given);
  if (!parsed.success) return undefined;
  return { settings: parsed.data as ChannelSettings<Name>, isConfigured };
}

/** Browsers ask nobody but this server, and take messages only from pages with an address of https. */
function worksByItself({ public_url: publicUrl }: Where, name: SettableChannel): boolean {
  return name === 'webpush' && publicUrl?.startsWith('https://') === true;
}

/**
 * Those that somebody set up.
 * @param isUsed whether one that works by itself counts, too
 */
export function findSetUpChannels(
  config: Where,
  isUsed: (name: SettableChannel) => boolean = () => false,
): SettableChannel[] {
  return settableChannels.filter((name) => {
    const found = findChannelSettings(config, name);
    return found !== undefined && (!found.isByItself || isUsed(name));
  });
}

/** Keeps the settings of one channel for the next start, in a file that only its owner can read. */
export function keepChannelSettings(
  dataDir: string,
  name: SettableChannel,
  settings: Readonly<Record<string, unknown>>,
): void {
  const fields = settingsOf(name).flatMap(({ field, isFileOnly }) => (isFileOnly ? [] : [field]));
  const ofConsole = Object.fromEntries(fields.map((field) => [field, settings[field]]));
  writeKept(dataDir, { ...readKept(dataDir), [name]: ofConsole });
}

export function forgetChannelSettings(dataDir: string, name: SettableChannel): void {
  const { [name]: _, ...others } = readKept(dataDir);
  writeKept(dataDir, others);
}

function readKept(dataDir: string): Kept {
  return readKeptJson(channelSettingsPath(dataDir)) as Kept;
}

function writeKept(dataDir: string, kept: Kept): void {
  writeKeptJson(channelSettingsPath(dataDir), kept);
}
