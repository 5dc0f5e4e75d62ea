import { expect, test } from 'bun:test';
import { deviceFilters } from '../../../../src/domain/devices/device-type.ts';
import { applyDevice, applyToList, type DevicesAnswer, followDevices } from './devices-query.ts';
import type { ConsoleMessage } from './live-query.ts';
import { makeDevice, makeDeviceMessage, makeOpenOutage } from './testing/make-device.ts';

const none = Object.fromEntries(
  deviceFilters.map((filter) => [filter, 0]),
) as DevicesAnswer['counts'];

const answer: DevicesAnswer = {
  ok: true,
  data: [makeDevice({ device_id: 'a' }), makeDevice({ device_id: 'b' })],
  total: 2,
  page: 1,
  limit: 25,
  counts: { ...none, all: 2, online: 2 },
};

function tell(message: ConsoleMessage) {
  let hasAsked = false;
  const after = followDevices(answer, message, () => {
    hasAsked = true;
  });
  return { after, hasAsked };
}

test('a device that is heard again changes in its row, and the list is not asked for', () => {
  const data = makeDeviceMessage({ device_id: 'b', site_name: 'Kitchen' });
  const { after, hasAsked } = tell({ event: 'device', data });
  expect(after.data.map(({ site_name: name }) => name)).toEqual(['Shop', 'Kitchen']);
  expect(hasAsked).toBe(false);
});

test('a device that goes offline changes in its row at once, and the tabs are counted again', () => {
  const data = makeDeviceMessage({ device_id: 'b', status: 'offline' });
  const { after, hasAsked } = tell({ event: 'device', data });
  expect(after.data[1]?.status).toBe('offline');
  expect(hasAsked).toBe(true);
});

test('a device on another page leaves the rows alone, and the tabs are counted again', () => {
  const { after, hasAsked } = tell({
    event: 'device',
    data: makeDeviceMessage({ device_id: 'c' }),
  });
  expect(after).toBe(answer);
  expect(hasAsked).toBe(true);
});

test('deliveries and events of the timeline change nothing', () => {
  const data = { outage_id: 1, kind: 'alert', status: 'sent' } as const;
  expect(tell({ event: 'notification', data })).toEqual({ after: answer, hasAsked: false });
});

test('who was told of an outage is asked again after a delivery', () => {
  const row = makeDevice({ outage: makeOpenOutage({ id: 7 }) });
  const told = (outageId: number) => {
    let hasAsked = false;
    const data = { outage_id: outageId, kind: 'alert', status: 'sent' } as const;
    followDevices({ ...answer, data: [row] }, { event: 'notification', data }, () => {
      hasAsked = true;
    });
    return hasAsked;
  };
  expect([told(7), told(8)]).toEqual([true, false]);
});

test('after an acknowledgement the tabs are counted again', () => {
  const outage = makeOpenOutage();
  const { acknowledged_by: _, told: __, ...seen } = outage;
  const acknowledged = { ...seen, acknowledged_at: '2026-11-21T04:10:00.000Z' };
  let hasAsked = false;
  followDevices(
    { ...answer, data: [makeDevice({ device_id: 'a', outage })] },
    { event: 'device', data: makeDeviceMessage({ device_id: 'a', outage: acknowledged }) },
    () => {
      hasAsked = true;
    },
  );
  expect(hasAsked).toBe(true);
});

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
