/**
 * What a board does while nobody answers. The hour passes in a few seconds, since the board's clock, by which it
 * counts its waits, is fast.
 */
import { expect, test } from 'bun:test';
import { findLastingPort } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { makeKey, phone } from './key.ts';
import { ServedSite } from './served-site.ts';
import { SimDevice } from './sim-device.ts';
import { StubServer } from './stub-server.ts';
import { whenItHappened } from './true-time.ts';

const hourMs = 3_600_000;
const outageMs = 600_000;

test.concurrent('an hour without a server: it keeps trying, ever more slowly, each board at its own times', async () => {
  using server = await StubServer.start();
  await using one = await startOnline(server);
  await using two = await startOnline(server);
  server.goDown();
  const tries = await Promise.all([watchHour(one), watchHour(two)]);
  for (const at of tries) expectPatience(at);
  expectSpread(tries[0]);
  expectApart(tries[0], tries[1]);

  server.comeBack();
  for (const device of [one, two]) await expectReturn(device);
}, 60_000);

test.concurrent('an hour after the real server was killed it is back, and hears what happened meanwhile', async () => {
  const [port, mqttPort] = [await findLastingPort(), await findLastingPort()];
  const args = ['--port', `${port}`, '--mqtt-port', `${mqttPort}`];
  await using site = await ServedSite.start({}, { args });
  await using device = await site.install(1, '--mains-sense');
  await site.server.kill();
  await device.make('time-scale 700');
  await device.make(`flicker 2 ${outageMs}`);
  const at = await watchHour(device);
  expectPatience(at);
  // The board tries both MQTT and HTTP and gives up neither.
  const late = (event: string) =>
    device.events({ event }).filter(({ up = 0 }) => up > lastUp(device) - 600_000).length;
  expect(late('mqtt')).toBeGreaterThan(0);
  expect(late('http')).toBeGreaterThan(0);
  expect(site.reports(device)).toEqual([]);

  await device.make('time-scale 20');
  await site.home.serve({ args, telegram: site.telegram });
  const reports = await waitFor(
    'both reports',
    () => site.reports(device).length === 2 && site.reports(device),
    20_000,
  );
  expect(reports.map(({ event_type }) => event_type)).toEqual(['POWER_DOWN', 'POWER_RECOVER']);
  const sensed = device.events({ event: 'sensed' });
  expect(sensed).toHaveLength(2);
  for (const [index, report] of reports.entries()) {
    const happened = sensed[index];
    if (happened === undefined) throw new Error('It said more than happened');
    const trueAt = whenItHappened(device, report, happened);
    expect(Math.abs(report.occurred_at - trueAt)).toBeLessThan(2_000);
  }
  const [down = 0, up = 0] = reports.map(({ occurred_at }) => occurred_at);
  expect(Date.now() - down).toBeGreaterThan(hourMs - outageMs);
  const outages = site.outages(device).filter(({ cause }) => cause === 'mains');
  expect(outages).toEqual([{ cause: 'mains', down_at: down, recover_at: up }]);
  await waitFor('device online', () => site.readDevice(device)?.link === 'online');
}, 90_000);

test.concurrent('an hour of refusals by an overloaded server is no reason to ask more often', async () => {
  using server = await StubServer.start();
  await using device = await startOnline(server);
  server.override = () =>
    Response.json({ ok: false, error: 'later', code: 'UNAVAILABLE' }, { status: 503 });
  const before = server.requests.length;
  const at = await watchHour(device);
  const requests = server.requests.length - before;
  expectPatience(at);
  expectSpread(at);
  // Every connection it logged has arrived, WebSocket handshakes included. The hour goes on meanwhile.
  expect(requests).toBeGreaterThanOrEqual(at.length - 1);
  expect(requests).toBeLessThan(at.length + 15);
  server.override = () => undefined;
  await expectReturn(device);
}, 60_000);

