/** Test support: four weeks at random, played in a `WeeksWorld`, and what truly happened in them. */
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { acknowledgeOutages } from '../../src/actions/alerts/acknowledge-outages.ts';
import {
  addContact,
  changeContact,
  removeContact,
} from '../../src/actions/alerts/edit-contacts.ts';
import { muteDevices } from '../../src/actions/alerts/mute-devices.ts';
import { cancelPlannedTime, planTime } from '../../src/actions/alerts/plan-times.ts';
import { renewKey } from '../../src/actions/keys/renew-key.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { recipients } from '../../src/store/alerts/tables.ts';
import { devices as deviceTable } from '../../src/store/devices/tables.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { makeCustomer, makeDevice, type TestMonitor, testActor } from './monitor.ts';
import { type WalkedChannel, WeeksWorld } from './weeks-world.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weeks = 4;
const walkedMs = weeks * 7 * dayMs;
const timezone = 'Asia/Bangkok';
const channels = ['telegram', 'line', 'email', 'call'] as const satisfies readonly WalkedChannel[];

const hours = (from: number, to: number) =>
  fc.integer({ min: from * 60, max: to * 60 }).map((minutes) => minutes * minuteMs);
const someTime = fc
  .integer({ min: 0, max: walkedMs / minuteMs })
  .map((minute) => minute * minuteMs);

const someContact = fc.record({
  order: fc.constantFrom('together', 'in_turn'),
  afterMinutes: fc.constantFrom(0, 0, 5, 60),
  /** Hours of the day. */
  quiet: fc.option(
    fc.record({ from: fc.integer({ min: 20, max: 23 }), to: fc.integer({ min: 5, max: 9 }) }),
  ),
  isWoken: fc.boolean(),
  /** Numbers of sites; null: all. */
  sites: fc.option(fc.subarray([0, 1, 2])),
  chats: fc.array(fc.constantFrom(...channels), { minLength: 1, maxLength: 2 }),
  comesAt: fc.option(someTime, { freq: 3 }),
  goesAt: fc.option(someTime, { freq: 4 }),
  /** When the sites that it is told of become all of them. */
  widensAt: fc.option(someTime, { freq: 4 }),
});

const someSpan = (shortest: number, longest: number) =>
  fc.record({ from: someTime, lasts: hours(shortest, longest) });

/** Everything that may happen in four weeks. */
export const month = fc.record({
  sites: fc.integer({ min: 1, max: 3 }),
  /** Numbers of those that are marked as critical. */
  critical: fc.subarray([0, 1, 2]),
  /** Numbers of those whose phones are called when power is back, too. */
  callsOnRecovery: fc.subarray([0, 1, 2]),
  contacts: fc.array(someContact, { minLength: 1, maxLength: 3 }),
  losses: fc.array(
    fc.record({
      site: fc.nat(2),
      from: someTime,
      lasts: fc.oneof(hours(0.1, 3), hours(3, 48), hours(48, 240)),
      acknowledgedAfter: fc.option(hours(0, 72), { freq: 2 }),
    }),
    { minLength: 2, maxLength: 8 },
  ),
  mutes: fc.array(
    fc.record({
      site: fc.option(fc.nat(2)),
      from: someTime,
      lasts: hours(1, 168),
      unmutedAfter: fc.option(hours(1, 168), { freq: 3 }),
    }),
    { maxLength: 5 },
  ),
  maintenance: fc.array(
    fc.record({
      site: fc.option(fc.nat(2)),
      plannedAt: someTime,
      in: hours(0, 48),
      lasts: hours(1, 100),
      cancelledAfter: fc.option(hours(1, 100), { freq: 3 }),
    }),
    { maxLength: 3 },
  ),
  away: fc.array(
    fc.record({ channel: fc.constantFrom(...channels), from: someTime, lasts: hours(1, 96) }),
    { maxLength: 4 },
  ),
  notSetUp: fc.array(
    fc.record({ channel: fc.constantFrom(...channels), from: someTime, lasts: hours(1, 120) }),
    { maxLength: 2 },
  ),
  off: fc.array(someSpan(0.1, 168), { maxLength: 3 }),
  keyEnds: fc.array(fc.record({ site: fc.nat(2), from: someTime, renewedAfter: hours(1, 120) }), {
    maxLength: 2,
  }),
});
export type Month = typeof month extends fc.Arbitrary<infer Value> ? Value : never;

