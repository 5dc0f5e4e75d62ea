import { pluck } from '../fields.ts';

/** In seconds. */
export interface SettingRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

interface Setting {
  /** Its name in the calls that read and change alert settings. */
  readonly api: string;
  /** Its column, and its name in the portal's list of sites, in the timeline and in a customer's download. */
  readonly column: string;
  /** The value until an owner chooses another. */
  readonly atFirst: boolean | number;
  /** Bounds and step of a number. */
  readonly range?: SettingRange;
}

/**
 * The settings of when the owner of a device is told, one entry each. Calls, shapes, reads, the timeline and the
 * download are made of the entries. A new setting is an entry, a column (store/devices/tables.ts and a migration), a
 * field of the form with its words, and its effect.
 */
export const alertSettings = {
  alertEnabled: { api: 'alertEnabled', column: 'alert_enabled', atFirst: true },
  /** From the loss to the first alert. */
  thresholdSeconds: {
    api: 'downtimeThreshold',
    column: 'downtime_threshold_seconds',
    atFirst: 60,
    range: { min: 5, max: 300, step: 5 },
  },
  /** From one message to the next, until somebody acknowledges. */
  reminderSeconds: {
    api: 'reminderInterval',
    column: 'reminder_interval_seconds',
    atFirst: 300,
    range: { min: 30, max: 1800, step: 30 },
  },
  alertOnRecovery: { api: 'alertOnRecovery', column: 'alert_on_recovery', atFirst: true },
  /** Phones are called at the threshold, in quiet hours too, until somebody acknowledges. */
  isCritical: { api: 'critical', column: 'critical', atFirst: false },
  /** A phone on which a loss was heard is called about its end, once. */
  callsOnRecovery: { api: 'callOnRecovery', column: 'call_on_recovery', atFirst: false },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof alertSettings;

export type AlertSettings = {
  readonly [Name in keyof Settings]: Settings[Name]['atFirst'] extends boolean ? boolean : number;
};

export const alertSettingList: readonly Setting[] = Object.values(alertSettings);
export const alertSettingColumns = pluck(alertSettings, 'column');
export const alertSettingsAtFirst: AlertSettings = pluck(alertSettings, 'atFirst');
