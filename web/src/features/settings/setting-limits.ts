import type { SettingsAnswer } from '../../../../src/contract/system/settings.ts';

export type SettingName = Exclude<keyof SettingsAnswer, 'botToken' | 'adminMessagingId'>;
/** As they are typed; null: nothing is. */
export type SettingValues = Record<SettingName, number | null>;

interface Limits {
  min: number;
  max: number;
}

/** The upper bounds are the server's. */
export const settingLimits: Readonly<Record<SettingName, Limits>> = {
  heartbeatTimeout: { min: 30, max: 86_400 },
  recoveryDelay: { min: 1, max: 1_440 },
  priceS2Mini: { min: 0, max: 1_000_000 },
  priceTDisplay: { min: 0, max: 1_000_000 },
  priceKeyOnly: { min: 0, max: 1_000_000 },
  priceRenewal: { min: 0, max: 1_000_000 },
  keyValidityYears: { min: 1, max: 100 },
};

export const settingNames = [
  'heartbeatTimeout',
  'recoveryDelay',
  'priceS2Mini',
  'priceTDisplay',
  'priceKeyOnly',
  'priceRenewal',
  'keyValidityYears',
] as const satisfies readonly SettingName[];

export function pickSettings(settings: SettingsAnswer): SettingValues {
  const { botToken: _, adminMessagingId: __, ...values } = settings;
  return values;
}

/** Reads a field as a whole number, an empty one as 0. */
export function toWhole(value: number | null): number {
  return value === null ? 0 : Math.trunc(value);
}

/** What is to be saved: only what was changed, so that nobody's change elsewhere is undone; or all. */
export function toSaved(
  values: SettingValues,
  saved: SettingValues,
): Partial<Record<SettingName, number>> {
  const all = settingNames.map((name) => [name, toWhole(values[name])] as const);
  const changed = all.filter(([name, value]) => value !== saved[name]);
  return Object.fromEntries(changed.length > 0 ? changed : all);
}
