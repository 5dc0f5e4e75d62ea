import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';

/** Keys of words in the locale files. */
export const deviceTypeWords = {
  's2-mini': 'admin_devices.type.s2_mini',
  't-display': 'admin_devices.type.t_display',
  's2-test': 'admin_devices.type.s2_test',
  'c3-mini': 'admin_devices.type.c3_mini',
  other: 'admin_devices.type.other',
} as const satisfies Record<DeviceAnswer['device_type'], string>;

export const transportWords = {
  mqtt: 'admin_devices.transport.mqtt',
  http: 'admin_devices.transport.http',
} as const satisfies Record<NonNullable<DeviceAnswer['transport']>, string>;

/** Why a board restarted itself. Newer firmware may know more reasons. */
export const restartWords = {
  command: 'admin_devices.health.restart.command',
  update: 'admin_devices.health.restart.update',
  no_answer: 'admin_devices.health.restart.no_answer',
} as const;
