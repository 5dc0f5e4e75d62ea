/**
 * What one node holds: 100,000 devices and 1,000,000 events stored, and as many sessions as one process may
 * have open files.
 *
 *   node_modules/.bin/bun scripts/bench/scale.ts [--quick | --nightly] [--binary dist/faiwatch]
 *
 * `--nightly` stores 10,000,000 events.
 */
import { Database } from 'bun:sqlite';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSessionSecret } from '../../src/installation/session-secret.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startMessenger } from './lib/messenger.ts';
import { startMqttLoad } from './lib/mqtt-load.ts';
import { readMemory } from './lib/process-stats.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene, type Scene } from './lib/scene.ts';
import { writeCredentials } from './lib/seed.ts';
import { type RunningServer, startServer } from './lib/server.ts';
import { openSessions } from './lib/session-tokens.ts';
import { alertCounter, startStormLoad } from './lib/storm-load.ts';

const goals = { startSeconds: 3, listMs: 300, sessionKb: 12, stormSeconds: 10, allGb: 1.5 };
const sessionsOfGoal = 100_000;
const firstChatId = 900_000_000;
/** Files that the server leaves to all but MQTT. */
const otherFiles = 2_000;
/** Of its connections, the share that may come through this machine. */
const loopbackShare = 0.8;
const beatSeconds = 10;
/** Of each list, one after the other. */
const requests = 10;
const lists = [
  '/api/devices',
  '/api/devices?q=9999',
  '/api/customers',
  '/api/customers?q=9999',
  '/api/keys',
  '/api/events',
  '/api/outages',
  '/api/notifications',
  '/api/dashboard/stats',
];

async function scale(options: BenchOptions): Promise<BenchReport> {
  const { binary, isQuick, isNightly } = options;
  const devices = isQuick ? 5_000 : 100_000;
  const eventsPerDevice = isNightly ? 100 : 10;
  const most = Math.min(devices, Math.floor((openFileLimit() - otherFiles) * loopbackShare));
  const steps = isQuick ? [1_000, 2_000] : [Math.round(most / 2), most];
  await using scene = await openScene('scale', {
    devices,
    firstChatId,
    thresholdSeconds: 5,
    eventsPerDevice,
  });
  const messenger = await startMessenger(`${scene.directory}/sent.jsonl`);
  scene.defer(() => messenger.stop());
  const start = () =>
    startServer({
      binary,
      dataDir: scene.dataDir,
      // More sessions than one address has ports for come to several.
      args: ['--host', '0.0.0.0'],
      readyTimeoutMs: 60_000,
      env: {
        ...messenger.env,
        FAIWATCH_LOG_LEVEL: 'error',
        FAIWATCH_ADMIN_PASSWORD: 'bench-only',
        // Those of one load may not all have ended when the next begins.
        FAIWATCH_MQTT_CONNECTIONS: String(2 * devices),
      },
    });

  const starts: number[] = [];
  for (let i = 0; i <= 2; i++) {
    const once = await start();
    tell(`start ${i}: ${once.startMs.toFixed(0)} ms`);
    // The first makes the administrator.
    if (i > 0) starts.push(once.startMs);
    await once.stop();
  }
  const server = await start();
  scene.defer(() => server.stop());
  const memory = await measureSessions(scene, server, steps);
  const asked = await timeLists(scene, server);
  for (const { path, p50, worst, cpuMs } of asked) {
    tell(`${path}: ${p50.toFixed(0)} ms, worst ${worst.toFixed(0)}, processor ${cpuMs.toFixed(0)}`);
  }
  const storm = await strike(scene, server, most);
  const sessionKb = slopeOf(memory) / 1000;
  const baseMb = memory[0]?.mb ?? 0;
  const allGb = (baseMb + (sessionKb * sessionsOfGoal) / 1000) / 1000;
  const worstList = Math.max(...asked.map(({ p50 }) => p50));
  const cpuOfAll = (memory.at(-1)?.cores ?? 0) * (sessionsOfGoal / most);
  const count = (value: number) => value.toLocaleString('en-GB');
  return {
    title: `${count(devices)} devices on one node`,
    method:
      `${count(devices)} devices of as many owners, ${count(devices * eventsPerDevice)} events ` +
      `(${(statSync(scene.databasePath).size / 1e6).toFixed(0)} MB). ${count(most)} sessions are the most ` +
      `that were open, since a process here may have ${count(openFileLimit())} open files; what is said of ` +
      `${count(sessionsOfGoal)} is that in a straight line. Start: the mean of 2. Lists: ${requests} requests one after ` +
      'the other.',
    findings: [
      finding('start to ready', goals.startSeconds, median(starts) / 1000, 's'),
      finding('slowest list of the console, median', goals.listMs, worstList, 'ms'),
      finding('memory of a session', goals.sessionKb, sessionKb, 'kB'),
      finding(`memory with ${count(sessionsOfGoal)} sessions`, goals.allGb, allGb, 'GB'),
      finding(
        `all of ${count(most)} lose mains: first publish → all alerts queued`,
        (goals.stormSeconds * most) / sessionsOfGoal,
        storm.seconds,
        's',
      ),
    ],
    table: [
      formatTable(
        ['sessions', 'resident MB', 'cores, a heartbeat of each every 10 s'],
        memory.map(({ sessions, mb, cores }) => [sessions, Math.round(mb), cores]),
      ),
      `For ${count(sessionsOfGoal)} sessions that is ${cpuOfAll.toFixed(2)} cores. Until all alerts of the loss ` +
        `were queued, the server took ${storm.cpuSeconds.toFixed(2)} s of a core.`,
      formatTable(
        ['list', 'p50 ms', 'worst ms', 'ms of a core'],
        asked.map(({ path, p50, worst, cpuMs }) => [`\`${path}\``, p50, worst, cpuMs]),
      ),
    ].join('\n\n'),
  };
}

