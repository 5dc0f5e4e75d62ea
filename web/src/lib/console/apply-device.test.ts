import { expect, test } from 'bun:test';
import { applyDevice, applyToList } from './apply-device.ts';
import { makeDevice, makeDeviceMessage, makeOpenOutage } from './testing/make-device.ts';

const acknowledged = makeOpenOutage({
  acknowledged_at: '2026-11-21T04:10:00.000Z',
  acknowledged_by: 'Nok',
});
const { acknowledged_by: _, ...told } = acknowledged;

test('fields of the message are taken over, and the rest stays', () => {
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

test('the name of who acknowledged stays when the outage is told again without it', () => {
  const device = makeDevice({ outage: acknowledged });
  const after = applyDevice(device, makeDeviceMessage({ outage: told }));
  expect(after.outage?.acknowledged_by).toBe('Nok');
});

test('and is not taken over for the next outage', () => {
  const device = makeDevice({ outage: acknowledged });
  const after = applyDevice(device, makeDeviceMessage({ outage: { ...told, id: 2 } }));
  expect(after.outage?.acknowledged_by).toBeNull();
});

test('in a list only that device is changed, or none', () => {
  const devices = [makeDevice({ device_id: 'a' }), makeDevice({ device_id: 'b' })];
  const one = applyToList(devices, makeDeviceMessage({ device_id: 'b', status: 'offline' }));
  expect(one.before).toBe(devices[1]);
  expect(one.devices.map(({ status }) => status)).toEqual(['online', 'offline']);
  expect(one.devices[0]).toBe(devices[0]);
  const none = applyToList(devices, makeDeviceMessage({ device_id: 'c' }));
  expect(none.before).toBeUndefined();
  expect(none.devices).toEqual(devices);
});
