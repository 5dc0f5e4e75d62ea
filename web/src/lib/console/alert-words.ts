import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';

/** Whether the owner of a device is told of an outage, and if not, why. */
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
