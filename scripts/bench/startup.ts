/**
 * From the start of the process to the ready line, with 10,000 devices and 1,000,000 events stored.
 *
 *   node_modules/.bin/bun scripts/bench/startup.ts [--quick] [--binary dist/faiwatch]
 *
 * The file is in the page cache, as after a restart of the service; the server was stopped cleanly before.
 * The walk through the whole file for damage goes on after the ready line; release 1.0.0 waited for it.
 */
import { statSync } from 'node:fs';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalMs = 200;
const eventsPerDevice = 100;

async function startup({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  const starts = isQuick ? 3 : 9;
  await using scene = await openScene('startup', {
    devices,
    devicesPerCustomer: 2,
    eventsPerDevice,
  });
  const fileMb = statSync(scene.databasePath).size / 1e6;

  const times: number[] = [];
  // The first start makes the administrator and warms the page cache; it does not count.
  for (let i = 0; i <= starts; i++) {
    const server = await startServer({
      binary,
      dataDir: scene.dataDir,
      env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ADMIN_PASSWORD: 'bench-only' },
    });
    await Bun.sleep(200);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${code}`);
    tell(`start ${i}: ${server.startMs.toFixed(0)} ms`);
    if (i > 0) times.push(server.startMs);
  }
  const events = (devices * eventsPerDevice).toLocaleString('en-GB');
  return {
    title: 'Start',
    method:
      `From exec to the ready line, ${devices.toLocaleString('en-GB')} devices and ${events} events ` +
      `stored (${fileMb.toFixed(0)} MB, in the page cache; walked through for damage after the ready ` +
      `line). Median of ${starts} starts, each after a clean stop.`,
    findings: [
      {
        what: 'start to ready',
        goal: `≤ ${goalMs} ms`,
        measured: `${median(times).toFixed(0)} ms`,
        isMet: median(times) <= goalMs,
      },
    ],
    table: formatTable(
      ['fastest ms', 'median ms', 'slowest ms'],
      [[Math.min(...times), median(times), Math.max(...times)].map(Math.round)],
    ),
  };
}

if (import.meta.main) await runBench(startup);
