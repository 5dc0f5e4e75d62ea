import { expect, test } from 'bun:test';
import { applyDevice, applyToList } from './apply-device.ts';
import { makeDevice, makeDeviceMessage, makeOpenOutage } from './testing/make-device.ts';

const acknowledged = makeOpenOutage({
  acknowledged_at: '2026-11-21T04:10:00.000Z',
  acknowledged_by: 'Nok',
});
const { acknowledged_by: _, ...told } = acknowledged;

test('what the message says is taken, and the rest stays', () => {
  const device = makeDevice({ customer_name: 'Somchai' });
  const message = makeDeviceMessage({
    status: 'offline',
    power_status: null,
    site_name: 'Kitchen',
  });
  expect(applyDevice(device, message)).toEqual({
    ...device,
    status: 'offline',
    power_status: null,
    site_name: 'Kitchen',
    last_heartbeat: message.last_heartbeat,
  });
});

test('who acknowledged an outage is not forgotten when it is told again without the name', () => {
  const device = makeDevice({ outage: acknowledged });
  const after = applyDevice(device, makeDeviceMessage({ outage: told }));
  expect(after.outage?.acknowledged_by).toBe('Nok');
});

test('and is not taken for the one who acknowledged the next', () => {
  const device = makeDevice({ outage: acknowledged });
  const after = applyDevice(device, makeDeviceMessage({ outage: { ...told, id: 2 } }));
  expect(after.outage?.acknowledged_by).toBeNull();
});

test('in a list only the one is changed, and none where it is not in it', () => {
  const devices = [makeDevice({ device_id: 'a' }), makeDevice({ device_id: 'b' })];
  const one = applyToList(devices, makeDeviceMessage({ device_id: 'b', status: 'offline' }));
  expect(one.before).toBe(devices[1]);
  expect(one.devices.map(({ status }) => status)).toEqual(['online', 'offline']);
  expect(one.devices[0]).toBe(devices[0]);
  const none = applyToList(devices, makeDeviceMessage({ device_id: 'c' }));
  expect(none.before).toBeUndefined();
  expect(none.devices).toEqual(devices);
});
