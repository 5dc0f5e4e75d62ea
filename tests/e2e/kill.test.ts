/**
 * The server is killed with SIGKILL again and again while boards report: at random moments, and half of
 * the times just when the messenger has taken a message, before that can have been written down.
 *
 * E2E_KILLS: how often (default 10; the nightly run plays hundreds). E2E_SEED: other random moments.
 */
import { beforeAll, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../../scripts/bench/lib/child-lines.ts';
import { Prng } from '../../src/domain/prng.ts';
import type { SentMessage } from '../fakes/telegram/methods.ts';
import { type CoreBoard, startBoards } from './core-fleet.ts';
import { findLastingPort, type Home, installBinary } from './harness.ts';
import { firstChatId, seedBoards } from './quick-fleet.ts';
import { expectTaken } from './sent-twice.ts';
import { buildSimDevice } from './simdevice/sim-device.ts';
import { waitFor } from './wait-for.ts';

const kills = Number(process.env['E2E_KILLS'] ?? 10);
const seed = process.env['E2E_SEED'] ?? '1';
/** Boards whose owners have a chat, and whose outages are apart. */
const watched = 30;
/** Boards without anybody to tell, whose mains comes and goes as fast as a board can tell. */
const flickering = 100;
/**
 * Far below the least an administrator may choose, so that many outages fit into the time: power that
 * is back for longer than this ends an outage.
 */
const recoveryDelayMs = 1_200;
const thresholdMs = 5_000;
/** How far a stored moment may be from the board's own: how long a report may be on its way here. */
const dateToleranceMs = 3_000;

interface Outage {
  readonly downAt: number;
  readonly upAt: number;
}

// On a fresh clone that takes a while.
beforeAll(buildSimDevice, 300_000);

test(
  `${kills} times kill -9: what was acknowledged is stored once, and every outage is told`,
  async () => {
    await using home = await installBinary();
    const seeded = seedBoards(home, watched + flickering);
    home.data.write('DELETE FROM recipients WHERE customer_id > ?', watched);
    home.data.saveSettings({ recoveryDelay: recoveryDelayMs / 60_000 });
    const messenger = await startMessengerProcess(home);
    const ports = { http: await findLastingPort(), mqtt: await findLastingPort() };
    const random = new Prng(`kills ${seed}`);
    const serve = {
      telegram: messenger,
      args: ['--port', String(ports.http), '--mqtt-port', String(ports.mqtt)],
    };
    const first = await home.serve(serve);
    const boards = await startBoards(home, seeded, first);
    const load = new AbortController();
    home.defer(() => load.abort());
    const outages = boards
      .slice(0, watched)
      .map((board, index) => haveOutages(board, new Prng(`mains ${index} ${seed}`), load.signal));
    const flickers = boards
      .slice(watched)
      .map((board, index) => flicker(board, new Prng(`losses ${index} ${seed}`), load.signal));
    await first.kill();

    for (let killed = 0; killed < kills; killed++) {
      const server = home.spawnServer(serve);
      // From before it answers to well after.
      const leftMs = random.between(50, 1_200);
      if (killed % 2 === 0) await Bun.sleep(leftMs);
      else await messenger.nextMessage(250 + leftMs);
      server.kill('SIGKILL');
      await server.exited;
      if (killed % 10 === 0) await Bun.sleep(random.between(0, 1_500));
    }

    await home.serve(serve);
    load.abort();
    await Promise.all(outages);
    await Promise.all(flickers);
    // Left alone, a board may wait for a minute between two tries.
    const waiting = boards.filter((board) => board.waiting > 0);
    await Promise.all(waiting.map((board) => board.restartsRouter()));
    await waitFor('end of all queues', () => boards.every((board) => board.waiting === 0), 30_000);
    await waitFor('end of all outages', () => count(home, openOutages) === 0, 30_000);
    // An alert that came due while power was coming back is looked at again 30 s later.
    await waitFor('empty outbox', () => count(home, waitingRows) === 0, 60_000);

    for (const board of boards) expectEveryReportOnce(home, board);
    for (const board of boards.slice(0, watched)) expectOutages(home, board);
    for (const board of boards.slice(watched)) expectFlaps(home, board);
    const duplicates = expectMessages(home, messenger.readLog());
    expect(home.data.read('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(home.data.read('PRAGMA foreign_key_check')).toEqual([]);

    const reports = boards.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const told = boards.slice(0, watched).flatMap(outagesOf).length;
    console.info(
      `  ${kills} kills, ${reports} reports, ${told} watched outages, ${messenger.readLog().length} messages, ` +
        `${duplicates.found} sent twice of ${duplicates.possible} that may have been`,
    );
  },
  kills * 3_000 + 180_000,
);

const openOutages = 'SELECT count(*) FROM outages WHERE confirmed_at IS NULL';
const waitingRows = "SELECT count(*) FROM notifications WHERE status IN ('pending', 'sending')";

function count(home: Home, sql: string): number {
  return home.data.readNumber(sql);
}

/** Outages apart from each other, some too short to be told. */
async function haveOutages(board: CoreBoard, random: Prng, end: AbortSignal): Promise<void> {
  await Bun.sleep(random.between(0, 5_000));
  while (!end.aborted) {
    await board.losesMains();
    const isShort = random.next() < 0.25;
    await Bun.sleep(isShort ? random.between(0, 300) : random.between(6_500, 9_000));
    await board.regainsMains();
    await Bun.sleep(random.between(2_000, 3_500));
  }
}

/** Power goes and comes as fast as the board tells them apart; it ends with power. */
async function flicker(board: CoreBoard, random: Prng, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const isAnswered = random.next() < 0.1 ? board.losesNextAnswer(end) : null;
    await board.losesMains();
    await board.regainsMains();
    await isAnswered;
  }
}

/** What happened to a board whose mains has come back each time. */
function outagesOf({ mainsChanges }: CoreBoard): readonly Outage[] {
  return mainsChanges.flatMap(({ type, at }, index) =>
    type === 'mains-back' ? [{ downAt: mainsChanges[index - 1]?.at ?? Number.NaN, upAt: at }] : [],
  );
}

function expectEveryReportOnce(home: Home, { id, acknowledged }: CoreBoard): void {
  const stored = home.data.read<{ boot_id: string; seq: number; event_type: string }>(
    `SELECT e.boot_id, e.seq, e.event_type FROM events e JOIN devices d ON d.id = e.device_row
    WHERE d.device_id = ? AND e.boot_id IS NOT NULL ORDER BY e.seq`,
    id,
  );
  expect(stored).toEqual(
    acknowledged.map(({ bootId, seq, type }) => ({ boot_id: bootId, seq, event_type: type })),
  );
}

interface OutageRow {
  readonly id: number;
  readonly cause: string;
  readonly down_at: number;
  readonly recover_at: number;
  readonly flaps: number;
  readonly alerts_sent: number;
  readonly alerted_at: number | null;
  readonly recoveries_sent: number;
}

function readOutages(home: Home, deviceId: string): readonly OutageRow[] {
  return home.data.read<OutageRow>(
    `SELECT o.id, o.cause, o.down_at, o.recover_at, o.flaps,
      (SELECT count(*) FROM notifications n
        WHERE n.outage_id = o.id AND n.kind = 'alert' AND n.status = 'sent') AS alerts_sent,
      (SELECT max(n.sent_at) FROM notifications n
        WHERE n.outage_id = o.id AND n.kind = 'alert' AND n.status = 'sent') AS alerted_at,
      (SELECT count(*) FROM notifications n
        WHERE n.outage_id = o.id AND n.kind = 'recovery' AND n.status = 'sent') AS recoveries_sent
    FROM outages o JOIN devices d ON d.id = o.device_row WHERE d.device_id = ? ORDER BY o.down_at`,
    deviceId,
  );
}

/** The outages are those the device had, and who was to be told was told. */
function expectOutages(home: Home, board: CoreBoard): void {
  const outages = outagesOf(board);
  const rows = readOutages(home, board.id);
  expect(rows).toHaveLength(outages.length);
  for (const [index, { downAt, upAt }] of outages.entries()) {
    const row = rows[index];
    if (row === undefined) throw new Error(`There is no outage ${index}`);
    expect(row).toMatchObject({ cause: 'mains', flaps: 0 });
    expect(Math.abs(row.down_at - downAt)).toBeLessThan(dateToleranceMs);
    expect(Math.abs(row.recover_at - upAt)).toBeLessThan(dateToleranceMs);
    const hearsAt = (type: string, about: number) =>
      board.acknowledged.find(
        (report) => report.type === type && Math.abs(report.at.wallMs - about) < 500,
      )?.acknowledgedAt ?? Number.POSITIVE_INFINITY;
    // One that is over when it is first heard of goes untold if a heartbeat told of power before.
    const isLong = upAt > Math.max(downAt + thresholdMs, hearsAt('POWER_DOWN', downAt));
    // From half of the threshold on it may be told along with another outage.
    const isShort = hearsAt('POWER_RECOVER', upAt) < downAt + thresholdMs / 2 - 500;
    if (!isLong && !isShort) continue;
    const told = isLong ? 1 : 0;
    // One that was over before anybody was told is one message.
    const isOneMessage = row.alerted_at !== null && row.alerted_at > row.recover_at;
    const ends = isOneMessage ? row.recoveries_sent : told;
    if (row.alerts_sent !== told || row.recoveries_sent !== ends || ends > 1) {
      throw new Error(describeOutage(home, board, row, { downAt, upAt }));
    }
  }
}

/** An outage that is not as it was, with all that happened around it. */
function describeOutage(home: Home, board: CoreBoard, row: OutageRow, real: Outage): string {
  const isNear = (at: number) => at > real.downAt - 10_000 && at < real.upAt + 60_000;
  return JSON.stringify(
    {
      wanted: real,
      stored: row,
      notifications: home.data.read('SELECT * FROM notifications WHERE outage_id = ?', row.id),
      events: home.data
        .read<{ created_at: number }>(
          'SELECT e.* FROM events e JOIN devices d ON d.id = e.device_row WHERE d.device_id = ?',
          board.id,
        )
        .filter(({ created_at }) => isNear(created_at)),
      acknowledged: board.acknowledged.filter(({ at }) => isNear(at.wallMs)),
    },
    null,
    1,
  );
}

/** Every loss of power is in some outage, as its beginning or as a flap of it. */
function expectFlaps(home: Home, board: CoreBoard): void {
  const rows = readOutages(home, board.id);
  const losses = board.acknowledged.filter(({ type }) => type === 'POWER_DOWN');
  if (rows.reduce((sum, { flaps }) => sum + flaps + 1, 0) === losses.length) return;
  const wrong = rows.find(({ down_at, recover_at, flaps }) => {
    const within = losses.filter(({ at }) => at.wallMs >= down_at - 50 && at.wallMs <= recover_at);
    return within.length !== flaps + 1;
  });
  throw new Error(
    wrong === undefined
      ? `${rows.length} outages, ${losses.length} losses: ${JSON.stringify({ rows, losses })}`
      : describeOutage(home, board, wrong, { downAt: wrong.down_at, upAt: wrong.recover_at }),
  );
}

/** What the messenger took and what the database says of it. */
function expectMessages(
  home: Home,
  taken: readonly SentMessage[],
): { readonly found: number; readonly possible: number } {
  const twice = home.data.with((database) => expectTaken(database, taken));
  expect(count(home, "SELECT count(*) FROM notifications WHERE status = 'failed'")).toBe(0);
  expect(taken.every(({ chatId }) => chatId >= firstChatId)).toBe(true);
  return twice;
}

interface MessengerProcess {
  readonly token: string;
  readonly apiRoot: string;
  /** Settles when the messenger has taken another message, or after so many ms. */
  nextMessage(timeoutMs: number): Promise<void>;
  readLog(): readonly SentMessage[];
}

/** The fake messenger as a process of its own, with a log of what it took. */
async function startMessengerProcess(home: Home): Promise<MessengerProcess> {
  const log = join(home.dir, 'sent.jsonl');
  const script = join(import.meta.dir, '..', 'fakes', 'telegram', 'serve.ts');
  const child = Bun.spawn([process.execPath, script, '--log', log], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  home.defer(async () => {
    child.kill();
    await child.exited;
  });
  const { value } = await readLines(child.stdout).next();
  const ready = z.object({ token: z.string(), apiRoot: z.string() }).parse(JSON.parse(value ?? ''));
  const size = () => (existsSync(log) ? statSync(log).size : 0);
  return {
    ...ready,
    async nextMessage(timeoutMs) {
      const [before, deadline] = [size(), performance.now() + timeoutMs];
      while (size() === before && performance.now() < deadline) await Bun.sleep(1);
    },
    readLog: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}