test.concurrent('an hour behind a dead line, where nothing even says no, and reports wait in the flash', async () => {
  using server = await StubServer.start();
  await using device = await startOnline(server, '--mains-sense');
  await device.make('internet off');
  await device.make('flicker 2 60000');
  expectPatience(await watchHour(device));
  await device.make('internet on');
  const events = await server.expectEvents(2);
  expect(events.map(({ type }) => type)).toEqual(['POWER_DOWN', 'POWER_RECOVER']);
  expect(events.map(({ age_ms }) => age_ms > 3_000_000)).toEqual([true, true]);
}, 60_000);

test.concurrent('it waits as long as Retry-After says', async () => {
  using server = await StubServer.start();
  server.override = () =>
    Response.json(
      { ok: false, error: 'later', code: 'RATE_LIMITED' },
      { status: 429, headers: { 'retry-after': '900' } },
    );
  await using device = await start(server);
  const answered = { event: 'http', state: 'answered', status: 429 } as const;
  const { up: refusedAt = 0 } = await device.expectEvent(answered);
  const { up: againAt = 0 } = await device.expectEvent(answered);
  expect(againAt - refusedAt).toBeGreaterThanOrEqual(900_000);
  expect(againAt - refusedAt).toBeLessThan(1_300_000);
}, 60_000);

function start(server: StubServer, ...args: string[]): Promise<SimDevice> {
  return SimDevice.start({
    server: server.url,
    key: makeKey(),
    phone,
    args: ['--time-scale', '700', ...args],
  });
}

async function startOnline(server: StubServer, ...args: string[]): Promise<SimDevice> {
  const device = await start(server, ...args);
  await device.expectEvent({ event: 'http', state: 'answered', path: /heartbeat/, status: 200 });
  return device;
}

/**
 * Lets an hour pass by the board's clock.
 * @returns when it tried, in ms since the hour began
 */
async function watchHour(device: SimDevice): Promise<number[]> {
  const began = lastUp(device);
  await waitFor('end of the hour', () => lastUp(device) >= began + hourMs, 40_000);
  return device.log
    .filter(
      ({ event, state }) =>
        (event === 'http' && state === 'started') || (event === 'mqtt' && state === 'connecting'),
    )
    .map(({ up = 0 }) => up - began)
    .filter((up) => up >= 0 && up < hourMs);
}

function lastUp(device: SimDevice): number {
  return device.log.findLast(({ up }) => up !== undefined)?.up ?? 0;
}

/** Neither a busy loop nor giving up: at most two tries a minute each over MQTT and HTTP, on average. */
function expectPatience(at: readonly number[]): void {
  expect(at.length).toBeGreaterThan(100);
  // 240 tries and the quick ones at the beginning. Chance adds to that with a standard deviation of nine.
  expect(at.length).toBeLessThan(300);
  expect(Math.max(...gapsOf(at))).toBeLessThan(100_000);
  // The same holds for the last ten minutes.
  expect(at.filter((time) => time >= hourMs - 600_000).length).toBeGreaterThan(10);
}

/** Full jitter: short waits and long ones, in about the same numbers. */
function expectSpread(at: readonly number[]): void {
  const late = gapsOf(at.filter((time) => time >= 600_000));
  const middle = late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)] ?? 0;
  expect(middle).toBeGreaterThan(5_000);
  expect(late.some((gap) => gap < middle / 3)).toBe(true);
  expect(late.some((gap) => gap > middle * 2)).toBe(true);
}

/** Two boards that lost the same server do not keep step. */
function expectApart(one: readonly number[], two: readonly number[]): void {
  const [first, second] = [gapsOf(one).slice(10), gapsOf(two).slice(10)];
  const alike = first.filter((gap, index) => Math.abs(gap - (second[index] ?? 0)) < 250);
  expect(alike.length).toBeLessThan(first.length / 10);
}

function gapsOf(at: readonly number[]): number[] {
  return at.slice(1).map((time, index) => time - (at[index] ?? 0));
}

/** The server comes back, and the board notices within its longest wait. */
async function expectReturn(device: SimDevice): Promise<void> {
  const began = lastUp(device);
  device.forgetLog();
  const answered = { event: 'http', state: 'answered', path: /heartbeat/, status: 200 } as const;
  const { up = 0 } = await device.expectEvent(answered);
  expect(up - began).toBeLessThan(100_000);
}
