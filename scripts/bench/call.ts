/**
 * How soon a phone rings, and whether all do: from the moment a device's POWER_DOWN is written to its socket to the
 * moment the INVITE for its owner's phone arrives at an exchange, while 10,000 devices are connected; and fifty
 * critical sites of as many owners that fall at once, at four calls at a time.
 *
 *   node_modules/.bin/bun scripts/bench/call.ts [--quick] [--binary dist/faiwatch]
 *
 * Each loss is reported as older than the threshold, so that its call is due at once. Takes baresip.
 */
import { Database } from 'bun:sqlite';
import { FakeExchange, type SipCall, sipAccount } from '../../tests/fakes/sip/fake-exchange.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { HeartbeatRing } from './lib/heartbeat-ring.ts';
import { MqttFleet } from './lib/mqtt-fleet.ts';
import { startMqttLoad } from './lib/mqtt-load.ts';
import { encodePowerDown } from './lib/power-down.ts';
import { quantile } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { writeCredentials } from './lib/seed.ts';
import { startServer } from './lib/server.ts';

const goalSeconds = 3;
const heartbeatSeconds = 10;
const ageMs = 10_000;
const linesAtOnce = 4;
/** Whoever answers listens for so long and presses 1. */
const listensMs = 4_000;
/** A line logs in before its call, and out after it. */
const lineMs = 1_000;
/** One call a second is begun, as Twilio takes no more of an account. */
const betweenMs = 1_000;
/** Nobody is called within this after all calls have ended, if nobody is called twice. */
const quietMs = 15_000;

const numberOf = (owner: number) => `+6681${String(owner).padStart(7, '0')}`;

