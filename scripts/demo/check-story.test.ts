import { expect, test } from 'bun:test';
import { migrationsDir } from '../../src/installation/assets.ts';
import { outages } from '../../src/store/alerts/tables.ts';
import { devices } from '../../src/store/devices/tables.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { customers } from '../../src/store/people/tables.ts';
import { findMissing } from './check-story.ts';

const t0 = Date.parse('2026-11-21T13:00:00Z');

/** One site with one outage, told as the kinds of notifications say. */
function tell(kinds: readonly ('alert' | 'reminder' | 'recovery')[], isOver = true) {
  const store = openStore(':memory:', { migrationsDir: migrationsDir() });
  store.db.insert(customers).values({ name: 'Shop', phone: '+66990000101', createdAt: t0 }).run();
  store.db
    .insert(devices)
    .values({
      deviceId: 'fw-020000000001',
      customerId: 1,
      ownedSince: t0,
      siteName: 'Shop',
      deviceType: 's2-mini',
      createdAt: t0,
    })
    .run();
  store.db
    .insert(outages)
    .values({
      deviceRow: 1,
      customerId: 1,
      cause: 'mains',
      downAt: t0,
      startKnown: 'reported',
      detectedAt: t0,
      recoverAt: isOver ? t0 + 60_000 : null,
      confirmedAt: isOver ? t0 + 120_000 : null,
      acknowledgedAt: t0 + 40_000,
    })
    .run();
  kinds.forEach((kind, index) => {
    store.db
      .insert(notifications)
      .values({
        outageId: 1,
        customerId: 1,
        kind,
        sequence: index,
        channel: 'log',
        recipient: 'customer:1',
        language: 'en',
        status: 'sent',
        sentAt: t0 + 10_000 * (index + 1),
        dueAt: t0,
        nextAttemptAt: t0,
        createdAt: t0,
      })
      .run();
  });
  return findMissing(store, ['Shop'], 'Shop');
}

test('nothing is missing from a story that was told whole', () => {
  expect(tell(['alert', 'reminder', 'recovery'])).toEqual([]);
});

test('what is missing is named', () => {
  expect(tell([])).toEqual(['Shop: 0 alerts', 'Shop: 0 recovery messages', 'Shop: no reminder']);
  expect(tell(['alert', 'reminder'], false)).toEqual([
    'Shop: not confirmed over',
    'Shop: 0 recovery messages',
  ]);
});

test('a reminder after the acknowledgement is named', () => {
  expect(tell(['alert', 'reminder', 'recovery', 'recovery', 'reminder'])).toEqual([
    'Shop: 2 recovery messages',
    'Shop: reminded all the same',
  ]);
});

test('a site without an outage is named', () => {
  const store = openStore(':memory:', { migrationsDir: migrationsDir() });
  expect(findMissing(store, ['Farm'], 'Shop')).toEqual(['Farm: no outage']);
});
