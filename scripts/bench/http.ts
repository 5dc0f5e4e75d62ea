/**
 * HTTP heartbeats: FaiWatch's POST /api/device/v1/heartbeat (authenticated, validated, through the
 * state machine) against a bare route of Bun.serve that reads and parses the same bytes, alternating in one run.
 *
 *   node_modules/.bin/bun scripts/bench/http.ts [--quick] [--binary dist/faiwatch]
 */
import { startBareServer } from './lib/bare-server.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { runScript } from './lib/child-lines.ts';
import type { HttpLoadResult } from './lib/http-generator.ts';
import { formatTable, median } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goal = 0.9;
const connections = 64;

async function http({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const rounds = isQuick ? 1 : 7;
  const seconds = isQuick ? 2 : 4;
  await using scene = await openScene('http', { devices: connections });
  const bare = await startBareServer();
  scene.defer(() => bare.stop());
  const faiwatch = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_LOG_LEVEL: 'error',
      FAIWATCH_DEVICE_RATE: '1000000',
      FAIWATCH_DEVICE_BURST: '1000000',
    },
  });
  scene.defer(() => faiwatch.stop());

  const theirs: number[] = [];
  const ours: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    theirs.push(await measure('bare route', bare.port));
    ours.push(await measure('FaiWatch', faiwatch.http));
  }
  // Alternates round by round, so that other load on the machine falls on both.
  const ratio = median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN)));
  return {
    title: 'HTTP heartbeats',
    method:
      `${connections} keep-alive connections, one request at a time each, sent by a process of its ` +
      `own on the same machine; ${rounds} rounds of ${seconds} s, alternating. The reference is a route ` +
      'of Bun.serve in a process of its own that gets the same requests, reads and parses them, and ' +
      'does nothing else. The ratio is the median of those of the rounds.',
    findings: [
      {
        what: 'heartbeats, share of a bare route’s rate',
        goal: `≥ ${goal}`,
        measured: ratio.toFixed(3),
        isMet: ratio >= goal,
      },
    ],
    table: formatTable(
      ['bare route/s', 'FaiWatch heartbeats/s'],
      [[Math.round(median(theirs)), Math.round(median(ours))]],
    ),
  };

  /** One load; gives accepted heartbeats a second. */
  async function measure(name: string, port: number): Promise<number> {
    const result = (await runScript('http-generator.ts', [
      ...['--port', `${port}`, '--connections', `${connections}`, '--seconds', `${seconds}`],
      ...['--credentials', scene.credentialsPath],
    ])) as HttpLoadResult;
    tell(
      `${name.padEnd(12)} ${String(result.perSecond).padStart(8)}/s  generator used ${result.generatorCpu} of a core`,
    );
    if (Object.keys(result.otherStatuses).length > 0 || result.errors > 0) {
      throw new Error(
        `${name}: ${result.errors} connections failed, other answers: ${JSON.stringify(result.otherStatuses)}`,
      );
    }
    return result.perSecond;
  }
}

if (import.meta.main) await runBench(http);
