import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { faiwatchCommand } from '../../../tests/support/faiwatch-command.ts';
import { parseOutageOption } from './outage-option.ts';
import { runSimulation, type SimulateRequest } from './run-simulation.ts';

/** Whole simulations against the real server in a process of its own, over real sockets. */
const repositoryDir = join(import.meta.dir, '..', '..', '..');
const workDir = mkdtempSync(join(tmpdir(), 'faiwatch-simulate-'));
const dataDir = join(workDir, 'data');
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('FAIWATCH_')),
);
let server: ReturnType<typeof startServer>;
let url: URL;

function startServer() {
  return Bun.spawn(
    [
      ...[...faiwatchCommand(), 'serve', '--data', dataDir, '--host', '127.0.0.1'],
      ...['--port', '0', '--mqtt-port', '0'],
    ],
    { cwd: repositoryDir, env: environment, stdout: 'pipe', stderr: 'ignore' },
  );
}

beforeAll(async () => {
  server = startServer();
  for await (const chunk of server.stdout) {
    const ready = z.object({ http: z.int() }).parse(JSON.parse(new TextDecoder().decode(chunk)));
    url = new URL(`http://127.0.0.1:${ready.http}`);
    return;
  }
}, 60_000);

afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  rmSync(workDir, { recursive: true, force: true });
});

const lines: string[] = [];
const simulate = (request: Partial<SimulateRequest>) =>
  runSimulation(
    {
      devices: 3,
      firmware: null,
      servers: [url],
      mqttUrl: null,
      transport: 'mqtt',
      outages: [],
      durationMs: 500,
      intervalMs: 500,
      seed: 'e2e',
      keysFile: null,
      data: dataDir,
      phone: null,
      ...request,
    },
    { write: (text) => void lines.push(text), isTerminal: false },
    new AbortController().signal,
  );

// Two that take seconds of their own.
test.concurrent('over MQTT, what was simulated is what the server recorded', async () => {
  const { stats, outcome } = await simulate({
    devices: 6,
    outages: ['mains-sensed@0+2', 'flapping:2@0.2+3', 'crash-loop@0+1', 'network@0+1'].map(
      parseOutageOption,
    ),
    durationMs: 3_500,
  });
  expect(stats).toMatchObject({ devices: 6, online: 6, errors: 0, drops: 0, waitingReports: 0 });
  expect(outcome).toMatchObject({
    comparison: {
      kinds: [
        { kind: 'mains-sensed', simulated: 1, recorded: 1, matching: 1 },
        { kind: 'network', simulated: 1, recorded: 0 },
        { kind: 'crash-loop', simulated: 1, recorded: 0 },
        { kind: 'flapping', simulated: 2, recorded: 2, matching: 2 },
      ],
      reports: { acknowledged: 10, stored: 10 },
      unnoticeable: 2,
      differences: [],
    },
  });
  expect(lines.join('')).toContain('outage: 2 × flapping for 3 s');
}, 60_000);

const run = async (...args: string[]) => {
  const child = Bun.spawn([...faiwatchCommand(), ...args, '--data', dataDir], {
    ...{ cwd: repositoryDir, env: environment, stderr: 'ignore' },
  });
  const stdout = await new Response(child.stdout).text();
  return { exitCode: await child.exited, stdout };
};
const keysFile = join(workDir, 'keys.csv');
const createKeys = (count: number, csv: string) =>
  run('keys', 'create', '--count', String(count), '--type', 'key_only', '--csv', csv);

test.concurrent('the command over HTTP with keys from a file prints its summary and exits with 0', async () => {
  expect((await createKeys(3, keysFile)).exitCode).toBe(0);
  const { exitCode, stdout } = await run(
    ...['simulate', '--devices', '3', '--server', url.href, '--http', '--keys', keysFile],
    ...['--phone', '081-234-5678', '--outage', 'mains-sensed:100%@0+1', '--duration', '1.5'],
    ...['--seed', 'http', '--json'],
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    seed: 'http',
    devices: 3,
    errors: 0,
    reports_acknowledged: 6,
    reports_stored: 6,
    compared: true,
    ok: true,
    outages: [{ kind: 'mains-sensed', simulated: 3, recorded: 3, matching: 3 }],
    differences: [],
  });
}, 60_000);

test('a seed that was used before is refused, for its reports would count as repeats', async () => {
  await expect(simulate({ devices: 6 })).rejects.toThrow('seed e2e was used on this server before');
});

test('a key that is in use ends it with the server’s own words', async () => {
  await expect(simulate({ seed: 'again', keysFile, phone: '+66812345678' })).rejects.toThrow(
    /the server refused fw-\w+: KEY_IN_USE/,
  );
});

test('too few keys in the file are named before anything starts', async () => {
  const file = join(workDir, 'none.txt');
  writeFileSync(file, 'not-a-key\n');
  await expect(simulate({ seed: 'few', keysFile: file })).rejects.toThrow('has 0 keys, 3 are');
});

test('without a readable data directory a simulation runs and says that nothing was compared', async () => {
  const file = join(workDir, 'one.csv');
  expect((await createKeys(1, file)).exitCode).toBe(0);
  const data = join(workDir, 'elsewhere');
  const { outcome } = await simulate({
    devices: 1,
    seed: 'elsewhere',
    keysFile: file,
    data,
    durationMs: 100,
  });
  expect(outcome).toEqual({ leftOut: `there is no database in ${data}` });
}, 60_000);