function finding(what: string, goal: number, measured: number, unit: string) {
  return {
    what,
    goal: `≤ ${Number(goal.toFixed(2))} ${unit}`,
    measured: `${Number(measured.toFixed(measured < 10 ? 2 : 0))} ${unit}`,
    isMet: measured <= goal,
  };
}

/** Soft limit of this process, which its children inherit. */
function openFileLimit(): number {
  const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return Number(line?.[1] ?? 1_024);
}

async function timeLists(scene: Scene, server: RunningServer) {
  const secret = loadSessionSecret({ data: scene.dataDir, jwt_secret: undefined });
  const [token = ''] = await openSessions(scene.databasePath, secret, 'admin', [1]);
  const headers = { Authorization: `Bearer ${token}` };
  const asked: { path: string; p50: number; worst: number; cpuMs: number }[] = [];
  for (const path of lists) {
    const times: number[] = [];
    const before = readCpuSeconds(server.pid);
    for (let i = 0; i < requests; i++) {
      const from = performance.now();
      const answer = await fetch(`http://127.0.0.1:${server.http}${path}`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      times.push(performance.now() - from);
    }
    const cpuMs = ((readCpuSeconds(server.pid) - before) * 1000) / requests;
    asked.push({ path, p50: median(times), worst: Math.max(...times), cpuMs });
  }
  return asked;
}

interface Held {
  readonly sessions: number;
  readonly mb: number;
  /** Of the server, while each session sends a heartbeat every ten seconds. */
  readonly cores: number;
}

/** Opens more and more sessions, and looks at the server in between. */
async function measureSessions(
  scene: Scene,
  server: RunningServer,
  steps: readonly number[],
): Promise<Held[]> {
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  await Bun.sleep(5_000);
  const held: Held[] = [{ sessions: 0, mb: readMemory(server.pid).residentMb, cores: 0 }];
  const loads: { stop(): Promise<unknown> }[] = [];
  let open = 0;
  for (const step of steps) {
    const credentialsPath = join(scene.directory, `${step}.jsonl`);
    writeCredentials(credentialsPath, scene.credentials.slice(open, step));
    const connections = step - open;
    const load = await startMqttLoad({
      port: server.mqtt,
      connections,
      credentialsPath,
      intervalSeconds: beatSeconds,
    });
    loads.push(load);
    if (load.connections !== connections) throw new Error(`Only ${load.connections} opened`);
    open = step;
    await Bun.sleep(beatSeconds * 1000);
    const before = readCpuSeconds(server.pid);
    await Bun.sleep(beatSeconds * 1000);
    const cores = (readCpuSeconds(server.pid) - before) / beatSeconds;
    held.push({ sessions: open, mb: readMemory(server.pid).residentMb, cores });
    tell(`${open} sessions: ${held.at(-1)?.mb.toFixed(0)} MB, ${cores.toFixed(2)} cores`);
  }
  for (const load of loads) await load.stop();
  // The end of so many sessions is work, too.
  await Bun.sleep(beatSeconds * 1000);
  return held;
}

/** utime and stime of proc(5), in ticks of 10 ms. */
function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Bytes a session, by least squares. */
function slopeOf(held: readonly Held[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(held.map(({ sessions }) => sessions));
  const y = mean(held.map(({ mb }) => mb));
  const over = held.reduce((sum, { sessions, mb }) => sum + (sessions - x) * (mb - y), 0);
  const under = held.reduce((sum, { sessions }) => sum + (sessions - x) ** 2, 0);
  return (over / under) * 1e6;
}

/** All of so many devices lose mains at once. @returns what passed until each had its alert queued */
async function strike(
  scene: Scene,
  server: RunningServer,
  connections: number,
): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  const load = await startStormLoad({
    port: server.mqtt,
    connections,
    credentialsPath: scene.credentialsPath,
    ageMs: 10_000,
  });
  const database = new Database(scene.databasePath, { readonly: true });
  const countQueued = alertCounter(database, connections);
  const before = readCpuSeconds(server.pid);
  let cpuSeconds = 0;
  const { queuedSeconds } = await load.strike(() => {
    cpuSeconds = readCpuSeconds(server.pid) - before;
    return countQueued();
  });
  database.close();
  await load.stop();
  return { seconds: queuedSeconds, cpuSeconds };
}

if (import.meta.main) await runBench(scale);
