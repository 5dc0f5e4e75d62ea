/**
 * The real executable is killed, stopped and frozen at random beside boards with the firmware's own core that lose power
 * at random. Nobody is told of a loss that is over, or that was shorter than its threshold; of each other one somebody
 * is, in time.
 *
 * GAPS_REAL_CUTS: how many cuts (default 500, about half an hour). GAPS_SEED: others.
 */
import { beforeAll, expect, test } from 'bun:test';
import { Prng } from '../../src/domain/prng.ts';
import { type CoreBoard, startBoards } from '../e2e/core-fleet.ts';
import { findLastingPort, type Home, installBinary, type Server } from '../e2e/harness.ts';
import { firstChatId, seedBoards } from '../e2e/quick-fleet.ts';
import { buildSimDevice } from '../e2e/simdevice/sim-device.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { type Fault, hadItsTime, heardFor, someLength } from '../support/gaps-truth.ts';

const wanted = Number(process.env['GAPS_REAL_CUTS'] ?? 500);
const seed = process.env['GAPS_SEED'] ?? '1';
const devices = Math.min(24, wanted);
const second = 1_000;
/** Far below the least that an administrator may choose, so that many cuts fit into the time. */
const recoveryDelayMs = 1_200;
const thresholdMs = 5 * second;
const longestReturnMs = 60 * second;
/** As decision 086 has it. */
const standstillMs = 5 * second;
/** A board notices power after a second, and a busy machine is slow. */
const slackMs = 6 * second;

beforeAll(buildSimDevice, 300_000);

interface Cut {
  readonly downAt: number;
  readonly upAt: number;
}

test(
  `${wanted} cuts beside kills, stops and freezes of the executable: nothing false, all due ones told`,
  async () => {
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const seeded = seedBoards(home, devices);
    home.data.saveSettings({ recoveryDelay: recoveryDelayMs / 60_000 });
    const ports = { http: await findLastingPort(), mqtt: await findLastingPort() };
    const serve = {
      telegram,
      args: ['--port', String(ports.http), '--mqtt-port', String(ports.mqtt)],
    };
    let server = await home.serve(serve);
    const boards = await startBoards(home, seeded, server);
    const end = new AbortController();
    home.defer(() => end.abort());
    const mains = boards.map((board, index) =>
      haveCuts(board, new Prng(`gaps ${index} ${seed}`), end.signal),
    );
    const random = new Prng(`gaps ${seed}`);
    const faults: Fault[] = [];
    const cutsSoFar = () => boards.reduce((sum, board) => sum + cutsOf(board).length, 0);
    while (cutsSoFar() < wanted) {
      await Bun.sleep(random.between(1, 90) * second);
      const fault = await suffer(home, server, serve, random);
      faults.push(fault);
      server = fault.server;
    }
    end.abort();
    await Promise.all(mains);
    await waitFor('end of all queues', () => boards.every(({ waiting }) => waiting === 0), 90_000);
    await waitFor('empty outbox', () => home.data.readNumber(waitingRows) === 0, 150_000);

    let told = 0;
    let worstMs = 0;
    for (const [index, board] of boards.entries()) {
      const sent = telegram.sent.filter(({ chatId }) => chatId === firstChatId + index);
      const cuts = cutsOf(board);
      for (const { text, arrivedAt } of sent) {
        if (!text.startsWith('🔴')) continue;
        // A board that stayed away for longer than it has time for is told of as it was last known.
        const isTrue = cuts.some(({ downAt, upAt }) => {
          const heardAt = board.acknowledged.find(
            ({ type, at }) => type === 'POWER_RECOVER' && Math.abs(at.wallMs - upAt) < 1_500,
          )?.acknowledgedAt;
          const isUnheard = (heardAt ?? 0) > arrivedAt && hadItsTime(arrivedAt, faults);
          return arrivedAt >= downAt && (arrivedAt <= upAt + slackMs || isUnheard);
        });
        expect({ text, arrivedAt, cuts, faults, isTrue }).toMatchObject({ isTrue: true });
      }
      const rows = readOutages(home, board.id);
      for (const cut of cuts) {
        const row = rows.find((one) => nearestTo(one.down_at, cuts) === cut);
        const lastedMs = cut.upAt - cut.downAt;
        const isShort = lastedMs < thresholdMs - 500;
        const isLong = lastedMs > thresholdMs + 2 * second;
        if (isShort) expect({ cut, row, faults }).toMatchObject({ row: { sent_at: null } });
        if (!isLong) continue;
        expect({ cut, row, faults }).toMatchObject({ row: { sent_at: expect.any(Number) } });
        told += 1;
        const dueAt = cut.downAt + thresholdMs;
        const boundAt = heardFor(2 * longestReturnMs, Math.max(dueAt, cut.upAt), faults);
        const sentAt = row?.sent_at ?? Number.POSITIVE_INFINITY;
        const latest = sentAt < cut.upAt ? heardFor(longestReturnMs, dueAt, faults) : boundAt;
        const isLate = sentAt > latest + slackMs;
        expect({ cut, row, faults, isLate }).toMatchObject({ isLate: false });
        if (sentAt < cut.upAt) worstMs = Math.max(worstMs, sentAt - dueAt);
      }
    }
    console.info(
      `  ${cutsSoFar()} cuts, ${faults.length} faults, ${told} told, ${telegram.sent.length} messages, ` +
        `the slowest of a loss that went on ${Math.round(worstMs / second)} s after its time`,
    );
  },
  wanted * 20_000 + 900_000,
);

