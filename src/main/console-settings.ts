import type { BackupKeeper } from '../actions/backups/keep-backups.ts';
import { AppError } from '../domain/errors.ts';
import { refusals } from '../domain/findings.ts';
import type { ConsoleSetting } from '../domain/system/console-settings.ts';
import type { ConsoleSettingsAccess } from '../http/engine/api-context.ts';
import { checkBackupFolder } from '../installation/backup-folder.ts';
import { openBackupTargets } from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { defaultTimezone, isTimezone } from '../installation/config-schema.ts';
import {
  keepConsoleSetting,
  readConsoleSettings,
  refuseValue,
} from '../installation/console-settings.ts';

/**
 * The settings of the machine that an owner gives in the console. Backups follow at once; the time zone
 * and the public address are what every part was built with, and change with the next start.
 */
export function makeConsoleSettings(config: Config, keeper: BackupKeeper): ConsoleSettingsAccess {
  const inForce: Record<ConsoleSetting, string | null> = {
    timezone: config.timezone,
    public_url: config.public_url ?? null,
    backup_directory: config.backup_directory ?? null,
  };
  const isConfigured = (setting: ConsoleSetting) =>
    config.named.has(setting) ||
    // The provider sends browsers back to this address.
    (setting === 'public_url' && config.oidc_issuer !== undefined);
  return {
    stateOf(setting) {
      const kept = readConsoleSettings(config.data)[setting];
      const given = typeof kept === 'string' ? kept : null;
      const unset = setting === 'timezone' ? defaultTimezone : null;
      return {
        value: inForce[setting],
        next: isConfigured(setting) ? inForce[setting] : (given ?? unset),
        isGiven: isConfigured(setting) || given !== null,
        isConfigured: isConfigured(setting),
      };
    },
    async save(setting, given) {
      if (isConfigured(setting)) throw new AppError('CONFLICT', refusals.settingConfigured);
      const value = given === null ? null : await read(setting, given, config.data);
      keepConsoleSetting(config.data, setting, value);
      if (setting !== 'backup_directory') return;
      inForce.backup_directory = value;
      keeper.copyTo(openBackupTargets(config, value));
    },
  };
}

/** @throws AppError VALIDATION */
async function read(setting: ConsoleSetting, text: string, dataDir: string): Promise<string> {
  switch (setting) {
    case 'timezone':
      if (!isTimezone(text)) throw refuseValue(refusals.timezoneUnknown);
      return text;
    case 'public_url': {
      const url = URL.parse(text);
      const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/';
      if (!isAddress || url.username !== '' || url.search !== '' || url.hash !== '') {
        throw refuseValue(refusals.addressWrong);
      }
      return url.origin;
    }
    case 'backup_directory':
      return checkBackupFolder(text, dataDir);
  }
}
