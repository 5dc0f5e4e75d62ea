/**
 * How soon an alert leaves: from the moment a device's POWER_DOWN is written to its socket to the
 * moment the request to the Bot API arrives, while 10,000 devices are connected.
 *
 *   node_modules/.bin/bun scripts/bench/latency.ts [--quick] [--binary dist/faiwatch]
 *
 * Each loss is reported as older than the threshold, so that its alert is due at once. Devices fail one after
 * the other, since the limit of 30 messages a second would otherwise be measured.
 */
import { startFakeTelegram } from '../../tests/fakes/telegram/fake-telegram.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { HeartbeatRing } from './lib/heartbeat-ring.ts';
import { MqttFleet } from './lib/mqtt-fleet.ts';
import { startMqttLoad } from './lib/mqtt-load.ts';
import { encodePowerDown } from './lib/power-down.ts';
import { quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { writeCredentials } from './lib/seed.ts';
import { startServer } from './lib/server.ts';

const goalMs = 8;
const worstGoalMs = 50;
const firstChatId = 900_000_000;
const heartbeatSeconds = 10;
const ageMs = 10_000;
/** Between one failure and the next: below the messenger's 30 a second. */
const pauseMs = 60;

async function latency({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 2_000 : 10_000;
  const samples = isQuick ? 100 : 1_000;
  await using scene = await openScene('latency', {
    devices,
    firstChatId,
    thresholdSeconds: 5,
    eventsPerDevice: 100,
  });
  const telegram = await startFakeTelegram({ chats: 'any' });
  scene.defer(() => telegram.stop());
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_TELEGRAM_TOKEN: telegram.token,
      FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
      FAIWATCH_UPLINK_TARGETS: telegram.apiRoot,
      FAIWATCH_LOG_LEVEL: 'error',
    },
  });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');

  // The first `samples` devices fail, from this process; all others beat, from another.
  const beatingPath = `${scene.directory}/beating.jsonl`;
  writeCredentials(beatingPath, scene.credentials.slice(samples));
  const load = await startMqttLoad({
    port: server.mqtt,
    connections: devices - samples,
    credentialsPath: beatingPath,
    intervalSeconds: heartbeatSeconds,
  });
  scene.defer(() => load.stop());
  const fleet = new MqttFleet({
    port: server.mqtt,
    credentials: scene.credentials.slice(0, samples),
  });
  await fleet.connect();
  scene.defer(() => fleet.close());
  for (const session of fleet.sessions) {
    session.ring = new HeartbeatRing(session.deviceId, 1, Date.now());
    session.beat(1);
  }
  const connected = fleet.open.length + load.connections;
  if (connected !== devices) throw new Error(`Only ${connected} of ${devices} sessions opened`);
  tell(`${devices} sessions are open; ${samples} fail one after the other`);
  await Bun.sleep(heartbeatSeconds * 1000);

  const delays: number[] = [];
  for (const [i, session] of fleet.sessions.entries()) {
    const packet = encodePowerDown(session.deviceId, ageMs);
    const writtenAt = performance.timeOrigin + performance.now();
    session.write(packet);
    const { arrivedAt } = await telegram.expectMessage({ chatId: firstChatId + i });
    delays.push(arrivedAt - writtenAt);
    await Bun.sleep(pauseMs);
  }
  const { errors } = await load.stop();
  if (errors + fleet.errors > 0) throw new Error(`${errors + fleet.errors} sessions were lost`);

  const [p50, p95, p99, worst] = [0.5, 0.95, 0.99, 1].map((q) => quantile(delays, q)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    title: 'From POWER_DOWN to the messenger',
    method:
      `${devices.toLocaleString('en-GB')} MQTT devices are connected and send a heartbeat every ` +
      `${heartbeatSeconds} s, with 100 events of each stored; ${samples} of them report POWER_DOWN ` +
      'one after the other, the threshold already over. Measured from the write to the device’s ' +
      'socket to the first byte of the request at the fake Bot API, so two commits with a sync of ' +
      'the disk lie in between.',
    findings: [
      {
        what: 'POWER_DOWN → Bot API request, p99',
        goal: `≤ ${goalMs} ms`,
        measured: `${p99.toFixed(1)} ms (p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)})`,
        isMet: p99 <= goalMs,
      },
      {
        what: 'POWER_DOWN → Bot API request, worst',
        goal: `≤ ${worstGoalMs} ms`,
        measured: `${worst.toFixed(1)} ms`,
        isMet: worst <= worstGoalMs,
      },
    ],
  };
}

if (import.meta.main) await runBench(latency);
