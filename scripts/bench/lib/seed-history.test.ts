import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedFleet } from './seed.ts';
import { seedHistory } from './seed-history.ts';

const now = Date.UTC(2026, 10, 21);
const hourMs = 3_600_000;
let dataDir: string;
let databasePath: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'faiwatch-history-'));
  databasePath = join(dataDir, 'faiwatch.db');
  seedFleet(dataDir, { devices: 3, now: now - 100 * hourMs });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function read(sql: string): unknown[][] {
  const database = new Database(databasePath, { readonly: true });
  try {
    return database.query(sql).values();
  } finally {
    database.close();
  }
}

test('every device gets its events, with outages that ended among them', () => {
  const range = { from: now - 41 * hourMs, to: now };
  seedHistory(databasePath, { devices: 3, eventsPerDevice: 42, ...range, kind: 'mixed' });
  expect(read('SELECT device_row, count(*) FROM events GROUP BY device_row')).toEqual([
    [1, 42],
    [2, 42],
    [3, 42],
  ]);
  // Of 42, the places 0 and 1, 20 and 21, 40 and 41 are outages.
  expect(read('SELECT count(*), count(confirmed_at) FROM outages')).toEqual([[9, 9]]);
  const ofOutages =
    "SELECT count(*) FROM events WHERE outage_id IS NOT NULL AND event_type LIKE 'POWER_%'";
  expect(read(ofOutages)).toEqual([[18]]);
});

test('roll-ups are spread evenly from the first moment to the last', () => {
  const range = { from: now - 9 * hourMs, to: now };
  seedHistory(databasePath, { devices: 3, eventsPerDevice: 10, ...range, kind: 'roll-ups' });
  const times = 'SELECT occurred_at FROM events WHERE device_row = 2 ORDER BY id';
  expect(read(times)).toEqual(Array.from({ length: 10 }, (_, i) => [now - (9 - i) * hourMs + 2]));
  expect(read('SELECT DISTINCT event_type FROM events')).toEqual([['HEARTBEAT']]);
});
