import { expect, test } from 'bun:test';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import type { ConsoleMessage } from '../../../lib/console/live-query.ts';
import { makeDevice, makeDeviceMessage } from '../../../lib/console/testing/make-device.ts';
import { type DashboardAnswer, followDashboard } from './dashboard-page.tsx';

function makeAnswer(recent: DeviceAnswer[]): DashboardAnswer {
  const data = {
    customers: { total: 1 },
    devices: { online: 7, total: 9, recent },
    keys: { unused: 2 },
    events: { today: 3, recent: [] },
  };
  return { ok: true, ...data, data };
}

function tell(answer: DashboardAnswer, message: ConsoleMessage) {
  let hasAsked = false;
  const after = followDashboard(answer, message, () => {
    hasAsked = true;
  });
  return { after, hasAsked };
}

test('a recent device that loses its mains is shown at once, without asking for the numbers', () => {
  const answer = makeAnswer([makeDevice({ device_id: 'a', status: 'online' })]);
  const data = makeDeviceMessage({ device_id: 'a', status: 'online', power_status: 'DOWN' });
  const { after, hasAsked } = tell(answer, { event: 'device', data });
  expect(after.devices.recent[0]?.power_status).toBe('DOWN');
  expect(hasAsked).toBe(false);
});

test('any device that goes offline makes the page ask for the numbers', () => {
  const answer = makeAnswer([makeDevice({ device_id: 'a', status: 'online' })]);
  for (const device_id of ['a', 'somewhere else']) {
    const data = makeDeviceMessage({ device_id, status: 'offline' });
    expect(tell(answer, { event: 'device', data }).hasAsked).toBe(true);
  }
});

test('the count of online devices is taken from the message', () => {
  const data = { online: 5, offline: 3, unknown: 1 };
  const { after, hasAsked } = tell(makeAnswer([]), { event: 'counts', data });
  expect(after.devices).toMatchObject({ online: 5, total: 9 });
  expect(hasAsked).toBe(false);
});

test.each([
  ['device.enrol', true],
  ['key.create', true],
  ['customer.add', true],
  ['settings.save', false],
])('the change %s has it asked again: %p', (action, expected) => {
  const data = { action, subject: 'x', actor: 'admin:a', at: '2026-11-21T05:00:00.000Z' };
  expect(tell(makeAnswer([]), { event: 'change', data }).hasAsked).toBe(expected);
});
