/**
 * Everything that decides who is told, and when, at once: steps, channels in turn, quiet hours, maintenance,
 * mutes, sites, dead channels and addresses, lost answers, restarts, acknowledgements and power's return.
 * What has to happen is worked out here a second time, from the promises and not from the code.
 */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { acknowledgeOutages } from '../../src/actions/alerts/acknowledge-outages.ts';
import { addContact, changeContact } from '../../src/actions/alerts/edit-contacts.ts';
import { muteDevices } from '../../src/actions/alerts/mute-devices.ts';
import type { NotificationKind } from '../../src/domain/states.ts';
import { SendError } from '../../src/notify/channel.ts';
import { plannedTimes, recipients } from '../../src/store/alerts/tables.ts';
import { makeDeliveryWorld } from '../support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../support/monitor.ts';
import { runs } from '../support/runs.ts';

const minuteMs = 60_000;
const channels = ['telegram', 'line', 'email'] as const;
const walkedMinutes = 30;

/** How an address does: `away` and `unheard` are meant for a while, `gone` and `refused` for good. */
const fates = ['fine', 'fine', 'away', 'unheard', 'gone', 'refused'] as const;

const chat = fc.record({ channel: fc.constantFrom(...channels), fate: fc.constantFrom(...fates) });

const someContact = fc.record({
  order: fc.constantFrom('together', 'in_turn'),
  afterMinutes: fc.integer({ min: 0, max: 5 }),
  /** Minutes from the beginning of the walk. */
  quiet: fc.option(
    fc.record({ from: fc.integer({ min: -30, max: 20 }), lasts: fc.integer({ min: 5, max: 60 }) }),
  ),
  isWoken: fc.boolean(),
  isForSites: fc.boolean(),
  chats: fc.array(chat, { minLength: 1, maxLength: 3 }),
});
type SomeContact = typeof someContact extends fc.Arbitrary<infer Value> ? Value : never;

const minute = (max = walkedMinutes) => fc.integer({ min: 0, max });
const some = (max: number) => fc.integer({ min: 1, max });

const walk = fc.record({
  /** Nights at the ends of a month, of February and of a year, and a plain noon. */
  start: fc.constantFrom(
    '2026-01-31T23:45+07:00',
    '2026-02-28T23:50+07:00',
    '2026-12-31T23:40+07:00',
    '2026-06-15T12:00+07:00',
  ),
  contacts: fc.array(someContact, { minLength: 1, maxLength: 4 }),
  /** The channel that takes nothing at all. */
  deadChannel: fc.option(fc.constantFrom(...channels)),
  maintenance: fc.option(fc.record({ from: minute(10), lasts: some(10) })),
  mutedFor: fc.option(some(12)),
  acknowledgedAt: fc.option(minute(), { freq: 3 }),
  restoredAt: fc.option(minute(), { freq: 3 }),
  restartAt: fc.option(minute()),
});
type Walk = typeof walk extends fc.Arbitrary<infer Value> ? Value : never;

interface Got {
  readonly address: string;
  readonly kind: NotificationKind;
  readonly outageId: number;
  readonly atMs: number;
}

