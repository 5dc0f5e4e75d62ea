import { describe, expect, test } from 'bun:test';
import {
  dependsOnAlerts,
  factsOfAlerts,
  type MessageOfOutage,
  type OutageAlert,
} from './outage-alerts.ts';

const now = 1_000_000;
const owner = { customerId: 1, contactId: null, isReachable: true };
const neighbour = { customerId: 1, contactId: 7, isReachable: true };

function message(fields: Partial<MessageOfOutage> = {}): MessageOfOutage {
  return {
    kind: 'alert',
    channel: 'telegram',
    address: '1',
    customerId: 1,
    delayMs: 0,
    isCriticalCall: false,
    recipient: owner,
    order: 'together',
    ...fields,
  };
}

function alert(fields: Partial<OutageAlert> = {}): OutageAlert {
  return {
    channel: 'telegram',
    address: '1',
    customerId: 1,
    delayMs: 0,
    isCriticalCall: false,
    recipient: owner,
    status: 'pending',
    isTried: false,
    mayHaveArrived: false,
    dueAt: now,
    nextAttemptAt: now,
    quietUntil: null,
    ...fields,
  };
}

describe('an alert', () => {
  const email = { channel: 'email', address: 'a@b.th' } as const;
  const second = message({ ...email, delayMs: 50_000, order: 'in_turn' });
  const ofSecond = (first: Partial<OutageAlert>) =>
    factsOfAlerts(second, [alert(first), alert({ ...email, delayMs: 50_000 })], now);

  test('of which nobody else is told asks for no others', () => {
    expect(dependsOnAlerts(message())).toBe(false);
    expect(dependsOnAlerts(message({ order: 'in_turn' }))).toBe(true);
    expect(dependsOnAlerts(message({ delayMs: 1 }))).toBe(true);
    expect(dependsOnAlerts(message({ kind: 'recovery' }))).toBe(true);
    expect(dependsOnAlerts(message({ kind: 'reminder', delayMs: 1 }))).toBe(false);
  });

  test('and a call of a critical site do not take turns', () => {
    const phone = { channel: 'call', address: '+66812345678', isCriticalCall: true } as const;
    const call = message({ ...phone, order: 'in_turn' });
    const read = (chat: Partial<OutageAlert>) =>
      factsOfAlerts(call, [alert(chat), alert(phone)], now);
    expect(read({ status: 'sent' }).isToldInstead).toBe(false);
    const chat = message({ delayMs: 600_000, order: 'in_turn' });
    const other = factsOfAlerts(chat, [alert({ delayMs: 600_000 }), alert(phone)], now);
    expect(other.turnMs).toBe(0);
  });

  test('waits for the addresses of its contact that can be reached', () => {
    expect(ofSecond({}).turnMs).toBe(50_000);
    expect(ofSecond({ recipient: { ...owner, isReachable: false } }).turnMs).toBe(0);
    expect(ofSecond({ recipient: neighbour }).turnMs).toBe(0);
    expect(ofSecond({ recipient: null }).turnMs).toBe(0);
  });

  test('is not needed once another address of its contact took it', () => {
    expect(ofSecond({ status: 'sent' }).isToldInstead).toBe(true);
    expect(ofSecond({ status: 'sending' }).isToldInstead).toBe(false);
    expect(ofSecond({ status: 'sent', recipient: neighbour }).isToldInstead).toBe(false);
    const together = { ...second, order: 'together' } as const;
    expect(factsOfAlerts(together, [alert({ status: 'sent' })], now).isToldInstead).toBe(false);
    const own = alert({ ...email, status: 'sent', delayMs: 50_000 });
    expect(factsOfAlerts(second, [own], now).isToldInstead).toBe(false);
  });

  test.each<[string, Partial<OutageAlert>, boolean]>([
    ['one before it is due and was not sent', {}, true],
    ['one before it is not due yet', { dueAt: now + 1 }, false],
    ['one before it was tried though it is not due', { dueAt: now + 1, isTried: true }, true],
    ['one before it is on its way', { status: 'sending' }, true],
    ['one before it was sent', { status: 'sent' }, false],
    ['one before it was given up', { status: 'failed' }, false],
    ['quiet hours hold the one before it', { quietUntil: now + 1 }, false],
    ['quiet hours held the one before it', { quietUntil: now }, true],
    ['the one before it is the operator’s', { customerId: null }, false],
    ['the other is no earlier', { delayMs: 50_000 }, false],
  ])('%s: whether nobody was reached', (_, first, isNobodyReached) => {
    expect(ofSecond(first).isNobodyReached).toBe(isNobodyReached);
  });

  test('goes to nobody later while one of those before was reached', () => {
    const facts = factsOfAlerts(
      { ...second, order: 'together' },
      [alert({ status: 'sent' }), alert({ channel: 'line', address: 'U1' })],
      now,
    );
    expect(facts.isNobodyReached).toBe(false);
  });
});

describe('a recovery', () => {
  const recovery = message({ kind: 'recovery' });
  const after = (fields: Partial<OutageAlert>) => factsOfAlerts(recovery, [alert(fields)], now);

  test('waits for the alert of its address alone', () => {
    expect(after({ nextAttemptAt: now + 9 }).alertWaitsUntil).toBe(now + 9);
    expect(after({ status: 'sending', nextAttemptAt: now + 9 }).alertWaitsUntil).toBe(now + 9);
    expect(after({ status: 'sent' }).alertWaitsUntil).toBeNull();
    expect(after({ address: '2' }).alertWaitsUntil).toBeNull();
    expect(after({ channel: 'line' }).alertWaitsUntil).toBeNull();
  });

  test('is not needed when its loss cannot have been told', () => {
    expect(after({ status: 'failed' }).isLossUntold).toBe(true);
    expect(after({ status: 'superseded' }).isLossUntold).toBe(true);
    expect(after({ status: 'failed', mayHaveArrived: true }).isLossUntold).toBe(false);
    expect(after({ status: 'pending' }).isLossUntold).toBe(false);
  });

  test('is not needed at a phone on which nobody pressed a key, though it may have rung', () => {
    const call = { channel: 'call', address: '+66812345678' } as const;
    const afterCall = (fields: Partial<OutageAlert>) =>
      factsOfAlerts({ ...recovery, ...call }, [alert({ ...call, ...fields })], now);
    expect(afterCall({ status: 'superseded', mayHaveArrived: true }).isLossUntold).toBe(true);
    expect(afterCall({ status: 'failed', mayHaveArrived: true }).isLossUntold).toBe(true);
    expect(afterCall({ status: 'sent', mayHaveArrived: true }).isLossUntold).toBe(false);
  });
});

test('a reminder asks nothing of the alerts', () => {
  const reminder = message({ kind: 'reminder', delayMs: 5, order: 'in_turn' });
  expect(factsOfAlerts(reminder, [alert({ status: 'sent' })], now)).toEqual(
    factsOfAlerts(reminder, [], now),
  );
});
