/**
 * A demonstration, `npm run demo`: a real server on temporary data, nine simulated devices, and an
 * outage of each kind within two minutes, told in plain words with every alert as it goes out.
 *
 *   bun scripts/demo.ts [--once] [--host HOST] [--port PORT]
 *
 * Runs until Ctrl-C. With `--once` it ends with the story: 0 when everything was as it should be, else 1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { acknowledgeOutages } from '../src/actions/alerts/acknowledge-outages.ts';
import { compareWithRecord } from '../src/cli/simulate/compare-with-record.ts';
import { RecordReader } from '../src/cli/simulate/read-record.ts';
import { Simulation } from '../src/cli/simulate/simulation.ts';
import { VirtualFleet } from '../src/cli/simulate/virtual-fleet.ts';
import { commandLine } from '../src/domain/people/actor.ts';
import { readClock } from '../src/server/clock.ts';
import { findMissing } from './demo/check-story.ts';
import { buildPagesIfMissing, type LogLine, startDemoServer } from './demo/demo-server.ts';
import { type DemoData, prepareData } from './demo/prepare-data.ts';
import { acknowledgedSite, demoCustomers, endOfStoryMs, planStory, scenes } from './demo/story.ts';
import { formatAlert, formatScene, makePaint } from './demo/terminal.ts';

/** How much longer than the story a run may take, in ms: sweeps, back-off, a slow machine. */
const patienceMs = 40_000;

const { values } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
  },
});
const { stdout } = process;
const paint = makePaint(stdout.isTTY && process.env['NO_COLOR'] === undefined);
const columns = () => Math.max(40, Math.min(stdout.columns || 100, 100));
const say = (text: string) => void stdout.write(text);

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupt.abort());
}

const workDir = mkdtempSync(join(tmpdir(), 'faiwatch-demo-'));
try {
  process.exitCode = await demonstrate(join(workDir, 'data'));
} finally {
  rmSync(workDir, { recursive: true, force: true });
}

/** @returns the exit code */
async function demonstrate(dataDir: string): Promise<number> {
  say(paint.dim('Starting …\n'));
  await buildPagesIfMissing();
  const data = await prepareData(dataDir);
  let startedMono = performance.now();
  const elapsedMs = () => performance.now() - startedMono;
  const server = await startDemoServer(dataDir, values.host, Number(values.port), (line) =>
    show(line, elapsedMs(), data),
  );
  let isServerDead = false;
  server.exited.then((code) => {
    if (interrupt.signal.aborted) return;
    isServerDead = true;
    say(paint.red(`\nThe server ended with ${code}.\n`));
    interrupt.abort();
  });
  const url = new URL(`http://${values.host === '0.0.0.0' ? 'localhost' : values.host}`);
  url.port = String(server.port);
  const plan = planStory();
  const fleet = new VirtualFleet({
    plan,
    credentials: data.credentials,
    servers: [new URL(`http://127.0.0.1:${server.port}`)],
    mqttUrl: null,
    transport: 'mqtt',
    intervalMs: null,
  });
  const simulation = new Simulation(plan, fleet);
  try {
    say(introduction(url, data));
    await simulation.bringOnline(30_000, interrupt.signal);
    startedMono = performance.now();
    const problems = await tellStory(simulation, dataDir, data, elapsedMs);
    if (isServerDead) return 1;
    if (values.once || interrupt.signal.aborted) return problems.length === 0 ? 0 : 1;
    say(
      `The devices go on sending heartbeats, and the pages stay open at ${paint.bold(url.href)}\nCtrl-C ends it and removes everything.\n`,
    );
    await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve));
    return isServerDead ? 1 : 0;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return isServerDead ? 1 : 0;
  } finally {
    interrupt.abort();
    say(paint.dim('\nCleaning up …\n'));
    await simulation.stop();
    data.store.close();
    await server.stop();
  }
}

/** @returns what was not as it should be, one sentence each */
async function tellStory(
  simulation: Simulation,
  dataDir: string,
  data: DemoData,
  elapsedMs: () => number,
): Promise<readonly string[]> {
  simulation.play();
  for (const scene of scenes) {
    await simulation.playUntil(scene.at * 1000, interrupt.signal);
    if (interrupt.signal.aborted) return [];
    say(formatScene(elapsedMs(), scene.text, columns(), paint));
    if (scene.acknowledge !== undefined) acknowledge(data, scene.acknowledge);
  }
  const sites = demoCustomers.flatMap((customer) => customer.sites.map((site) => site.name));
  const missing = () => findMissing(data.store, sites, acknowledgedSite);
  while (missing().length > 0 && elapsedMs() < endOfStoryMs() + patienceMs) {
    if (interrupt.signal.aborted) return [];
    await Bun.sleep(500);
  }
  const reader = new RecordReader(dataDir);
  const { heartbeatTimeout } = reader.settings();
  const { comparison } = await compareWithRecord(
    simulation,
    reader,
    simulation.startedAt,
    heartbeatTimeout * 1000,
  ).finally(() => reader.close());
  const problems = [...missing(), ...comparison.differences];
  say(conclusion(comparison.kinds.length, problems));
  return problems;
}

/** Does what the button below an alert does. */
function acknowledge({ store }: DemoData, siteName: string): void {
  const outage = store.sqlite
    .query<{ id: number; customerId: number }, [site: string]>(`
      SELECT o.id, o.customer_id AS customerId FROM outages o
      JOIN devices d ON d.id = o.device_row
      WHERE o.confirmed_at IS NULL AND d.site_name = ?`)
    .get(siteName);
  if (outage === null) return;
  const { id, customerId } = outage;
  const acknowledgement = { customerId, outageIds: [id], actor: commandLine };
  acknowledgeOutages({ runsIn: 'command', store }, acknowledgement, readClock());
}

/** Shows alerts as blocks, and of the rest only what should not happen. */
function show(line: LogLine, elapsedMs: number, data: DemoData): void {
  if (line.alert !== undefined) {
    const customerId = Number(line.to?.replace(/^customer:/, ''));
    const to = data.customers.find((customer) => customer.id === customerId)?.name ?? line.to ?? '';
    say(formatAlert(elapsedMs, to, line.alert, columns(), paint));
  } else if (line.level === 'error') {
    say(paint.red(`server: ${JSON.stringify(line)}\n`));
  }
}

function introduction(url: URL, { admin, customers }: DemoData): string {
  const { bold, dim } = paint;
  const keys = customers.map(
    ({ name, phone, activationKey }) => `            ${phone}  ${activationKey}  ${dim(name)}`,
  );
  return [
    '',
    bold('FaiWatch, a demonstration'),
    dim(
      'A real server on temporary data, and nine simulated devices over MQTT. No Telegram token is',
    ),
    dim('set, so alerts are shown here. It takes about three minutes.'),
    '',
    `  Pages     ${bold(url.href)}`,
    `  Admin     ${bold(new URL('/admin/login', url).href)}`,
    `            ${admin.username}  ${bold(admin.password)}`,
    `  Customers ${bold(new URL('/customer', url).href)}`,
    dim('            phone and activation key, as the bot’s /register takes them, too:'),
    ...keys,
    '',
  ].join('\n');
}

function conclusion(kinds: number, problems: readonly string[]): string {
  if (problems.length === 0) {
    return `\n${paint.green('✓')} ${kinds} kinds of outage: all recorded as they happened, all told, nothing told twice.\n`;
  }
  const lines = problems.map((problem) => `  ${paint.red('✗')} ${problem}`);
  return `\n${lines.join('\n')}\n`;
}
