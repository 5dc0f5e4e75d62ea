/**
 * Programs that listen stand still without closing anything (SIGSTOP): clients of the live stream, and
 * an MQTT client that subscribed to its commands. Meanwhile reports pour in, of which the stream tells.
 */

import { ApiClient } from '../e2e/api-client.ts';
import type { Server } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  seedSites,
} from './lib/fleet.ts';
import { requireProgram } from './lib/run-program.ts';
import { readMemory, seconds } from './lib/server-health.ts';
import { startLoad, unlimitedDevices } from './lib/steady-load.ts';

const frozenStreams = 4;
const password = 'a password for this test only';
/**
 * The bound is far above what the stream may keep for its listeners, since the load needs memory, too.
 */
const memoryBoundMb = 120;
const keepAliveSeconds = 10;

await runFault('Frozen subscribers of the live stream and of MQTT', async (fault, home) => {
  await requireProgram('no MQTT client to freeze', 'which', 'mosquitto_sub');
  await requireProgram('no client of the stream to freeze', 'which', 'curl');
  const boards = seedSites(home, 40);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({
    telegram,
    env: {
      ...unlimitedDevices,
      FAIWATCH_ADMIN_USERNAME: 'admin',
      FAIWATCH_ADMIN_PASSWORD: password,
    },
  });
  const logIn = () => ApiClient.logIn(server, { username: 'admin', password });
  const { token = '' } = await logIn();
  const [subscriber] = boards;
  if (subscriber === undefined) throw new Error('there is no board');
  const [living, loading] = [boards.slice(1, 20), boards.slice(20)];
  const sites = await openSites(home, living, server, 1);

  const streams = () => server.metric('faiwatch_streams');
  const sessions = () => server.metric('faiwatch_mqtt_sessions');
  const well = listen(server, token);
  home.defer(well.stop);
  const sessionsBefore = await sessions();
  // A session holds three streams.
  const tokens = await Promise.all(
    Array.from({ length: frozenStreams }, async () => (await logIn()).token ?? ''),
  );
  const frozen = tokens.map((token) =>
    Bun.spawn(
      [
        ...['curl', '--silent', '--no-buffer', '--output', '/dev/null'],
        ...['--header', `Authorization: Bearer ${token}`, `${server.url}/api/stream`],
      ],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    ),
  );
  const mqtt = Bun.spawn(
    [
      ...['mosquitto_sub', '-h', '127.0.0.1', '-p', String(server.mqtt), '-q', '1'],
      ...['-i', subscriber.id, '-u', subscriber.id, '-P', subscriber.token],
      ...['-k', String(keepAliveSeconds), '-t', `faiwatch/v1/${subscriber.id}/commands`],
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  home.defer(() => {
    for (const child of [...frozen, mqtt]) child.kill('SIGKILL');
  });
  await waitFor('listeners', async () => (await streams()) === frozenStreams + 1, 10_000);
  await waitFor('MQTT subscriber', async () => (await sessions()) === sessionsBefore + 1, 10_000);

  const memoryBefore = readMemory(server);
  for (const child of [...frozen, mqtt]) child.kill('SIGSTOP');
  const frozenAt = performance.now();
  const mqttDropped = waitFor(
    'end of the frozen MQTT session',
    async () => (await sessions()) === sessionsBefore,
    4 * keepAliveSeconds * 1000,
  ).then(
    () => performance.now() - frozenAt,
    () => Number.NaN,
  );
  const load = startLoad(server.url, loading, 3_000);
  home.defer(() => load.stop());
  let memoryPeak = memoryBefore;
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, readMemory(server));
  }, 250);
  home.defer(() => clearInterval(watch));

  await loseMains(sites);
  const drainedMs = await drain(sites);
  await awaitLosses(telegram, sites);
  const dropped = () => server.metric('faiwatch_streams_dropped_total');
  await waitFor(
    'end of the frozen streams',
    async () => (await dropped()) === frozenStreams,
    60_000,
  ).catch(() => {});
  const droppedMs = performance.now() - frozenAt;
  const reports = load.total();
  const longestMs = load.takeLongestMs();
  await load.stop();
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  const mqttMs = await mqttDropped;

  fault.expect(
    'the frozen listeners of the stream are dropped',
    (await dropped()) === frozenStreams && (await streams()) === 1,
    `${await dropped()} of ${frozenStreams} dropped within ${seconds(droppedMs)}, after ${reports} reports`,
  );
  fault.expect(
    'the frozen MQTT client is dropped after its keepalive',
    mqttMs <= 1_500 * keepAliveSeconds + 3_000,
    `after ${seconds(mqttMs)}, keepalive ${keepAliveSeconds} s`,
  );
  fault.expect(
    'the listener that takes what it is sent goes on',
    well.isOpen() && well.events() > 0,
    `${well.events()} events heard, longest silence ${seconds(well.longestSilenceMs())}`,
  );
  fault.expect(
    'devices go on being served',
    drainedMs < 3_000 && longestMs < 3_000,
    `${sites.length} losses acknowledged in ${seconds(drainedMs)}, slowest of ${reports / 50} calls ${Math.round(longestMs)} ms`,
  );
  fault.expect(
    'memory is bounded',
    memoryPeak - memoryBefore < memoryBoundMb,
    `${Math.round(memoryBefore)} MB before, ${Math.round(memoryPeak)} MB at most`,
  );
  expectToldOnce(fault, telegram, sites);
});

/** A listener that takes everything. */
function listen(server: Server, token: string) {
  const end = new AbortController();
  const heard = { events: 0, isOpen: true, longestMs: 0, lastAt: performance.now() };
  async function read(): Promise<void> {
    const response = await fetch(`${server.url}/api/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: end.signal,
    });
    for await (const chunk of response.body ?? []) {
      const now = performance.now();
      heard.longestMs = Math.max(heard.longestMs, now - heard.lastAt);
      heard.lastAt = now;
      heard.events += Buffer.from(chunk).toString('latin1').split('event: event\n').length - 1;
    }
  }
  const reading = read()
    .catch(() => {})
    .finally(() => {
      heard.isOpen = false;
    });
  return {
    events: () => heard.events,
    isOpen: () => heard.isOpen,
    longestSilenceMs: () => heard.longestMs,
    async stop() {
      end.abort();
      await reading;
    },
  };
}