/** Plays it. @returns what reached people, repeats of the same message left out, and when what began */
async function play({ start, contacts, deadChannel, ...events }: Walk) {
  const world = makeDeliveryWorld({ channels });
  const { monitor, time } = world;
  time.wallMs = Date.parse(start);
  const begunAt = time.wallMs;
  const customerId = makeCustomer(monitor, 'nobody');
  monitor.store.db.delete(recipients).run();
  const devices = ['Shop', 'Home'].map((siteName) => makeDevice(monitor, { customerId, siteName }));
  const fateOf = new Map<string, (typeof fates)[number]>();
  for (const [index, contact] of contacts.entries()) {
    const recipientIds = contact.chats.map(({ channel, fate }, place) => {
      const address = `${index}/${place}`;
      fateOf.set(address, channel === deadChannel ? 'away' : fate);
      const row = { customerId, channel, address, language: 'en', createdAt: 0 } as const;
      return monitor.store.db.insert(recipients).values(row).returning().get().id;
    });
    const { id } = addContact(monitor, customerId, `${index}`, testActor, monitor.clock());
    const { order, afterMinutes, isWoken, isForSites } = contact;
    const wakes = isWoken ? (['alert'] as const) : [];
    const sites = isForSites ? {} : { deviceIds: [] };
    const hours = quietClock(contact, begunAt);
    const fields = { order, afterMinutes, recipientIds, wakes, ...sites, ...hours };
    changeContact(monitor, customerId, id, fields, testActor, monitor.clock());
  }
  const got: Got[] = [];
  const seen = new Set<string>();
  for (const channel of world.channels) {
    channel.answer = (address, message, retryKey) => {
      const fate = fateOf.get(address);
      if (fate === 'away') throw new SendError('network failure', { permanent: false });
      if (fate === 'gone')
        throw new SendError('blocked', { permanent: true, isRecipientGone: true });
      if (fate === 'refused') throw new SendError('malformed', { permanent: true });
      const isRepeat = seen.has(`${address} ${retryKey}`);
      seen.add(`${address} ${retryKey}`);
      for (const { kind, outageId } of isRepeat ? [] : (message.outages ?? [])) {
        got.push({ address, kind, outageId, atMs: time.wallMs });
      }
      if (fate === 'unheard' && !isRepeat) {
        throw new SendError('no answer', { permanent: false, isAmbiguous: true });
      }
      return { externalId: '1' };
    };
  }
  const after = (minutes: number) => begunAt + minutes * minuteMs;
  const { maintenance, mutedFor } = events;
  if (maintenance !== null) {
    const { from, lasts } = maintenance;
    const times = { startsAt: after(from), endsAt: after(from + lasts), createdAt: 0 };
    const row = { customerId, kind: 'maintenance', ...times } as const;
    monitor.store.db.insert(plannedTimes).values(row).run();
  }
  if (mutedFor !== null) {
    const deviceRows = devices.map(({ row }) => row);
    const until = after(mutedFor);
    const wanted = { customerId, deviceRows, until, by: 'me', actor: testActor };
    muteDevices(monitor, wanted, monitor.clock());
  }
  await world.loseMains(...devices);
  for (let at = 0; at < walkedMinutes; at += 1) {
    if (at === events.acknowledgedAt) {
      const outageIds = world.rows().flatMap(({ outageId }) => outageId ?? []);
      const wanted = { customerId, outageIds, by: 'me', actor: testActor };
      acknowledgeOutages(monitor, wanted, monitor.clock());
    }
    if (at === events.restoredAt) await world.restoreMains(...devices);
    if (at === events.restartAt) world.restart();
    await world.advance(60);
  }
  return { got, begunAt, fateOf };
}

/** As a contact's clock shows them. */
function quietClock({ quiet }: SomeContact, begunAt: number) {
  if (quiet === null) return {};
  const clockOf = (ms: number) => {
    const local = new Date(ms + 7 * 60 * minuteMs);
    return local.getUTCHours() * 60 + local.getUTCMinutes();
  };
  const fromMs = begunAt + quiet.from * minuteMs;
  return { quietFrom: clockOf(fromMs), quietTo: clockOf(fromMs + quiet.lasts * minuteMs) };
}

const worksIn = (fate: string | undefined) => fate === 'fine' || fate === 'unheard';
const isLost = (fate: string | undefined) => fate === 'gone' || fate === 'refused';