/** In ms from the beginning, as all times of a walk. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const isIn = (at: number, spans: readonly Span[]) =>
  spans.some(({ from, to }) => at >= from && at < to);

/** Spans in order; what overlaps, or nearly does, is one. */
export function merge(spans: readonly Span[], gapMs = 0): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to + gapMs) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

/** Spans of something a month has several of, for one of its sites. */
const forSite = <Of extends { readonly site: number | null }>(all: readonly Of[], site: number) =>
  all.filter((one) => one.site === null || one.site === site);

/** What truly happened, in ms from the beginning: what a person does while the server is off does not happen. */
interface Truth {
  readonly off: readonly Span[];
  /** By site. */
  readonly losses: readonly (Span & { readonly site: number; acknowledgedAt: number })[];
  readonly muted: readonly (readonly Span[])[];
  readonly maintained: readonly (readonly Span[])[];
  readonly keyless: readonly (readonly Span[])[];
  readonly unavailable: Readonly<Record<WalkedChannel, readonly Span[]>>;
}

const siteNumbers = (walked: Month) => Array.from({ length: walked.sites }, (_, site) => site);
/** The address of a contact's chat. */
export const chatOf = (contact: number, place: number) => `${contact}/${place}`;

interface Step {
  readonly at: number;
  readonly does: (world: WeeksWorld) => Promise<unknown>;
}

