/**
 * Modules as folders: the program without any of them holds together, starts on a database in which all were used,
 * and tells that power is lost. By night each is taken out alone, and types are checked (tests/nightly/modules.test.ts).
 */
import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedFleet } from '../scripts/bench/lib/seed.ts';
import { startServer } from '../scripts/bench/lib/server.ts';
import { databasePath } from '../src/installation/paths.ts';
import { Board } from './e2e/board.ts';
import { Data } from './e2e/data.ts';
import { startFakeTelegram } from './fakes/telegram/fake-telegram.ts';
import { migratedDatabase } from './support/monitor.ts';
import { tempDir } from './support/temp-dir.ts';
import { copyWithout, findMissing, moduleNames } from './support/without-modules.ts';

const chatId = 5_000_000;

/** As it is left by a server that had all modules on, and customers who used them. */
function fillUsed(data: Data) {
  writeFileSync(databasePath(data.dir), migratedDatabase());
  const fleet = { devices: 1, firstChatId: chatId, thresholdSeconds: 5, now: Date.now() };
  const [credential] = seedFleet(data.dir, fleet);
  if (credential === undefined) throw new Error('no board was made');
  const setMeta = 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)';
  data.write(setMeta, 'extras', moduleNames.join(' '));
  data.write(setMeta, 'extras_weighed', moduleNames.join(' '));
  data.write(`INSERT INTO home_accounts (customer_id, name, password_hash, created_at)
    VALUES (1, 'home-1f2e3d4c', 'h', 0)`);
  data.write(`INSERT INTO outage_calendars (customer_id, url, next_read_at, read_at, created_at)
    VALUES (1, 'https://power.example/outages.ics', 0, 0, 0)`);
  data.write("UPDATE customers SET calendar_hash = 'h' WHERE id = 1");
  data.write("INSERT INTO status_areas (area, since) VALUES ('TH-5001', 0)");
  data.write(`INSERT INTO status_subscriptions (channel, address, area, language)
    VALUES ('email', 'som@example.com', 'TH-5001', 'en')`);
  data.write(`INSERT INTO report_shares (customer_id, language, secret_hash, first_date, last_date, created_at, expires_at)
    VALUES (1, 'en', 'h', '2026-01-01', '2026-01-31', 0, 4000000000000)`);
  data.write('UPDATE recipients SET digest_since = 1');
  data.write(`INSERT INTO area_outages (began_from, began_to, declared_at, status, cause, lost, back, healthy, owners,
      cells, told_at) VALUES (0, 0, 0, 'confirmed', 'mains', 12, 0, 2, 8, '["F12/T3"]', 1)`);
  return credential;
}

test('without any module the program holds together and does its main job', async () => {
  const copy = await copyWithout(moduleNames);
  expect(findMissing(copy)).toEqual([]);
  const program = join(copy, 'faiwatch');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${copy}/src/cli/main.ts" "$@"\n`);
  chmodSync(program, 0o700);
  const data = new Data(tempDir('faiwatch-used'));
  const credential = fillUsed(data);
  const telegram = await startFakeTelegram({ chats: 'any' });
  const server = await startServer({
    ...{ binary: program, dataDir: data.dir },
    env: {
      FAIWATCH_EXTRAS: '',
      FAIWATCH_TELEGRAM_TOKEN: telegram.token,
      FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
      FAIWATCH_UPLINK_TARGETS: telegram.apiRoot,
    },
  });
  try {
    const board = new Board(credential);
    const say = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${server.http}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${board.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await say('/api/device/v1/heartbeat', board.heartbeat())).status).toBe(200);
    const events = [board.say(board.losesMains())];
    expect((await say('/api/device/v1/events', { events })).status).toBe(200);
    await telegram.expectMessage({ chatId, contains: 'Site 1' }, 15_000);
    expect(data.read('SELECT count(*) AS open FROM area_outages')).toEqual([{ open: 0 }]);
    const absent = await fetch(`http://127.0.0.1:${server.http}/api/reliability`);
    expect(absent.status).toBe(404);
  } finally {
    await server.stop();
    await telegram.stop();
  }
}, 60_000);
