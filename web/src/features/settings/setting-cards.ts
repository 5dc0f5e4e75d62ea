import type { SettingName } from './setting-limits.ts';

interface SettingField {
  name: SettingName;
  label: string;
  unit: string;
  hint?: string;
}

/** What is typed, in the order of the page; the words as keys of the locale files. */
export const settingCards = [
  {
    title: 'settings.notifications.title',
    fields: [
      {
        name: 'heartbeatTimeout',
        label: 'settings.notifications.heartbeat_timeout',
        hint: 'settings.notifications.heartbeat_timeout_hint',
        unit: 'settings.unit.seconds',
      },
      {
        name: 'recoveryDelay',
        label: 'settings.notifications.recovery_delay',
        hint: 'settings.notifications.recovery_delay_hint',
        unit: 'settings.unit.minutes',
      },
    ],
  },
  {
    title: 'settings.pricing.title',
    fields: [
      { name: 'priceS2Mini', label: 'settings.pricing.s2_mini', unit: 'settings.unit.baht' },
      { name: 'priceTDisplay', label: 'settings.pricing.t_display', unit: 'settings.unit.baht' },
      { name: 'priceKeyOnly', label: 'settings.pricing.key_only', unit: 'settings.unit.baht' },
      { name: 'priceRenewal', label: 'settings.pricing.renewal', unit: 'settings.unit.baht' },
    ],
  },
  {
    title: 'settings.keys.title',
    fields: [
      {
        name: 'keyValidityYears',
        label: 'settings.keys.validity',
        hint: 'settings.keys.validity_hint',
        unit: 'settings.unit.years',
      },
    ],
  },
] as const satisfies readonly { title: string; fields: readonly SettingField[] }[];
