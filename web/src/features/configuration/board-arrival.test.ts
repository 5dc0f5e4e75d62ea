import { expect, test } from 'bun:test';
import { type Boards, findHeard, hasArrived } from './board-arrival.ts';

const at = '2026-11-21T03:00:00.000Z';
const later = '2026-11-21T03:00:10.000Z';

test('finds the board by its key, of which the server shows the last group', () => {
  const boards = {
    keys: [
      { key_code: '*****-*****-*****-00000', device_id: 'fw-0000000000a1' },
      { key_code: '*****-*****-*****-T9VW6', device_id: 'fw-0000000000e1' },
    ],
    devices: [{ device_id: 'fw-0000000000e1', status: 'online', last_heartbeat: at }],
  } as unknown as Boards;
  expect(findHeard(boards, '7K3QX-8MZ2N-PH4RD-T9VW6')).toEqual({ isOnline: true, at });
  expect(findHeard(boards, '7K3QX-8MZ2N-PH4RD-AAAAA')).toBeNull();
});

test('a new board has arrived once it was heard for the first time', () => {
  expect(hasArrived(null, null)).toBe(false);
  expect(hasArrived(null, { isOnline: false, at: null })).toBe(false);
  expect(hasArrived(null, { isOnline: true, at })).toBe(true);
});

test('a known board has arrived once it was heard again', () => {
  const before = { isOnline: true, at };
  expect(hasArrived(before, before)).toBe(false);
  expect(hasArrived(before, { isOnline: false, at: later })).toBe(false);
  expect(hasArrived(before, { isOnline: true, at: later })).toBe(true);
});
