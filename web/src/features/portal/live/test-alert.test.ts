import { expect, test } from 'bun:test';
import type { NotificationMessage } from '../../../../../src/contract/feed/stream.ts';
import { countDelivery, freshTestAlert, outcomeOf, type TestAlert } from './test-alert.ts';

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
