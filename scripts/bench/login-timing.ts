/**
 * Whether the time a refused log-in takes tells a known account from an unknown one.
 *
 *   node_modules/.bin/bun scripts/bench/login-timing.ts [--quick] [--binary dist/faiwatch]
 *
 * Pairs of requests that differ only in what is known are sent in random order over one connection;
 * the reference is the same request against itself. Each account is tried a few times only, from an
 * address of its own, so that the limits and their growing delays stay out of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { insertAdmin } from '../../src/store/people/admins.ts';
import { type BenchOptions, type BenchReport, type Finding, runBench, tell } from './lib/bench.ts';
import { rankTest } from './lib/rank-test.ts';
import { formatTable, median } from './lib/report.ts';
import { startServer } from './lib/server.ts';

const goalZ = 3.29;
const triesPerAccount = 3;

interface Login {
  readonly path: string;
  readonly body: object;
}

/** Two kinds of failing log-ins, which must look alike. */
interface Pair {
  readonly what: string;
  readonly samples: number;
  known(n: number): Login;
  unknown(n: number): Login;
}

const phoneOf = (n: number) => `08${String(10_000_000 + n)}`;
const unknownPhoneOf = (n: number) => `09${String(10_000_000 + n)}`;

async function loginTiming({ binary, isQuick }: BenchOptions): Promise<BenchReport> {
  const dataDir = await mkdtemp(
    join(process.env['BENCH_DIR'] ?? '/var/tmp', 'faiwatch-bench-login-'),
  );
  try {
    const people = isQuick ? 100 : 2_000;
    const admins = isQuick ? 20 : 60;
    const keys = await seed(dataDir, people, admins);
    const server = await startServer({
      binary,
      dataDir,
      env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_TRUST_PROXY: '1' },
    });
    try {
      const findings: Finding[] = [];
      const rows: (string | number)[][] = [];
      for (const pair of describePairs(keys, people, admins)) {
        tell(pair.what);
        const measured = await measure(`http://127.0.0.1:${server.http}`, pair);
        findings.push(measured.finding);
        rows.push(measured.row);
      }
      return {
        title: 'What the time of a refused log-in tells',
        method:
          'Failing log-ins over one connection to the running service, in random order: half of an ' +
          'account, phone or key that exists, half of one that does not. The figure is the z of a ' +
          'Mann-Whitney test; chance alone passes 3.29 once in a thousand. The reference, from the ' +
          'same run, is one kind against itself.',
        findings,
        table: formatTable(
          ['pair', 'samples each', 'known, median ms', 'unknown, median ms', 'z', 'z of itself'],
          rows,
        ),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @returns one key of each customer */
async function seed(dataDir: string, people: number, admins: number): Promise<readonly string[]> {
  const store = openStore(databasePath(dataDir), { migrationsDir: 'drizzle' });
  const now = { wallMs: Date.now(), monoMs: 0 };
  const actor = { name: 'bench', address: null };
  const context = { runsIn: 'command', store, settings: defaultSettings } as const;
  const keys = Array.from({ length: people }, (_, n) => {
    const order = { count: 1, purchaseType: 'key_only', deviceType: null } as const;
    return createKeys(context, { ...order, phone: phoneOf(n) }, actor, now)[0] ?? '';
  });
  const hash = await Bun.password.hash('nobody knows this', 'argon2id');
  for (let n = 0; n < admins; n += 1) {
    const admin = { username: `known-${n}`, passwordHash: hash, role: 'owner' } as const;
    insertAdmin(store, admin, now.wallMs);
  }
  store.close();
  return keys;
}

function describePairs(keys: readonly string[], people: number, admins: number): Pair[] {
  const customer = (phone: string, activationKey: string): Login => ({
    path: '/api/auth/customer-login',
    body: { phone, activationKey },
  });
  const account = (n: number) => Math.floor(n / triesPerAccount);
  const noKey = '00000-00000-00000-00000';
  const half = people / 2;
  const quarter = people / 4;
  return [
    {
      what: 'username of an administrator',
      samples: admins * triesPerAccount,
      known: (n) => login(`known-${account(n)}`),
      unknown: (n) => login(`other-${account(n)}`),
    },
    {
      what: 'phone of a customer',
      samples: half * triesPerAccount,
      known: (n) => customer(phoneOf(account(n)), noKey),
      unknown: (n) => customer(unknownPhoneOf(account(n)), noKey),
    },
    {
      what: 'activation key of somebody else',
      samples: quarter * triesPerAccount,
      known: (n) => customer(phoneOf(half + account(n)), keys[account(n)] ?? ''),
      unknown: (n) => customer(phoneOf(half + quarter + account(n)), noKey),
    },
  ];
}

function login(username: string): Login {
  return { path: '/api/auth/login', body: { username, password: 'not the password' } };
}

async function measure(url: string, pair: Pair) {
  const known: number[] = [];
  const unknown: number[] = [];
  const order = Array.from({ length: pair.samples }, (_, n) => n).flatMap((n) =>
    Math.random() < 0.5 ? [pair.known(n), pair.unknown(n)] : [pair.unknown(n), pair.known(n)],
  );
  const isKnown = new Set(
    Array.from({ length: pair.samples }, (_, n) => JSON.stringify(pair.known(n))),
  );
  for (const [index, one] of order.entries()) {
    const ms = await time(url, one, index);
    (isKnown.has(JSON.stringify(one)) ? known : unknown).push(ms);
  }
  const z = rankTest(known, unknown);
  const itself = rankTest(
    known.filter((_, n) => n % 2 === 0),
    known.filter((_, n) => n % 2 === 1),
  );
  return {
    finding: {
      what: `${pair.what}: known against unknown, |z|`,
      goal: `< ${goalZ}`,
      measured: Math.abs(z).toFixed(2),
      isMet: Math.abs(z) < goalZ,
    },
    row: [pair.what, known.length, median(known), median(unknown), z, itself],
  };
}

/** @returns ms until the answer was there */
async function time(url: string, { path, body }: Login, index: number): Promise<number> {
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const text = JSON.stringify(body);
  const began = performance.now();
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: text,
  });
  await answer.arrayBuffer();
  const ms = performance.now() - began;
  if (answer.status !== 401) throw new Error(`A log-in was answered with ${answer.status}`);
  return ms;
}

if (import.meta.main) await runBench(loginTiming);
