import { expect, test } from 'bun:test';
import { deviceIdSchema } from '../../../../src/contract/fleet/device.ts';
import { makeDeviceId, toDeviceId } from './own-board.ts';

test.each([
  ['A1:B2:C3:D4:E5:F6', 'fw-a1b2c3d4e5f6'],
  [' a1-b2-c3-d4-e5-f6 ', 'fw-a1b2c3d4e5f6'],
  ['A1B2C3D4E5F6', 'fw-a1b2c3d4e5f6'],
  ['FW-a1b2c3d4e5f6', 'fw-a1b2c3d4e5f6'],
  ['a1b2c3d4e5', null],
  ['hello', null],
  ['', null],
])('%p is read as %p', (typed, deviceId) => {
  expect(toDeviceId(typed)).toBe(deviceId);
});

test('makes a valid id, and another each time', () => {
  const made = makeDeviceId();
  expect(deviceIdSchema.parse(made)).toBe(made);
  expect(makeDeviceId()).not.toBe(made);
});
