import { expect, test } from 'bun:test';
import { follow, readReport } from './arrival.ts';

test.each([
  ['* WiFi connected: 192.168.1.7', { of: 'wifi', isUp: true }],
  ['- wifi: 192.168.1.7', { of: 'wifi', isUp: true }],
  ['* WiFi not connected: wrong password', { of: 'wifi', isUp: false, reason: 'wrong password' }],
  ['- wifi: network not found', { of: 'wifi', isUp: false, reason: 'network not found' }],
  ['- wifi: not tried yet', null],
  ['* Server: enrolled', { of: 'server', is: 'enrolled' }],
  ['* Server: online over MQTT', { of: 'server', is: 'online' }],
  ['- server: online', { of: 'server', is: 'online' }],
  ['* Server refused: KEY_IN_USE', { of: 'server', is: 'refused', code: 'KEY_IN_USE' }],
  ['- server: KEY_NOT_FOUND', { of: 'server', is: 'refused', code: 'KEY_NOT_FOUND' }],
  [
    '* Server did not take it: unreachable',
    { of: 'server', is: 'unreachable', reason: 'unreachable', isLast: false },
  ],
  [
    '- last_problem: HTTP 502',
    { of: 'server', is: 'unreachable', reason: 'HTTP 502', isLast: true },
  ],
  ['* Server: enrolling', null],
  ['* Server: no contact', null],
  ['- wifi_ssid: 192.168.1.7', null],
  ['OK show_config', null],
] as const)('%s', (line, report) => {
  expect(readReport(line)).toEqual(report);
});

test('a board that is online has Wi-Fi', () => {
  const before = { wifi: 'active', online: 'waiting' } as const;
  expect(follow(before, { of: 'server', is: 'online' })).toEqual({
    arrival: { wifi: 'done', online: 'done' },
    problem: null,
  });
});

test('what keeps a board from coming online is named', () => {
  const before = { wifi: 'active', online: 'waiting' } as const;
  expect(follow(before, { of: 'wifi', isUp: false, reason: 'no address' })?.problem).toEqual({
    code: 'wifi_failed',
    reason: 'no address',
  });
  expect(follow(before, { of: 'server', is: 'refused', code: 'KEY_EXPIRED' })).toEqual({
    arrival: { wifi: 'done', online: 'failed' },
    problem: { code: 'server_refused', reason: 'KEY_EXPIRED' },
  });
});

test('the last failure counts only until something better is known', () => {
  const last = { of: 'server', is: 'unreachable', reason: 'unreachable', isLast: true } as const;
  expect(follow({ wifi: 'done', online: 'active' }, last)?.problem).toEqual({
    code: 'server_unreachable',
    reason: 'unreachable',
  });
  expect(follow({ wifi: 'done', online: 'done' }, last)).toBeNull();
  expect(follow({ wifi: 'done', online: 'failed' }, last)).toBeNull();
  expect(follow({ wifi: 'done', online: 'done' }, { ...last, isLast: false })).not.toBeNull();
});
