import { expect, test } from 'bun:test';
import type { ConsoleMessage } from '../../../lib/console/live-query.ts';
import { makeDeviceMessage } from '../../../lib/console/testing/make-device.ts';
import { concerns } from './history-tables.tsx';

const event: ConsoleMessage = {
  event: 'event',
  data: {
    id: 1,
    device_id: 'a',
    site_name: 'Shop',
    occurred_at: '2026-11-21T05:00:00.000Z',
    outage_id: null,
    event_type: 'POWER_DOWN',
    customer_id: 7,
  },
};
const device: ConsoleMessage = { event: 'device', data: makeDeviceMessage({ device_id: 'a' }) };
const delivery: ConsoleMessage = {
  event: 'notification',
  data: { outage_id: 1, kind: 'alert', status: 'sent' },
};

test('an event changes only the history of its device and of its customer', () => {
  expect(concerns({ device_id: 'a' }, event)).toBe(true);
  expect(concerns({ device_id: 'b' }, event)).toBe(false);
  expect(concerns({ customer_id: 7 }, event)).toBe(true);
  expect(concerns({ customer_id: 8 }, event)).toBe(false);
});

test("a change of a device's state changes its own history", () => {
  expect(concerns({ device_id: 'a' }, device)).toBe(true);
  expect(concerns({ device_id: 'b' }, device)).toBe(false);
});

test('a delivery may change any history, as it does not say whose it is', () => {
  expect(concerns({ device_id: 'b' }, delivery)).toBe(true);
});