const waitingRows = "SELECT count(*) FROM notifications WHERE status IN ('pending', 'sending')";

/** Kills, stops or freezes the server. @returns what happened, and the server that runs now */
async function suffer(
  home: Home,
  server: Server,
  serve: Parameters<Home['serve']>[0],
  random: Prng,
): Promise<Fault & { readonly server: Server }> {
  const kind = random.pick(['kill', 'stop', 'freeze'] as const, 1)[0] ?? 'kill';
  const from = Date.now();
  const lasts = someLength(random);
  if (kind === 'freeze') {
    process.kill(server.pid, 'SIGSTOP');
    await Bun.sleep(lasts);
    process.kill(server.pid, 'SIGCONT');
    return { kind, from, to: Date.now(), server };
  }
  if (kind === 'kill') await server.kill();
  else await server.stop();
  await Bun.sleep(lasts);
  const next = await home.serve(serve);
  return { kind, from, to: Date.now(), server: next };
}

/** Cuts apart from each other, of which many are too short to be told. It ends with power. */
async function haveCuts(board: CoreBoard, random: Prng, end: AbortSignal): Promise<void> {
  await Bun.sleep(random.between(0, 60) * second);
  while (!end.aborted) {
    await board.losesMains();
    const isShort = random.next() < 0.4;
    await Bun.sleep(isShort ? random.between(0, 3.5) * second : random.between(7, 60) * second);
    await board.regainsMains();
    await Bun.sleep(random.between(5, 60) * second);
  }
}

/**
 * The cut that is dated so. A report that waited while the server stood still for less than it takes for a standstill
 * is dated as much too late.
 */
function nearestTo(downAt: number, cuts: readonly Cut[]): Cut | undefined {
  const distance = (cut: Cut) => Math.abs(cut.downAt - downAt);
  const [nearest] = cuts.toSorted((one, other) => distance(one) - distance(other));
  return nearest !== undefined && distance(nearest) < standstillMs + second ? nearest : undefined;
}

/** The cuts of a board whose mains has come back each time. */
function cutsOf({ mainsChanges }: CoreBoard): readonly Cut[] {
  return mainsChanges.flatMap(({ type, at }, index) =>
    type === 'mains-back' ? [{ downAt: mainsChanges[index - 1]?.at ?? Number.NaN, upAt: at }] : [],
  );
}

interface OutageRow {
  readonly down_at: number;
  readonly recover_at: number;
  /** Null: nobody was told. */
  readonly sent_at: number | null;
}

function readOutages(home: Home, deviceId: string): readonly OutageRow[] {
  return home.data.read<OutageRow>(
    `SELECT o.down_at, o.recover_at, (SELECT min(n.sent_at) FROM notifications n
      WHERE n.outage_id = o.id AND n.kind = 'alert' AND n.status = 'sent') AS sent_at
    FROM outages o JOIN devices d ON d.id = o.device_row WHERE d.device_id = ? ORDER BY o.down_at`,
    deviceId,
  );
}
