import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';

/** Keys of words in the locale files. */
export const deviceTypeWords = {
  's2-mini': 'admin_devices.type.s2_mini',
  't-display': 'admin_devices.type.t_display',
  's2-test': 'admin_devices.type.s2_test',
  'c3-mini': 'admin_devices.type.c3_mini',
  other: 'admin_devices.type.other',
} as const satisfies Record<DeviceAnswer['device_type'], string>;

export const alertWords = {
  on: 'admin_devices.alerts.on',
  muted: 'admin_devices.alerts.muted',
  off: 'admin_devices.alerts.off',
  key_expired: 'admin_devices.alerts.key_expired',
  key_inactive: 'admin_devices.alerts.key_inactive',
  released: 'admin_devices.alerts.released',
  customer_inactive: 'admin_devices.alerts.customer_inactive',
  no_messenger: 'admin_devices.alerts.no_messenger',
} as const satisfies Record<DeviceAnswer['alerts'], string>;

export const transportWords = {
  mqtt: 'admin_devices.transport.mqtt',
  http: 'admin_devices.transport.http',
} as const satisfies Record<NonNullable<DeviceAnswer['transport']>, string>;

/** Why a board restarted by itself; another firmware may know more words. */
export const restartWords = {
  command: 'admin_devices.health.restart.command',
  update: 'admin_devices.health.restart.update',
  no_answer: 'admin_devices.health.restart.no_answer',
} as const;
