import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import type { DeviceMessage } from '../../../../../src/contract/feed/stream.ts';

/** A device that is well, for tests. */
export function makeDevice(fields: Partial<DeviceAnswer> = {}): DeviceAnswer {
  return {
    device_id: 'fw-000000000001',
    site_name: 'Shop',
    site_address: null,
    cell: null,
    is_cell_operators: false,
    area: null,
    location: null,
    on_status_page: false,
    customer_id: 1,
    customer_name: 'Somchai',
    phone: '+66812345678',
    device_type: 's2-mini',
    firmware_version: '1.0.0',
    update_failed: null,
    status: 'online',
    refused: null,
    power_status: 'UP',
    last_heartbeat: '2026-11-21T05:00:00.000Z',
    created_at: '2026-01-01T05:00:00.000Z',
    transport: 'mqtt',
    is_plain_outside: false,
    rssi: -61,
    ssid: 'ShopWiFi',
    voltage: null,
    battery_level: null,
    detects: 'mains',
    detects_within_seconds: 30,
    alerts: 'on',
    critical: null,
    is_awaiting_owner: false,
    muted_until: null,
    credentials_due_at: null,
    key_code: null,
    key_expires_at: null,
    outage: null,
    ...fields,
  };
}

/** The same in the words of the stream. */
export function makeDeviceMessage(fields: Partial<DeviceMessage> = {}): DeviceMessage {
  return {
    device_id: 'fw-000000000001',
    site_name: 'Shop',
    status: 'online',
    power_status: 'UP',
    last_heartbeat: '2026-11-21T05:00:10.000Z',
    outage: null,
    ...fields,
  };
}

type OpenOutage = NonNullable<DeviceAnswer['outage']>;

export function makeOpenOutage(fields: Partial<OpenOutage> = {}): OpenOutage {
  return {
    id: 1,
    cause: 'mains',
    down_at: '2026-11-21T04:00:00.000Z',
    recover_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    told: { sent: 0, waiting: 0, failed: 0, names: [] },
    ...fields,
  };
}
