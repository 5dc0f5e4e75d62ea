import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Contact, contactOrders, planTelling, turnMs } from './telling.ts';

const me: Contact = { id: 1, order: 'together', afterMinutes: 0, isForSite: true };
const brother: Contact = { ...me, id: 2, afterMinutes: 10 };
const electrician: Contact = { ...me, id: 3, afterMinutes: 30, order: 'in_turn' };

const of = (...contacts: readonly Contact[]) =>
  contacts.map((contact, name) => ({ contact, name }));
const plan = (addresses: ReturnType<typeof of>) =>
  planTelling(addresses).map(({ address, delayMs }) => [address.name, delayMs / 60_000]);

test('without a choice everybody is told at once', () => {
  expect(plan(of(me, me, { ...me, id: 2 }))).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});

test('steps wait for an acknowledgement, addresses in turn for the one before', () => {
  expect(plan(of(electrician, brother, me, electrician))).toEqual([
    [2, 0],
    [1, 10],
    [0, 30],
    [3, 30 + turnMs / 60_000],
  ]);
});

test('the first contact who can be reached is told at once', () => {
  expect(plan(of(electrician, brother))).toEqual([
    [1, 0],
    [0, 30],
  ]);
});

test('the contacts of a site are told, or everybody if none of them can be reached', () => {
  const elsewhere = { ...me, isForSite: false };
  expect(plan(of(elsewhere, brother))).toEqual([[1, 0]]);
  expect(plan(of(elsewhere, { ...brother, isForSite: false }))).toEqual([
    [0, 0],
    [1, 10],
  ]);
});

test('where nobody was reached, each hands on to the next within a minute of its last try', () => {
  const looks = planTelling(of(me, { ...me, id: 4, order: 'in_turn' }, brother, electrician));
  expect(looks.map(({ lookMs }) => lookMs / turnMs)).toEqual([0, 0, 1, 2]);
  const inTurn: Contact = { ...me, order: 'in_turn' };
  const afterAll = planTelling(of(inTurn, inTurn, inTurn, { ...brother, afterMinutes: 2 }));
  expect(afterAll.map(({ lookMs }) => lookMs)).toEqual([0, turnMs, 2 * turnMs, 120_000]);
});

const contacts = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    order: fc.constantFrom(...contactOrders),
    afterMinutes: fc.integer({ min: 0, max: 120 }),
    isForSite: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);
const addresses = contacts.chain((all) =>
  fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 12 }).map((some) => of(...some)),
);

test('with any settings, somebody is told at once and no address twice', () => {
  fc.assert(
    fc.property(addresses, (all) => {
      const told = planTelling(all);
      expect(told[0]?.delayMs).toBe(0);
      for (const { delayMs, lookMs } of told) expect(lookMs).toBeLessThanOrEqual(delayMs);
      const names = told.map(({ address }) => address.name);
      expect(new Set(names).size).toBe(names.length);
      const isSomebodyForIt = all.some(({ contact }) => contact.isForSite);
      for (const { contact, name } of all) {
        expect(names.includes(name)).toBe(contact.isForSite || !isSomebodyForIt);
      }
    }),
  );
});

test('when an address is lost, the next of its contact takes its place, and nobody else is told later', () => {
  fc.assert(
    fc.property(addresses, fc.nat(), (all, which) => {
      const lost = all[which % all.length];
      const before = planTelling(all);
      const after = planTelling(all.filter((address) => address !== lost));
      for (const { address, delayMs } of after) {
        const earlier = before.find((told) => told.address === address);
        expect(delayMs).toBeLessThanOrEqual(earlier?.delayMs ?? Number.POSITIVE_INFINITY);
      }
      const delays = (told: typeof before) =>
        told.filter(({ address }) => address.contact === lost?.contact).map((one) => one.delayMs);
      for (const [place, delayMs] of delays(after).entries()) {
        expect(delayMs).toBeLessThanOrEqual(delays(before)[place] ?? Number.POSITIVE_INFINITY);
      }
    }),
  );
});
