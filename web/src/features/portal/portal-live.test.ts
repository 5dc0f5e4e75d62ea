import { expect, test } from 'bun:test';
import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import type { DeviceMessage, NotificationMessage } from '../../../../src/contract/feed/stream.ts';
import {
  applyDevice,
  applyHeard,
  countDelivery,
  freshTestAlert,
  isTurn,
  outcomeOf,
  type TestAlert,
} from './portal-live.ts';
import type { PortalStats } from './portal-stats.ts';

const at = (minute: number) => `2026-11-21T05:${String(minute).padStart(2, '0')}:00.000Z`;

function makeDevice(changes: Partial<PortalDevice> = {}): PortalDevice {
  return {
    device_id: 'fw-1',
    site_name: 'Shop',
    site_address: null,
    cell: null,
    is_cell_operators: false,
    area: null,
    location: null,
    on_status_page: false,
    device_type: 's2-mini',
    status: 'online',
    power_status: 'UP',
    last_heartbeat: at(3),
    power_since: at(1),
    alert_enabled: 1,
    downtime_threshold_seconds: 60,
    reminder_interval_seconds: 300,
    alert_on_recovery: 1,
    critical: 0,
    call_on_recovery: 0,
    muted_until: null,
    alerts: 'on',
    detects: 'mains',
    detects_within_seconds: 30,
    rssi: null,
    ssid: null,
    battery_level: null,
    sleep: null,
    firmware_version: null,
    key_code: null,
    key_status: null,
    key_expires_at: null,
    next_message: null,
    outage: null,
    nearby: null,
    ...changes,
  };
}

function makeStats(...devices: PortalDevice[]): PortalStats {
  return {
    ok: true,
    stats: { totalKeys: 1, usedKeys: 1, activeKeys: 1, expiredKeys: 0 },
    keys: [],
    devices,
    recentEvents: [],
    messenger: { connected: 0, unreachable: 0, recipients: [] },
    user: {
      ...{ name: 'Nok', phone: '+66812345678', language: 'th', deletion_requested_at: null },
      ...{ is_owner: true, is_asked_who_logs_in: false },
    },
    server_time: at(3),
  };
}

function makeMessage(changes: Partial<DeviceMessage> = {}): DeviceMessage {
  return {
    device_id: 'fw-1',
    site_name: 'Shop',
    status: 'online',
    power_status: 'UP',
    last_heartbeat: at(4),
    outage: null,
    ...changes,
  };
}

const open = {
  id: 7,
  cause: 'mains',
  down_at: at(5),
  recover_at: null,
  acknowledged_at: null,
} as const;

test('a device that was only heard keeps all that was known, and has not changed', () => {
  const other = makeDevice({ device_id: 'fw-2' });
  const stats = makeStats(makeDevice(), other);
  expect(isTurn(stats, makeMessage())).toBe(false);
  expect(applyDevice(stats, makeMessage())?.devices).toEqual([
    makeDevice({ last_heartbeat: at(4) }),
    other,
  ]);
});

test('a loss and a return of power are shown with their moments', () => {
  const stats = makeStats(makeDevice());
  const down = makeMessage({ power_status: 'DOWN', outage: open });
  expect(isTurn(stats, down)).toBe(true);
  const lost = applyDevice(stats, down);
  expect(lost?.devices[0]).toMatchObject({
    power_status: 'DOWN',
    power_since: at(5),
    outage: { ...open, acknowledged_by: null },
  });
  const back = makeMessage({ outage: { ...open, recover_at: at(8) } });
  const returned = lost && applyDevice(lost, back);
  expect(returned?.devices[0]).toMatchObject({ power_status: 'UP', power_since: at(8) });
});

test('the power of a device that is not heard is unknown', () => {
  const silent = makeMessage({ status: 'offline', power_status: null });
  expect(applyDevice(makeStats(makeDevice()), silent)?.devices[0]).toMatchObject({
    status: 'offline',
    power_status: null,
    power_since: null,
  });
});

test('since when is left open where the message does not say it', () => {
  const gone = makeDevice({ power_status: null, power_since: null, status: 'offline' });
  const heard = applyDevice(makeStats(gone), makeMessage());
  expect(heard?.devices[0]).toMatchObject({ power_status: 'UP', power_since: null });
});

test('who acknowledged stays known for that outage, and for no other', () => {
  const acknowledged = { ...open, acknowledged_at: at(6), acknowledged_by: 'Nok' };
  const stats = makeStats(makeDevice({ power_status: 'DOWN', outage: acknowledged }));
  const same = makeMessage({ power_status: 'DOWN', outage: { ...open, acknowledged_at: at(6) } });
  expect(applyDevice(stats, same)?.devices[0]?.outage?.acknowledged_by).toBe('Nok');
  expect(isTurn(stats, same)).toBe(false);
  const next = makeMessage({
    power_status: 'DOWN',
    outage: { ...open, id: 8, acknowledged_at: at(9) },
  });
  expect(applyDevice(stats, next)?.devices[0]?.outage?.acknowledged_by).toBeNull();
  expect(isTurn(stats, next)).toBe(true);
});

test('a device that is not shown has to be asked for', () => {
  const stranger = makeMessage({ device_id: 'fw-9' });
  expect(applyDevice(makeStats(makeDevice()), stranger)).toBeNull();
  expect(isTurn(makeStats(makeDevice()), stranger)).toBe(true);
});

test('heartbeats move the time of those that were heard', () => {
  const stats = makeStats(makeDevice(), makeDevice({ device_id: 'fw-2' }));
  const heard = applyHeard(stats, { devices: [{ device_id: 'fw-2', last_heartbeat: at(9) }] });
  expect(heard.devices.map((device) => device.last_heartbeat)).toEqual([at(3), at(9)]);
});

function after(chats: number | null, ...statuses: NotificationMessage['status'][]): TestAlert {
  const start = { ...freshTestAlert, chats };
  return statuses.reduce<TestAlert>(
    (alert, status) => countDelivery(alert, { kind: 'test', outage_id: null, status }),
    start,
  );
}

test('a test is under way until the message to every chat was sent or failed', () => {
  expect(outcomeOf(after(null))).toBe('sending');
  expect(outcomeOf(after(2, 'sending', 'sent'))).toBe('sending');
  expect(outcomeOf(after(2, 'sent', 'sent'))).toBe('sent');
  expect(outcomeOf(after(2, 'sent', 'failed'))).toBe('partly');
  expect(outcomeOf(after(1, 'pending', 'superseded'))).toBe('failed');
});

test('a delivery counts even if it is told before the call is answered', () => {
  expect(outcomeOf({ ...after(null, 'sent'), chats: 1 })).toBe('sent');
});

test('messages about outages do not count', () => {
  const alert = after(1);
  expect(countDelivery(alert, { kind: 'alert', outage_id: 3, status: 'sent' })).toEqual(alert);
});