/** What was promised; times in minutes after the loss. */
function promisesOf({ contacts, maintenance, mutedFor }: Walk, fateOf: Map<string, string>) {
  const thresholdMinutes = 1;
  const isBlocked = (at: number) =>
    (mutedFor !== null && at < mutedFor) ||
    (maintenance !== null && at >= maintenance.from && at < maintenance.from + maintenance.lasts);
  let opensAt = thresholdMinutes;
  while (isBlocked(opensAt)) opensAt += 1;
  const people = contacts.map((contact, index) => {
    const lives = contact.chats.map((_, place) => fateOf.get(`${index}/${place}`));
    const isAsleep = (at: number) =>
      contact.quiet !== null &&
      !contact.isWoken &&
      at >= contact.quiet.from &&
      at < contact.quiet.from + contact.quiet.lasts;
    const place = contact.order === 'in_turn' ? lives.findIndex(worksIn) : 0;
    return { ...contact, index, lives, isAsleep, place, isReachable: lives.some(worksIn) };
  });
  // That an address is lost shows at the first try, and who sleeps is not tried.
  const seemsThere = (person: (typeof people)[number]) =>
    person.lives.some((fate) => !isLost(fate)) || person.isAsleep(opensAt);
  const chosen = people.filter(({ isForSites }) => isForSites);
  const meant = chosen.some(seemsThere) ? chosen : people;
  /** Who waits for a block to end waits their own time after it, and for the night, their turn. */
  const freeFrom = (person: (typeof people)[number], from: number) => {
    let at = from;
    for (;;) {
      if (isBlocked(at)) {
        while (isBlocked(at)) at += 1;
        at += person.afterMinutes + person.place;
      } else if (person.isAsleep(at)) {
        while (person.isAsleep(at)) at += 1;
        at += person.place;
      } else return at;
    }
  };
  /**
   * A step counts from the loss where it ends after a mute, and from the mute's end for whoever comes in then;
   * what the night holds takes turns after it.
   */
  const ownAt = (person: (typeof people)[number]) => {
    const own = Math.max(
      ...[thresholdMinutes, opensAt].map((from) =>
        freeFrom(person, from + person.afterMinutes + person.place),
      ),
    );
    const { quiet, isWoken, place } = person;
    if (quiet === null || isWoken || quiet.from > own) return own;
    return Math.max(own, freeFrom(person, quiet.from + quiet.lasts + place));
  };
  /** When it is told because those before it cannot be. */
  const handedOnAt = (person: (typeof people)[number]) => {
    const before = meant.filter(({ afterMinutes }) => afterMinutes < person.afterMinutes);
    if (opensAt > thresholdMinutes) return Number.POSITIVE_INFINITY;
    if (before.some(({ isReachable }) => isReachable)) return Number.POSITIVE_INFINITY;
    const steps = Map.groupBy(before, ({ afterMinutes }) => afterMinutes);
    const tries = [...steps.values()].map((step) =>
      Math.max(...step.map(({ order, lives }) => (order === 'in_turn' ? lives.length : 1))),
    );
    const triedBy = opensAt + tries.reduce((sum, one) => sum + one, 0);
    // Whom the night holds hastens nobody, from whenever it does.
    const isAwake = ({ isAsleep }: (typeof people)[number]) =>
      Array.from({ length: triedBy - opensAt + 1 }).every((_, tried) => !isAsleep(opensAt + tried));
    const isSomebodyStuck = before.some((one) => isAwake(one) && !one.lives.every(isLost));
    return isSomebodyStuck ? freeFrom(person, triedBy + person.place) : Number.POSITIVE_INFINITY;
  };
  const able = meant.filter(({ isReachable }) => isReachable);
  /** Whoever is not meant, once all who are were tried, and tried again. */
  const isHopeless = meant.every((one) => !one.isReachable && one.quiet === null);
  const others = people.filter((one) => isHopeless && !meant.includes(one) && one.isReachable);
  const lastTryAt = opensAt + Math.max(...meant.map((one) => one.afterMinutes + one.chats.length));
  const firstBy = Math.min(
    ...able.flatMap((person) => [ownAt(person), handedOnAt(person)]),
    ...others.map((one) => freeFrom(one, lastTryAt + 2 + one.afterMinutes + one.place)),
  );
  return { people, able, ownAt, firstBy, isBlocked };
}

test('whoever is meant is told in time, once, and never when they are not to be', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async (walked) => {
      const { acknowledgedAt, restoredAt } = walked;
      const { got, begunAt, fateOf } = await play(walked);
      const { people, able, ownAt, firstBy, isBlocked } = promisesOf(walked, fateOf);
      const minuteOf = ({ atMs }: Got) => (atMs - begunAt) / minuteMs;
      const alerts = got.filter(({ kind }) => kind === 'alert');
      const lastsUntil = Math.min(
        acknowledgedAt ?? walkedMinutes,
        restoredAt ?? walkedMinutes,
        walkedMinutes,
      );
      const outageIds = [1, 2];
      for (const outageId of outageIds) {
        const told = alerts.filter((one) => one.outageId === outageId);
        // A minute more than the promise is what a try may take.
        if (firstBy + 1 < lastsUntil) {
          expect(Math.min(...told.map(minuteOf))).toBeLessThanOrEqual(firstBy + 1);
        }
        for (const person of able) {
          if (ownAt(person) + 1 >= lastsUntil) continue;
          const their = told.filter(({ address }) => address.startsWith(`${person.index}/`));
          expect([person.index, Math.min(...their.map(minuteOf)) <= ownAt(person) + 1]).toEqual([
            person.index,
            true,
          ]);
        }
      }
      const said = got.map(({ address, kind, outageId }) => `${address} ${kind} ${outageId}`);
      const once = said.filter((one) => !one.includes('reminder'));
      expect(once.length).toBe(new Set(once).size);
      for (const one of got) {
        const at = minuteOf(one);
        const person = people[Number(one.address.split('/')[0])];
        if (one.kind === 'recovery') continue;
        expect([one, isBlocked(at)]).toEqual([one, false]);
        if (one.kind === 'alert') expect([one, person?.isAsleep(at)]).toEqual([one, false]);
        if (acknowledgedAt !== null) expect(at).toBeLessThanOrEqual(acknowledgedAt);
      }
    }),
    { numRuns: runs(25) },
  );
}, 600_000);
