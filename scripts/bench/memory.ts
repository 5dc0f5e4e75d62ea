/**
 * Memory of the server: just started, and with 10,000 idle MQTT sessions.
 *
 *   node_modules/.bin/bun scripts/bench/memory.ts [--quick] [--binary dist/faiwatch]
 *
 * Resident memory as the kernel tells it (VmRSS), the pages of the executable included.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startMqttLoad } from './lib/mqtt-load.ts';
import { readMemory } from './lib/process-stats.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { type RunningServer, startServer } from './lib/server.ts';

const idleGoalMb = 75;
const sessionsGoalMb = 160;

async function memory({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const sessions = isQuick ? 2_000 : 10_000;
  const seconds = isQuick ? 5 : 30;

  const fresh = await measureIdle(binary, 0, seconds);
  tell(`idle: ${fresh.mb.toFixed(0)} MB`);
  const full = await measureIdle(binary, sessions, seconds);
  tell(`idle, ${sessions} devices enrolled: ${full.mb.toFixed(0)} MB`);

  await using scene = await openScene('memory', { devices: sessions });
  const server = await startServer({ binary, dataDir: scene.dataDir, env: quiet });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  const load = await startMqttLoad({
    port: server.mqtt,
    connections: sessions,
    credentialsPath: scene.credentialsPath,
  });
  scene.defer(() => load.stop());
  const mb = await watch(server, seconds);
  const { peakMb } = readMemory(server.pid);
  const { errors } = await load.stop();
  if (load.connections !== sessions || errors > 0) {
    throw new Error(`${load.connections} of ${sessions} sessions opened, ${errors} failed`);
  }

  const count = sessions.toLocaleString('en-GB');
  return {
    title: 'Memory',
    method:
      `VmRSS, the median of ${seconds} looks in as many seconds, shared pages of the executable ` +
      'included. A session is one authenticated device that has subscribed to its commands.',
    findings: [
      {
        what: 'idle, freshly installed',
        goal: `≤ ${idleGoalMb} MB`,
        measured: `${fresh.mb.toFixed(0)} MB`,
        isMet: fresh.mb <= idleGoalMb,
      },
      {
        what: `${count} idle MQTT sessions`,
        goal: `≤ ${sessionsGoalMb} MB`,
        measured: `${mb.toFixed(0)} MB`,
        isMet: mb <= sessionsGoalMb,
      },
    ],
    table: formatTable(
      ['state', 'resident MB', 'peak MB'],
      [
        ['freshly installed', Math.round(fresh.mb), Math.round(fresh.peakMb)],
        [`${count} devices enrolled, none connected`, Math.round(full.mb), Math.round(full.peakMb)],
        [`${count} idle sessions`, Math.round(mb), Math.round(peakMb)],
      ],
    ),
  };
}

const quiet = { FAIWATCH_LOG_LEVEL: 'error' };

async function measureIdle(binary: string | undefined, devices: number, seconds: number) {
  await using scene = await openScene('memory', { devices });
  const server = await startServer({ binary, dataDir: scene.dataDir, env: quiet });
  scene.defer(() => server.stop());
  const mb = await watch(server, seconds);
  return { mb, peakMb: readMemory(server.pid).peakMb };
}

/** Resident MB, once it has settled. */
async function watch(server: RunningServer, seconds: number): Promise<number> {
  await Bun.sleep(5000);
  const looks: number[] = [];
  for (let i = 0; i < seconds; i++) {
    looks.push(readMemory(server.pid).residentMb);
    await Bun.sleep(1000);
  }
  return median(looks);
}

if (import.meta.main) await runBench(memory);
