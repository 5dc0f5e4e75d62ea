/** An installation in which years have gone by, and how long work on it takes. */
import { Database } from 'bun:sqlite';
import { loadFleet } from '../../../src/actions/fleet/load-fleet.ts';
import type { Monitor } from '../../../src/actions/monitor.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Steps } from '../../../src/domain/steps.ts';
import { migrationsDir } from '../../../src/installation/assets.ts';
import { loadConfig } from '../../../src/installation/config.ts';
import { makeMonitor } from '../../../src/server/make-monitor.ts';
import { openStore } from '../../../src/store/engine/open.ts';
import { tell } from './bench.ts';
import { openScene } from './scene.ts';

const dayMs = 86_400_000;
/** In each of the years. */
export const outagesEach = 12;
export const years = 5;

interface Years extends AsyncDisposable {
  readonly scene: Awaited<ReturnType<typeof openScene>>;
  readonly monitor: Monitor;
  readonly now: Instant;
}

/** Sites of as many owners on 50 feeders, their past in a database on disk, their present in memory. */
export async function openYears(name: string, devices: number): Promise<Years> {
  const scene = await openScene(name, { devices });
  const nowMs = Date.now();
  tell(`writing ${years} years of outages`);
  writeYears(scene.databasePath, nowMs);
  const store = openStore(scene.databasePath, { migrationsDir: migrationsDir() });
  scene.defer(() => store.close());
  const now: Instant = { wallMs: nowMs, monoMs: performance.now() };
  const clock = () => ({ wallMs: nowMs, monoMs: performance.now() });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const monitor = makeMonitor(store, loadConfig({ data: scene.dataDir }, {}), {
    ...{ log, clock, monoMs: () => performance.now(), setTimer: () => () => {} },
    ...{ wakeOutbox() {}, onDeviceRefused() {}, publishCommand: () => false, isNear: () => false },
  });
  loadFleet(monitor, now);
  return { scene, monitor, now, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

/** Spread over the years, so that no two sites fall together. */
function writeYears(databasePath: string, nowMs: number): void {
  const database = new Database(databasePath);
  const from = nowMs - years * 365 * dayMs;
  database.run(
    `UPDATE devices SET created_at = ?1, owned_since = ?1, area = 'TH-50' || printf('%02d', 1 + id % 25),
      cell = 'F' || (id % 50) || '/T' || (id / 10)`,
    [from],
  );
  database.run(
    `INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at)
    SELECT id, customer_id, 'ONLINE', ?1, ?1 FROM devices`,
    [from],
  );
  database.run(
    `WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ?2 - 1),
      dated AS (SELECT id, customer_id, ?1 + (id * 7919000 + n * 2592000000 + id * n * 104729) % ?3 AS at
        FROM devices, counted)
    INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
      recover_at, confirmed_at)
    SELECT id, customer_id, 'mains', at, 'reported', at, at + 1800000, at + 1920000 FROM dated
    ORDER BY at`,
    [from, outagesEach * years, (years * 365 - 1) * dayMs],
  );
  database.close();
}

/** Every site is lost at one moment, a minute ago. */
export function loseAll(databasePath: string, nowMs: number): void {
  const database = new Database(databasePath);
  database.run(
    `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at)
    SELECT id, customer_id, 'mains', ?1, 'reported', ?1 FROM devices`,
    [nowMs - 60_000],
  );
  database.close();
}

/** What it takes of a processor, in ms. */
export function timeMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

export function timeSteps(steps: Steps<unknown>): {
  readonly all: number;
  readonly longest: number;
} {
  let [all, longest] = [0, 0];
  for (let isDone = false; !isDone; ) {
    const ms = timeMs(() => {
      isDone = steps.next().done === true;
    });
    all += ms;
    longest = Math.max(longest, ms);
  }
  return { all, longest };
}
