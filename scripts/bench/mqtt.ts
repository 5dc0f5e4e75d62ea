/**
 * MQTT heartbeats, QoS 1: FaiWatch (authenticated, parsed, through the state machine) against bare
 * mosquitto, under the same generator, alternating in one run.
 *
 *   node_modules/.bin/bun scripts/bench/mqtt.ts [--quick] [--binary dist/faiwatch]
 *
 * The ratio depends on how many heartbeats of a session are unacknowledged at a time, because that
 * decides how many one read brings in. The goal is held against one, as boards behave, and the hardest
 * case: nothing is shared between messages. Ten are measured beside it.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { runScript } from './lib/child-lines.ts';
import { startMosquitto } from './lib/mosquitto.ts';
import type { MqttLoadResult } from './lib/mqtt-generator.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goal = 0.9;
const goalConnections = 500;
const goalWindow = 1;

interface Case {
  readonly connections: number;
  readonly window: number;
  /** PUBACKs a second, by round. */
  readonly theirs: number[];
  readonly ours: number[];
}

async function mqtt({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 2 : 4;
  const cases: Case[] = [goalWindow, 10].flatMap((window) =>
    [50, goalConnections].map((connections) => ({ connections, window, theirs: [], ours: [] })),
  );
  await using scene = await openScene('mqtt', { devices: goalConnections });
  const mosquitto = await startMosquitto();
  scene.defer(() => mosquitto.stop());
  const unlimited = '1000000';
  const faiwatch = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_LOG_LEVEL: 'error',
      FAIWATCH_DEVICE_RATE: unlimited,
      FAIWATCH_DEVICE_BURST: unlimited,
    },
  });
  scene.defer(() => faiwatch.stop());
  const port = faiwatch.mqtt;
  if (port === null) throw new Error('FaiWatch started no broker');

  for (let round = 1; round <= rounds; round++) {
    for (const one of cases) {
      one.theirs.push(await measure('mosquitto', mosquitto.port, one));
      one.ours.push(await measure('FaiWatch', port, one));
    }
  }
  const held = cases.find(
    ({ connections, window }) => connections === goalConnections && window === goalWindow,
  );
  const ratio = held === undefined ? Number.NaN : ratioOf(held);
  return {
    title: 'MQTT heartbeats',
    method:
      'QoS 1, raw sockets, sent by a process of its own on the same machine, alternating between ' +
      `Debian’s mosquitto (anonymous, no persistence, no subscriber) and FaiWatch; ${rounds} rounds ` +
      `of ${seconds} s. FaiWatch’s limit of messages per device is lifted for this. The goal is held ` +
      `against ${goalWindow} heartbeat of each session on its way, as boards send them. The ratio is ` +
      'the median of those of the rounds.',
    findings: [
      {
        what: `heartbeats over ${goalConnections} connections, share of mosquitto’s PUBACK rate`,
        goal: `≥ ${goal}`,
        measured: ratio.toFixed(2),
        isMet: ratio >= goal,
      },
    ],
    table: formatTable(
      ['connections', 'in flight each', 'mosquitto PUBACK/s', 'FaiWatch PUBACK/s', 'ratio'],
      cases.map((one) => [
        one.connections,
        one.window,
        Math.round(median(one.theirs)),
        Math.round(median(one.ours)),
        ratioOf(one).toFixed(2),
      ]),
    ),
  };

  async function measure(name: string, to: number, { connections, window }: Case): Promise<number> {
    const result = (await runScript('mqtt-generator.ts', [
      ...['--port', `${to}`, '--connections', `${connections}`, '--window', `${window}`],
      ...['--seconds', `${seconds}`, '--credentials', scene.credentialsPath],
    ])) as MqttLoadResult;
    tell(
      `${name.padEnd(9)} ${connections} × ${window}  ${String(result.perSecond).padStart(8)}/s  generator used ${result.generatorCpu} of a core`,
    );
    if (result.errors > 0) {
      throw new Error(`${name} refused or lost ${result.errors} of ${connections} sessions`);
    }
    return result.perSecond;
  }
}

/** Alternates round by round, so that other load on the machine falls on both. */
function ratioOf({ theirs, ours }: Case): number {
  return median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN)));
}

if (import.meta.main) await runBench(mqtt);
