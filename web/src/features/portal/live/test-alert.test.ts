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

test('it is under way until every chat was sent to, or failed', () => {
  expect(outcomeOf(after(null))).toBe('sending');
  expect(outcomeOf(after(2, 'sending', 'sent'))).toBe('sending');
  expect(outcomeOf(after(2, 'sent', 'sent'))).toBe('sent');
  expect(outcomeOf(after(2, 'sent', 'failed'))).toBe('partly');
  expect(outcomeOf(after(1, 'pending', 'superseded'))).toBe('failed');
});

test('a delivery told of before the call was answered counts', () => {
  expect(outcomeOf({ ...after(null, 'sent'), chats: 1 })).toBe('sent');
});

test('what is said of outages does not count', () => {
  const alert = after(1);
  expect(countDelivery(alert, { kind: 'alert', outage_id: 3, status: 'sent' })).toEqual(alert);
});
