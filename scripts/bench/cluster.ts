/**
 * How long a board waits until its report is acknowledged, and its heartbeat, on one machine and on a cluster of
 * two machines and three servers of NATS, all on this machine.
 *
 *   node_modules/.bin/bun scripts/bench/cluster.ts [--quick] --binary dist/faiwatch
 */
import { join, resolve } from 'node:path';
import { startNats } from '../../tests/cluster/nats.ts';
import { TestNode } from '../../tests/cluster/nodes.ts';
import { Board } from '../../tests/e2e/board.ts';
import { MqttDevice } from '../../tests/e2e/mqtt-device.ts';
import { waitFor } from '../../tests/e2e/wait-for.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { quantile } from './lib/report.ts';
import { openScene, type Scene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalMs = 25;
const devices = 100;
/** Between one report and the next. */
const pauseMs = 20;

interface Delays {
  readonly reports: number[];
  readonly beats: number[];
}

async function measure(scene: Scene, port: number, samples: number): Promise<Delays> {
  const connected: MqttDevice[] = [];
  for (const credential of scene.credentials) {
    const device = new MqttDevice(new Board(credential), { port });
    await device.connects();
    await device.beats();
    connected.push(device);
  }
  const delays: Delays = { reports: [], beats: [] };
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const since = performance.now();
    await work();
    into.push(performance.now() - since);
  };
  for (let i = 0; i < samples; i += 1) {
    const device = connected[i % devices] as MqttDevice;
    const isUp = device.board.power === 'UP';
    await timed(delays.beats, () => device.beats());
    await timed(delays.reports, () => (isUp ? device.losesMains() : device.regainsMains()));
    await Bun.sleep(pauseMs);
  }
  for (const device of connected) device.leaves();
  return delays;
}

async function openBenchScene(name: string): Promise<Scene> {
  return openScene(name, { devices, firstChatId: 900_000_000 });
}

async function measureOne(binary: string | undefined, samples: number): Promise<Delays> {
  await using scene = await openBenchScene('one');
  const env = { FAIWATCH_LOG_LEVEL: 'error' };
  const server = await startServer({ binary, dataDir: scene.dataDir, env });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  return await measure(scene, server.mqtt, samples);
}

async function measureCluster(binary: string, samples: number): Promise<Delays> {
  await using scene = await openBenchScene('cluster');
  const home = { dir: scene.directory, binary: resolve(binary) };
  const nats = await startNats(scene.directory);
  scene.defer(() => Promise.all(nats.map((server) => server.end())));
  const env = { ...process.env, FAIWATCH_LOG_LEVEL: 'error' };
  const make = (name: string, dataDir: string) => TestNode.make({ home, nats, env, name, dataDir });
  const leader = await make('leader', scene.dataDir);
  const follower = await make('follower', join(scene.directory, 'follower'));
  for (const node of [leader, follower]) scene.defer(() => node.kill());
  leader.start();
  await waitFor('leader', () => leader.leads());
  follower.start();
  await Bun.sleep(3_000);
  return await measure(scene, leader.mqtt, samples);
}

async function cluster({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  if (binary === undefined) throw new Error('a cluster is measured with an executable: --binary');
  const samples = isQuick ? 300 : 2_000;
  const one = await measureOne(binary, samples);
  tell('one machine is measured');
  const several = await measureCluster(binary, samples);
  const show = (delays: readonly number[]) => {
    const [p50, p95, p99, worst] = [0.5, 0.95, 0.99, 1].map((q) => quantile(delays, q).toFixed(1));
    return `${p99} ms (p50 ${p50}, p95 ${p95}, worst ${worst})`;
  };
  return {
    title: 'A report that is on more than one machine',
    method:
      `${devices} MQTT devices; one after the other beats and reports, ${samples} times. On one machine, then on ` +
      'a cluster of two with three servers of NATS 2.9.10, all on this machine: with the leader’s own sync of the ' +
      'disk, and those of a follower and of the servers beside it.',
    findings: [
      {
        what: 'report acknowledged in a cluster, p99',
        goal: `≤ ${goalMs} ms`,
        measured: `${show(several.reports)}; on one machine ${show(one.reports)}`,
        isMet: quantile(several.reports, 0.99) <= goalMs,
      },
      {
        what: 'heartbeat acknowledged in a cluster, p50',
        goal: 'as on one machine',
        measured: `${show(several.beats)}; on one machine ${show(one.beats)}`,
        isMet: quantile(several.beats, 0.5) <= quantile(one.beats, 0.5) * 1.2,
      },
    ],
  };
}

if (import.meta.main) await runBench(cluster);
