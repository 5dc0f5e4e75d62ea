/**
 * A town of boards with the firmware's own core, and the real server: what it recorded is what they did.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readEvents } from '../../../src/cli/simulate/firmware-log.ts';
import { findLastingPort, type Home, installBinary, type Server } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { makeKey } from './key.ts';
import { buildSimDevice, type Match, SimDevice } from './sim-device.ts';
import { StubServer } from './stub-server.ts';

const summarySchema = z.object({
  ok: z.boolean(),
  dropped_connections: z.int(),
  reports_acknowledged: z.int(),
  reports_stored: z.int(),
  outages: z.array(
    z.object({ kind: z.string(), simulated: z.int(), recorded: z.int(), matching: z.int() }),
  ),
  differences: z.array(z.string()),
});

let home: Home;
let server: Server;
/** Starts the server on ports to which it can come back. */
let serve: () => Promise<Server>;
beforeAll(async () => {
  home = await installBinary();
  const [port, mqttPort] = [await findLastingPort(), await findLastingPort()];
  serve = () => home.serve({ args: ['--port', `${port}`, '--mqtt-port', `${mqttPort}`] });
  server = await serve();
}, 60_000);
afterAll(() => home?.[Symbol.asyncDispose]());

async function simulate(devices: number, ...outages: string[]) {
  const { stdout, stderr } = await home.run(
    ...['simulate', '--json', '--devices', String(devices), '--server', server.url],
    ...['--data', home.data.dir, '--firmware', await buildSimDevice()],
    ...outages.flatMap((outage) => ['--outage', outage]),
  );
  if (stdout === '') throw new Error(stderr);
  return summarySchema.parse(JSON.parse(stdout));
}

test('a thousand boards lose power in one moment, and all of them report back', async () => {
  const summary = await simulate(1_000, 'mains:667@3+40', 'mains-sensed:333@3+40');
  expect(summary).toMatchObject({
    ok: true,
    dropped_connections: 0,
    reports_acknowledged: 666,
    reports_stored: 666,
    outages: [
      { kind: 'mains-sensed', simulated: 333, recorded: 333, matching: 333 },
      { kind: 'mains', simulated: 667, recorded: 667, matching: 667 },
    ],
    differences: [],
  });
}, 240_000);

test('whatever befalls five hundred boards, the server recorded it, and nothing else', async () => {
  const summary = await simulate(
    500,
    ...['mains:80', 'mains-sensed:80', 'network:80', 'flapping:80', 'crash-loop:40', 'area:80'],
  );
  expect(summary.differences).toEqual([]);
  expect(summary.dropped_connections).toBe(0);
  const kinds = Object.fromEntries(summary.outages.map((row) => [row.kind, row]));
  // A board whose silence is too short to notice, or that crashes and comes back, has no outage.
  for (const kind of ['mains', 'mains-sensed', 'network', 'flapping', 'area']) {
    expect(kinds[kind]).toMatchObject({ simulated: 80, recorded: 80, matching: 80 });
  }
  expect(kinds['crash-loop']?.simulated).toBe(40);
  expect(summary.reports_stored).toBe(summary.reports_acknowledged);
}, 240_000);

test('killed again and again under three hundred boards, the server has every report once', async () => {
  const simulation = simulate(300, 'mains-sensed:100@15+45', 'flapping:100@20+40');
  // They come online first.
  await Bun.sleep(25_000);
  for (let kills = 0; kills < 3; kills++) {
    await server.kill();
    await Bun.sleep(3_000);
    server = await serve();
    await Bun.sleep(9_000);
  }
  const summary = await simulation;
  expect(summary.differences).toEqual([]);
  // A flapping of forty seconds is five losses.
  expect(summary).toMatchObject({ reports_acknowledged: 1_200, reports_stored: 1_200 });
  for (const { simulated, recorded, matching } of summary.outages) {
    expect([simulated, recorded, matching]).toEqual([100, 100, 100]);
  }
}, 240_000);

test('a command is for the boards it names, and no board feels what befalls another', async () => {
  using stub = await StubServer.start();
  const dir = await mkdtemp(join(tmpdir(), 'simdevice-fleet-'));
  try {
    const boards = join(dir, 'boards');
    const lines = ['', '', '--mains-sense', '--board t-display'].map(
      (own, index) => `--key ${makeKey()} --phone 081000000${index} ${own}`,
    );
    await writeFile(boards, lines.join('\n'));
    await using fleet = await SimDevice.start({ server: stub.url, args: ['--boards', boards] });
    const isOnline = (board: number) =>
      fleet.events({ event: 'http', state: 'answered', path: /heartbeat/, board }).length > 0;
    await waitFor('all online', () => [1, 2, 3, 4].every(isOnline), 15_000);
    const bootsOf = (board: number) => fleet.events({ event: 'boot', board }).length;
    await fleet.make('@2,4 power-cut 50');
    await waitFor('their return', () => bootsOf(2) === 2 && bootsOf(4) === 2);
    await fleet.make('@1-2 crash');
    expect([1, 2, 3, 4].map(bootsOf)).toEqual([2, 3, 1, 2]);
    await fleet.make('mains off');
    // The board with a battery reports the loss; the others are off.
    const [event] = await stub.expectEvents(1);
    expect(event?.type).toBe('POWER_DOWN');
    expect(fleet.events({ event: 'sensed', mains: 'off' }).map(({ board }) => board)).toEqual([3]);
    expect(fleet.events({ event: 'board', state: 'off' }).length).toBe(5);
    fleet.tell('@5 mains on');
    await fleet.expectEvent({ event: 'control', state: 'refused', error: /boards from 1 to 4/ });
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);

test('on a computer that falls behind, a board still dates its mains by when it changed', async () => {
  using stub = await StubServer.start();
  const dir = await mkdtemp(join(tmpdir(), 'simdevice-fleet-'));
  try {
    const boards = join(dir, 'boards');
    // One board senses edges, one a level. The others only take commands.
    const lines = ['', '--board t-display'].map(
      (own, index) => `--key ${makeKey()} --phone 081000000${index} --mains-sense ${own}`,
    );
    await writeFile(boards, [...lines, ...Array<string>(100).fill('--mains on')].join('\n'));
    await using fleet = await SimDevice.start({ server: stub.url, args: ['--boards', boards] });
    const isOnline = (board: number) =>
      fleet.events({ event: 'http', state: 'answered', path: /heartbeat/, board }).length > 0;
    await waitFor('both online', () => isOnline(1) && isOnline(2), 15_000);

    for (const state of ['off', 'on']) {
      const change = `@1-2 mains ${state}`;
      // No board has had a turn for a second, and none will before all commands are done.
      fleet.signal('SIGSTOP');
      await Bun.sleep(1_000);
      fleet.tell([change, ...Array<string>(7_000).fill('http on')].join('\n'));
      fleet.signal('SIGCONT');
      const type = state === 'off' ? 'POWER_DOWN' : 'POWER_RECOVER';
      for (const board of [1, 2]) {
        const find = (match: Match) =>
          waitFor(JSON.stringify(match), () => fleet.events({ ...match, board })[0], 15_000);
        const changed = await find({ event: 'mains', state });
        const body = new RegExp(`"type":"${type}"`);
        const told = await find({ event: 'http', state: 'started', body });
        const [event] = readEvents(String(told['body']));
        const ageMs = event?.age_ms ?? Number.NaN;
        expect(Math.abs(told.t - ageMs - changed.t)).toBeLessThan(200);
      }
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);
