import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ChannelName } from '../states.ts';
import { mostCriticalCalls, nextCriticalCallAt, planTellingOfCritical } from './critical-calls.ts';
import { type Contact, contactOrders, planTelling, turnMs } from './telling.ts';

const minuteMs = 60_000;
const me: Contact = { id: 1, order: 'together', afterMinutes: 0, isForSite: true };
const son: Contact = { ...me, id: 2, afterMinutes: 10 };
const neighbour: Contact = { ...me, id: 3, afterMinutes: 20 };

const to = (contact: Contact, channel: ChannelName, name: string) => ({ contact, channel, name });
const plan = (...addresses: readonly ReturnType<typeof to>[]) =>
  Object.fromEntries(
    planTellingOfCritical(addresses).map(({ address, delayMs }) => [
      address.name,
      delayMs / minuteMs,
    ]),
  );

test('a phone is called at once, after 2, 5 and 10 minutes, then every 15, and 8 times in all', () => {
  const begins: number[] = [];
  for (let at: number | null = 0; at !== null; at = nextCriticalCallAt(begins.length, at)) {
    begins.push(at / minuteMs);
  }
  expect(begins).toEqual([0, 2, 5, 10, 25, 40, 55, 70]);
  expect(begins).toHaveLength(mostCriticalCalls);
});

test('the time counts from the call before, so that one that began late is not followed at once', () => {
  const lateAt = 1_800_000_000_000;
  expect(nextCriticalCallAt(3, lateAt)).toBe(lateAt + 5 * minuteMs);
});

test('the first phone of the plan is called at the threshold, whatever step it has', () => {
  expect(plan(to(me, 'telegram', 'chat'), to(son, 'call', 'phone'))).toEqual({
    chat: 0,
    phone: 0,
  });
});

test('phones of later steps wait for theirs', () => {
  expect(
    plan(to(me, 'call', 'mine'), to(son, 'telegram', 'chat'), to(son, 'call', 'sons')),
  ).toEqual({ mine: 0, chat: 10, sons: 10 });
});

test('a phone does not wait for the chat before it in turn, only for another phone', () => {
  const inTurn: Contact = { ...me, order: 'in_turn' };
  expect(
    plan(to(inTurn, 'telegram', 'chat'), to(inTurn, 'call', 'one'), to(inTurn, 'call', 'other')),
  ).toEqual({ chat: 0, one: 0, other: turnMs / minuteMs });
});

test('nobody is called whom the site does not concern', () => {
  const elsewhere = { ...neighbour, isForSite: false };
  expect(plan(to(me, 'telegram', 'chat'), to(elsewhere, 'call', 'phone'))).toEqual({ chat: 0 });
});

test('a mark changes nothing for messages, and never tells more or fewer', () => {
  const contact = fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    order: fc.constantFrom(...contactOrders),
    afterMinutes: fc.constantFrom(0, 5, 30),
    isForSite: fc.boolean(),
  });
  const addresses = fc.array(
    fc.record({ contact, channel: fc.constantFrom<ChannelName>('telegram', 'email', 'call') }),
    { maxLength: 7 },
  );
  fc.assert(
    fc.property(addresses, (list) => {
      const plain = planTelling(list);
      const critical = planTellingOfCritical(list);
      const messages = (told: typeof plain) =>
        new Map(
          told
            .filter(({ address }) => address.channel !== 'call')
            .map((one) => [one.address, one.delayMs]),
        );
      expect(messages(critical)).toEqual(messages(plain));
      expect(new Set(critical.map(({ address }) => address))).toEqual(
        new Set(plain.map(({ address }) => address)),
      );
      const calls = critical.filter(({ address }) => address.channel === 'call');
      if (calls.length > 0) expect(Math.min(...calls.map(({ delayMs }) => delayMs))).toBe(0);
    }),
  );
});
