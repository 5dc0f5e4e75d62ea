import { expect, test } from 'bun:test';
import { readDevicePower } from './device-power.ts';
import { makeDevice, makeOpenOutage } from './testing/make-device.ts';

const outage = makeOpenOutage();
const back = makeOpenOutage({ recover_at: '2026-11-21T04:30:00.000Z' });

test.each([
  ['heard, with power', {}, 'up'],
  ['heard, and says that power is gone', { power_status: 'DOWN' }, 'mains_lost'],
  ['heard, and cannot tell', { power_status: null }, 'power_unknown'],
  ['never heard', { status: 'unknown', power_status: null }, 'unknown'],
  ['refused', { status: 'unknown', power_status: null, refused: 'revoked' }, 'revoked'],
  ['silent, whatever it said last', { status: 'offline', power_status: 'UP' }, 'contact_lost'],
  [
    'silent after it said that power is gone',
    { status: 'offline', power_status: 'DOWN' },
    'mains_lost',
  ],
  ['in an outage of the mains', { status: 'offline', outage }, 'mains_lost'],
  ['in a silence nobody can explain', { outage: { ...outage, cause: 'silent' } }, 'contact_lost'],
  ['back, not yet for long', { outage: back }, 'up'],
] as const)('%s', (_, fields, expected) => {
  expect(readDevicePower(makeDevice(fields))).toBe(expected);
});