async function call({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 2_000 : 10_000;
  const samples = isQuick ? 5 : 20;
  const together = isQuick ? 12 : 50;
  const called = samples + together;
  await using scene = await openScene('call', {
    ...{ devices, firstChatId: 900_000_000, thresholdSeconds: 5, eventsPerDevice: 100 },
  });
  givePhones(scene.databasePath, called);
  const exchange = new FakeExchange();
  await exchange.open();
  exchange.usual = { does: 'answers', keys: '1', afterMs: listensMs };
  scene.defer(() => exchange.close());
  const { user, password, login } = sipAccount;
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_CALL_WAY: 'sip',
      FAIWATCH_CALL_SERVER: exchange.server,
      FAIWATCH_CALL_USER: user,
      FAIWATCH_CALL_PASSWORD: password,
      FAIWATCH_CALL_LOGIN: login,
      FAIWATCH_CALL_DAILY_CAP: '1000',
      FAIWATCH_CALL_AT_ONCE: `${linesAtOnce}`,
      FAIWATCH_LOG_LEVEL: 'error',
    },
  });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');

  // The first devices fail, from this process; all others beat, from another.
  const beatingPath = `${scene.directory}/beating.jsonl`;
  writeCredentials(beatingPath, scene.credentials.slice(called));
  const load = await startMqttLoad({
    port: server.mqtt,
    connections: devices - called,
    credentialsPath: beatingPath,
    intervalSeconds: heartbeatSeconds,
  });
  scene.defer(() => load.stop());
  const fleet = new MqttFleet({
    port: server.mqtt,
    credentials: scene.credentials.slice(0, called),
  });
  await fleet.connect();
  scene.defer(() => fleet.close());
  for (const session of fleet.sessions) {
    session.ring = new HeartbeatRing(session.deviceId, 1, Date.now());
    session.beat(1);
  }
  const connected = fleet.open.length + load.connections;
  if (connected !== devices) throw new Error(`Only ${connected} of ${devices} sessions opened`);
  await Bun.sleep(heartbeatSeconds * 1000);

  tell(`${devices} sessions are open; ${samples} critical sites fail one after the other`);
  const callsOf = (owner: number) =>
    exchange.calls.filter(({ number }) => number === numberOf(owner));
  const delays: number[] = [];
  for (const [i, session] of fleet.sessions.slice(0, samples).entries()) {
    const writtenAt = performance.now();
    session.write(encodePowerDown(session.deviceId, ageMs));
    await until(() => callsOf(i)[0]?.state === 'ended', 30_000);
    delays.push((callsOf(i)[0]?.startedAt ?? Infinity) - writtenAt);
  }

  tell(`${together} critical sites fail at once`);
  const failing = fleet.sessions.slice(samples);
  const owners = failing.map((_, at) => samples + at);
  const fellAt = performance.now();
  for (const session of failing) session.write(encodePowerDown(session.deviceId, ageMs));
  const rounds = Math.ceil(together / linesAtOnce);
  const mostMs = 3 * rounds * (2 * listensMs + lineMs);
  await until(() => owners.every((owner) => callsOf(owner)[0]?.state === 'ended'), mostMs);
  await Bun.sleep(quietMs);
  const { errors } = await load.stop();
  if (errors + fleet.errors > 0) throw new Error(`${errors + fleet.errors} sessions were lost`);
  if (exchange.complaints.length > 0) throw new Error(exchange.complaints[0]);

  const all = owners.flatMap(callsOf);
  const [p50, worst] = [0.5, 1].map((q) => quantile(delays, q)) as [number, number];
  const longestMs = Math.max(...all.map(lengthOf));
  const allowedMs = rounds * (longestMs + lineMs) + (linesAtOnce - 1) * betweenMs;
  const allowedSeconds = allowedMs / 1000;
  const tookSeconds = (Math.max(...all.map(({ endedAt }) => endedAt ?? Infinity)) - fellAt) / 1000;
  const never = owners.filter((owner) => callsOf(owner).length === 0).length;
  const twice = owners.filter((owner) => callsOf(owner).length > 1).length;
  const most = mostAtOnce(all);
  return {
    title: 'From POWER_DOWN to a phone that rings',
    method:
      `${devices.toLocaleString('en-GB')} MQTT devices are connected and send a heartbeat every ` +
      `${heartbeatSeconds} s, with 100 events of each stored. ${samples} critical sites report ` +
      'POWER_DOWN one after the other, the threshold already over; measured from the write to the ' +
      'device’s socket to the INVITE at an exchange on this machine, with a baresip that starts and ' +
      `logs in in between. Then ${together} critical sites of as many owners fall at once, at ` +
      `${linesAtOnce} calls at a time; whoever answers presses 1 after ${listensMs / 1000} s. They may ` +
      `take ${rounds} times the longest call, with ${lineMs / 1000} s for each to log in and out, and ` +
      `the ${((linesAtOnce - 1) * betweenMs) / 1000} s in which the first ${linesAtOnce} begin.`,
    findings: [
      {
        what: 'POWER_DOWN → INVITE, worst',
        goal: `≤ ${goalSeconds} s`,
        measured: `${(worst / 1000).toFixed(2)} s (p50 ${(p50 / 1000).toFixed(2)})`,
        isMet: worst <= goalSeconds * 1000,
      },
      {
        what: `${together} owners, until the last has hung up`,
        goal: `≤ ${allowedSeconds.toFixed(0)} s`,
        measured: `${tookSeconds.toFixed(0)} s (longest call ${(longestMs / 1000).toFixed(1)} s)`,
        isMet: tookSeconds <= allowedSeconds,
      },
      {
        what: 'owners never called, and called twice',
        goal: '0, 0',
        measured: `${never}, ${twice}`,
        isMet: never === 0 && twice === 0,
      },
      {
        what: 'calls at a time, most',
        goal: `≤ ${linesAtOnce}`,
        measured: `${most}`,
        isMet: most <= linesAtOnce,
      },
    ],
  };
}

/** The first owners have a phone and a critical site, and nobody has anything else. */
function givePhones(databasePath: string, owners: number): void {
  const database = new Database(databasePath);
  try {
    database.run('DELETE FROM recipients WHERE customer_id > ?', [owners]);
    database.run(
      "UPDATE recipients SET channel = 'call', address = '+6681' || printf('%07d', customer_id - 1)",
    );
    database.run('UPDATE devices SET critical = 1 WHERE customer_id <= ?', [owners]);
  } finally {
    database.close();
  }
}

function lengthOf({ startedAt, endedAt }: SipCall): number {
  return (endedAt ?? Infinity) - startedAt;
}

function mostAtOnce(calls: readonly SipCall[]): number {
  const goOnAt = (at: number) =>
    calls.filter(({ startedAt, endedAt }) => startedAt <= at && at < (endedAt ?? Infinity)).length;
  return Math.max(...calls.map(({ startedAt }) => goOnAt(startedAt)));
}

/** Resolves at the latest after so long; what has not come by then is a finding. */
async function until(isSo: () => boolean, ms: number): Promise<void> {
  for (const startedAt = performance.now(); !isSo() && performance.now() - startedAt < ms; ) {
    await Bun.sleep(20);
  }
}

if (import.meta.main) await runBench(call);