/** Plays a month. @returns what reached whom, what is in the outbox, and what truly happened */
export async function play(walked: Month) {
  let customerId = 0;
  let deviceIds: string[] = [];
  let rows: number[] = [];
  const contactIds: number[] = [];
  const keys = siteNumbers(walked).map((site) =>
    generateActivationKey((count) => new Uint8Array(count).fill(site)),
  );
  const keyOf = (site: number) => keys[site] ?? '';
  const world = new WeeksWorld(channels, (monitor) => {
    customerId = makeCustomer(monitor, 'nobody');
    monitor.store.db.delete(recipients).run();
    const devices = siteNumbers(walked).map((site) =>
      makeDevice(monitor, { customerId, siteName: `S${site}` }),
    );
    deviceIds = devices.map(({ deviceId }) => deviceId);
    rows = devices.map(({ row }) => row);
    for (const [site, row] of rows.entries()) {
      const ofSite = eq(activationKeys.deviceRow, row);
      monitor.store.db
        .update(activationKeys)
        .set({ keyCode: keyOf(site) })
        .where(ofSite)
        .run();
    }
    monitor.store.db.update(deviceTable).set({ reminderSeconds: 1800 }).run();
    for (const [site, row] of rows.entries()) {
      const marks = {
        isCritical: walked.critical.includes(site),
        callsOnRecovery: walked.callsOnRecovery.includes(site),
      };
      monitor.store.db.update(deviceTable).set(marks).where(eq(deviceTable.id, row)).run();
    }
    for (const [index, contact] of walked.contacts.entries()) {
      if (contact.comesAt === null) contactIds[index] = addWalked(monitor, index);
    }
  });
  const begunAt = world.time.wallMs;
  const sitesOf = (site: number | null) => (site === null ? undefined : [rows[site] ?? 0]);

  function addWalked(monitor: TestMonitor, index: number): number {
    const contact = walked.contacts[index];
    if (contact === undefined) throw new Error('there is no such contact');
    const recipientIds = contact.chats.map((channel, place) => {
      const row = {
        customerId,
        channel,
        address: chatOf(index, place),
        language: 'en',
        createdAt: 0,
      } as const;
      return monitor.store.db.insert(recipients).values(row).returning().get().id;
    });
    const { id } = addContact(monitor, customerId, `${index}`, testActor, monitor.clock());
    const { order, afterMinutes, quiet, isWoken, sites } = contact;
    const fields = {
      ...{ order, afterMinutes, recipientIds, wakes: isWoken ? (['alert'] as const) : [] },
      ...(quiet !== null && { quietFrom: quiet.from * 60, quietTo: quiet.to * 60 }),
      deviceIds: sites === null ? null : sites.flatMap((site) => deviceIds[site] ?? []),
    };
    changeContact(monitor, customerId, id, fields, testActor, monitor.clock());
    return id;
  }

  const steps: Step[] = [];
  /** A person does it, if there is a server to do it with. */
  const person = (at: number, does: (monitor: TestMonitor) => unknown) =>
    steps.push({ at, does: async (w) => w.isOn && w.does(does) });

  const off = merge(
    walked.off.map(({ from, lasts }) => ({ from, to: from + lasts })),
    hourMs,
  );
  for (const { from, to } of off) {
    steps.push({ at: from, does: (w) => w.switchOff() }, { at: to, does: (w) => w.switchOn() });
  }
  const isOn = (at: number) => at < walkedMs && !isIn(at, off);
  const losses = siteNumbers(walked).flatMap((site) => {
    const own = forSite(walked.losses, site).map(({ from, lasts }) => ({ from, to: from + lasts }));
    return merge(own, hourMs).map((span) => {
      steps.push(
        { at: span.from, does: (w) => w.setMains(deviceIds[site] ?? '', false) },
        { at: span.to, does: (w) => w.setMains(deviceIds[site] ?? '', true) },
      );
      const wanted = forSite(walked.losses, site).flatMap(({ from, acknowledgedAfter }) =>
        acknowledgedAfter === null ? [] : [from + acknowledgedAfter],
      );
      const acknowledged = wanted
        .filter((at) => at > span.from + hourMs && at < span.to && isOn(at))
        .sort((a, b) => a - b);
      const [acknowledgedAt = Number.POSITIVE_INFINITY] = acknowledged;
      if (acknowledgedAt < Number.POSITIVE_INFINITY) {
        person(acknowledgedAt, (monitor) => {
          const outageIds = monitor.store.sqlite
            .query<{ id: number }, [number]>(
              'SELECT id FROM outages WHERE device_row = ? AND confirmed_at IS NULL',
            )
            .all(rows[site] ?? 0)
            .map(({ id }) => id);
          acknowledgeOutages(
            monitor,
            { customerId, outageIds, by: 'me', actor: testActor },
            monitor.clock(),
          );
        });
      }
      return { ...span, site, acknowledgedAt };
    });
  });

  /** The last word on a site counts: a mute replaces the one before. */
  const muteWords = walked.mutes
    .flatMap(({ site, from, lasts, unmutedAfter }) => [
      { site, at: from, until: (from + lasts) as number | null },
      ...(unmutedAfter === null ? [] : [{ site, at: from + unmutedAfter, until: null }]),
    ])
    .filter(({ at }) => isOn(at))
    .toSorted((one, other) => one.at - other.at);
  for (const { site, at, until } of muteWords) {
    person(at, (monitor) =>
      muteDevices(
        monitor,
        {
          customerId,
          deviceRows: sitesOf(site === null || site < walked.sites ? site : 0),
          until: until === null ? null : begunAt + until,
          by: 'me',
          actor: testActor,
        },
        monitor.clock(),
      ),
    );
  }
  const muted = siteNumbers(walked).map((own) => {
    const words = muteWords.filter(
      ({ site }) => site === null || (site < walked.sites ? site : 0) === own,
    );
    return words.flatMap(({ at, until }, index) => {
      if (until === null) return [];
      return [{ from: at, to: Math.min(until, words[index + 1]?.at ?? until) }];
    });
  });

  const plans = walked.maintenance
    .filter(({ plannedAt }) => isOn(plannedAt))
    .map((plan) => {
      const from = plan.plannedAt + plan.in + minuteMs;
      const cancelledAt =
        plan.cancelledAfter === null ? null : plan.plannedAt + plan.cancelledAfter;
      const site = plan.site === null || plan.site < walked.sites ? plan.site : 0;
      const isCancelled =
        cancelledAt !== null && isOn(cancelledAt) && cancelledAt < from + plan.lasts;
      let id = 0;
      person(plan.plannedAt, (monitor) => {
        const wanted = {
          kind: 'maintenance',
          note: '',
          isWeekly: false,
          startsAt: begunAt + from,
          endsAt: begunAt + from + plan.lasts,
          deviceIds: site === null ? null : [deviceIds[site] ?? ''],
        } as const;
        ({ id } = planTime(monitor, customerId, wanted, timezone, testActor, monitor.clock()));
      });
      if (isCancelled)
        person(cancelledAt, (monitor) =>
          cancelPlannedTime(monitor, customerId, id, testActor, monitor.clock()),
        );
      return { site, from, to: isCancelled ? Math.max(from, cancelledAt) : from + plan.lasts };
    });
  const maintained = siteNumbers(walked).map((site) => forSite(plans, site));

  const keyless = siteNumbers(walked).map((site) => {
    const ends = forSite(walked.keyEnds, site).map(({ from, renewedAfter }) => ({
      from,
      to: from + renewedAfter,
    }));
    return merge(ends, hourMs)
      .filter(({ from, to }) => isOn(from) && isOn(to))
      .map((span) => {
        person(span.from, (monitor) => {
          const ofSite = eq(activationKeys.keyCode, keyOf(site));
          monitor.store.db
            .update(activationKeys)
            .set({ expiresAt: monitor.clock().wallMs })
            .where(ofSite)
            .run();
        });
        person(span.to, (monitor) =>
          renewKey(monitor, keyOf(site), 12, testActor, monitor.clock()),
        );
        return span;
      });
  });

  const unavailable = { telegram: [], line: [], email: [], call: [] } as unknown as Record<
    WalkedChannel,
    Span[]
  >;
  for (const channel of channels) {
    const ownOf = (
      all: readonly { readonly channel: string; readonly from: number; readonly lasts: number }[],
    ) =>
      merge(
        all
          .filter((one) => one.channel === channel)
          .map(({ from, lasts }) => ({ from, to: from + lasts })),
        hourMs,
      );
    const away = ownOf(walked.away);
    const notSetUp = ownOf(walked.notSetUp).filter(({ from, to }) => isOn(from) && isOn(to));
    for (const { from, to } of away) {
      steps.push(
        { at: from, does: async (w) => w.away.add(channel) },
        { at: to, does: async (w) => w.away.delete(channel) },
      );
    }
    for (const { from, to } of notSetUp) {
      steps.push(
        { at: from, does: (w) => w.setUp(channel, false) },
        { at: to, does: (w) => w.setUp(channel, true) },
      );
    }
    unavailable[channel] = [...away, ...notSetUp];
  }

  const presence = walked.contacts.map(({ comesAt, goesAt, widensAt }, index) => {
    const comes =
      comesAt !== null && isOn(comesAt) ? comesAt : comesAt === null ? 0 : Number.POSITIVE_INFINITY;
    if (comesAt !== null && comes < Number.POSITIVE_INFINITY) {
      person(comes, (monitor) => {
        contactIds[index] = addWalked(monitor, index);
      });
    }
    const goes =
      goesAt !== null && isOn(goesAt) && goesAt > comes + hourMs
        ? goesAt
        : Number.POSITIVE_INFINITY;
    const widens =
      widensAt !== null && isOn(widensAt) && widensAt > comes + hourMs && widensAt < goes
        ? widensAt
        : Number.POSITIVE_INFINITY;
    const change = (at: number, does: (monitor: TestMonitor, id: number) => unknown) => {
      if (at < Number.POSITIVE_INFINITY)
        person(at, (monitor) => does(monitor, contactIds[index] ?? 0));
    };
    change(goes, (monitor, id) =>
      removeContact(monitor, customerId, id, testActor, monitor.clock()),
    );
    change(widens, (monitor, id) =>
      changeContact(monitor, customerId, id, { deviceIds: null }, testActor, monitor.clock()),
    );
    return { comes, goes, widens };
  });

  try {
    for (const step of steps.toSorted((one, other) => one.at - other.at)) {
      await world.until(begunAt + step.at);
      await step.does(world);
    }
    // Two more days in which whatever can be said is.
    await world.advance(2 * dayMs);
    const outbox = world.monitor.store.db
      .select()
      .from(notifications)
      .orderBy(asc(notifications.id))
      .all();
    const endedAt = world.time.wallMs - begunAt + 1;
    const heard = world.heard.map((one) => ({
      ...one,
      site: deviceIds.indexOf(one.deviceId),
      at: one.atMs - begunAt,
      lossAt: one.downAt - begunAt,
    }));
    const truth: Truth = { off, losses, muted, maintained, keyless, unavailable };
    return { heard, outbox, truth, presence, begunAt, endedAt };
  } finally {
    await world.close();
  }
}
export type Played = Awaited<ReturnType<typeof play>>;
