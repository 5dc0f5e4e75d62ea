/**
 * What SQLite does for each statement that a call makes: none goes through a table that grows. Only
 * that a statement is bounded by an index shows here; that lists go along it in short steps is tested
 * beside them, and how long a step takes is measured by scripts/bench/lists.ts.
 */
import { afterAll, expect, spyOn, test } from 'bun:test';
import { SqliteFile } from '../../src/store/engine/open.ts';
import { openTestStore } from '../support/monitor.ts';
import { ApiWorld, type Call, callers, readCalls } from './world.ts';

/** A few rows, however many customers and devices there are. */
const smallTables = [
  'admins',
  // Each made by an operator for a program, and revoked by hand.
  'api_tokens',
  // Few, as each stands for outages of many sites.
  'area_outages',
  'firmware_images',
  // At most a hundred of an installation.
  'home_brokers',
  // Good for minutes, and then removed.
  'messenger_links',
  'meta',
  'observation_gaps',
  // Typed by the owner.
  'operator_recipients',
  'passkeys',
  'recovery_codes',
  'settings',
  'sqlite_master',
  'sqlite_sequence',
  // At most two thousand of an installation.
  'status_subscriptions',
];

/** What else may be gone through, by words of the statement. */
const allowed: readonly (readonly [words: string, because: string])[] = [
  [
    'FROM outages INDEXED BY outages_one_open',
    'open ones, by their own index, and not all of them',
  ],
  ['FROM firmware_targets t', 'single devices that the operator has named'],
  ['FROM firmware_failures GROUP BY image_id', 'what images have failed on is seldom, and removed'],
  ["k.standing = 'questioned' AND ?1 IS NULL LIMIT ?2", 'by its own index, no more than are shown'],
  ['FROM ( SELECT beat.id', 'of those found before, as many as are wanted of a device'],
  ['SELECT id FROM devices ORDER BY id DESC LIMIT ?', 'by row number, as many as are shown'],
  ['where (1 = 0', 'nothing at all'],
  ['where false', 'nothing at all'],
  ['and false', 'nothing at all'],
];

/** Whose statement it is: that of a call, of the server's start, or of a test. */
function isOfServer(): boolean {
  const frames = new Error().stack?.split('\n') ?? [];
  const own = frames.find(
    (line) => /\/(src|tests)\//.test(line) && !line.includes(import.meta.file),
  );
  const isOfStart = frames.some((line) => /migrateStore|loadFleet/.test(line));
  return own?.includes('/src/') === true && !isOfStart;
}

const statements = new Set<string>();
const { prepare, query } = SqliteFile.prototype;
const spies = [
  spyOn(SqliteFile.prototype, 'prepare').mockImplementation(function (this: SqliteFile, sql) {
    if (!statements.has(sql) && isOfServer()) statements.add(sql);
    return prepare.call(this, sql);
  } as typeof prepare),
  spyOn(SqliteFile.prototype, 'query').mockImplementation(function (this: SqliteFile, sql) {
    if (!statements.has(sql) && isOfServer()) statements.add(sql);
    return query.call(this, sql);
  } as typeof query),
];
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

/** A call without a query, with each value of each of its fields, and with each two of them. */
function* queriesOf({ operation }: Call): Generator<string> {
  const fields = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema, example }) => {
      const values = (typeof schema === 'object' ? schema.enum : undefined) ?? [example];
      return values.map((value) => [name, String(value)]);
    });
  yield '';
  for (const [i, one] of fields.entries()) {
    yield `?${new URLSearchParams([one])}`;
    for (const other of fields.slice(i + 1)) {
      if (other[0] !== one[0]) yield `?${new URLSearchParams([one, other])}`;
    }
  }
}

/** What a plan goes through from one end to the other, by the names that the statement gives. */
function scansOf(plan: readonly string[]): string[] {
  return plan.flatMap((detail) => {
    const [, name = ''] = /^SCAN (\w+)(?! VIRTUAL)\b/.exec(detail) ?? [];
    return name === '' || name === 'CONSTANT' || detail.includes('VIRTUAL TABLE') ? [] : [name];
  });
}

const calls = await readCalls();

test('no call goes through a table that grows', async () => {
  for (const call of calls) {
    const role = callers[call.operation['x-access']];
    const { world, token } = await ApiWorld.shared(role);
    const writes = world.countWrites();
    const body = call.operation.requestBody?.content['application/json']?.example;
    const path = world.fill(call.path);
    for (const asked of queriesOf(call))
      await world.http.call(call.method, path + asked, token, body);
    if (call.method !== 'GET' && world.countWrites() !== writes) ApiWorld.abandon(role);
  }
  expect(statements.size).toBeGreaterThan(150);

  const { sqlite } = openTestStore();
  const found: string[] = [];
  for (const text of statements) {
    const flat = text.replace(/\s+/g, ' ').trim();
    if (!/^(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(flat)) continue;
    if (allowed.some(([words]) => flat.includes(words))) continue;
    const plan = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
    // What a subquery has found before is bounded by that.
    const made = new Set(
      plan.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? []),
    );
    const scans = scansOf(plan.map(({ detail }) => detail)).filter(
      (name) => !smallTables.includes(name) && !made.has(name),
    );
    if (scans.length > 0) found.push(`${scans.join(', ')} in: ${flat}`);
  }
  expect(found).toEqual([]);
}, 120_000);
