/** No call is unbounded: what each costs, and that however many ask at once, others have their turn in between. */
import { expect, test } from 'bun:test';
import { type Cost, costOf } from '../../src/http/engine/call-limits.ts';
import type { Access } from '../../src/http/engine/route.ts';
import { ApiWorld, type Call, callers, readCalls } from './world.ts';

const calls = await readCalls();
const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const named = calls.map((call) => [nameOf(call), call] as const);

/** Who has an account shares it among their calls. Whoever has none takes turns, or gets what is kept. */
const costsOf: Readonly<Record<Access, readonly Cost[]>> = {
  public: ['read', 'change', 'kept'],
  device: ['read', 'change'],
  customer: ['read', 'change', 'search', 'export', 'download'],
  viewer: ['read', 'change', 'search', 'export', 'exempt'],
  support: ['read', 'change', 'search', 'export', 'download'],
  owner: ['read', 'change', 'search', 'export'],
  account: ['read', 'change', 'exempt'],
  metrics: ['read'],
};

test.each(named)('%s has a cost with a bound', (_name, { spec, method }) => {
  const cost = costOf(spec);
  expect(costsOf[spec.access]).toContain(cost);
  if (method !== 'GET') expect(['change', 'exempt']).toContain(cost);
  // What looks for words looks at everything there is.
  if (spec.query !== undefined && 'q' in spec.query().shape) {
    expect(['search', 'export']).toContain(cost);
  }
});

/** Answers that no schema bounds, and that are not made for one reader: what bounds them. */
const bounded: Readonly<Record<string, string>> = {
  'GET /api/auth/oidc/start': 'an address',
  'GET /api/auth/oidc/callback': 'an address',
  'GET /api/map-file/{version}': 'a stretch of a file',
  'GET /api/line/week.png': 'drawn once for its ticket, in a thread of its own',
  'GET /api/call/sound': 'some seconds of sound, for a ticket',
  'GET /api/call/answer': 'what is to be played first, for a ticket',
  'POST /api/call/answer': 'what is to be played first, for a ticket',
  'POST /api/call/keys': 'what is to be played next, for a ticket and a signature',
  'GET /api/public/photo': 'one picture of limited size',
  'GET /api/system/backups/{name}': 'a file, for owners and programs with a scope of its own',
  'GET /api/public/firmware/{board}/{version}/{file}': 'a file of limited size',
  'GET /api/calendars/{calendar}':
    'the planned times of one account, of which there are so many at most',
  'GET /api/reports/{report}': 'drawn in a thread of its own, one after the other',
  'GET /api/stream': 'so many for an account, each with what is new',
  'GET /api/device/v1/firmware/{version}/image': 'a file, four times at once for a board',
  'GET /metrics': 'a line for each figure',
};

test('whatever no schema bounds says what it costs, or what bounds it', () => {
  const open = calls.filter(({ spec }) => spec.answer === undefined && spec.cost === undefined);
  expect(open.map(nameOf).sort()).toEqual(Object.keys(bounded).sort());
  const made = calls.filter(({ spec }) => spec.answer === undefined && spec.cost !== undefined);
  for (const { spec } of made) expect(['export', 'download', 'kept']).toContain(costOf(spec));
});

test('only what ends a session, or has limits of its own, is exempt', () => {
  const exempt = calls.filter(({ spec }) => costOf(spec) === 'exempt').map(nameOf);
  expect(exempt.sort()).toEqual([
    'POST /api/auth/change-password',
    'POST /api/auth/logout',
    'POST /api/auth/logout-everywhere',
    'POST /api/auth/reauthenticate',
    'POST /api/auth/reauthenticate/oidc',
    'POST /api/auth/reauthenticate/passkey',
  ]);
});

const atOnce = 8;
const deviceCallsAtOnce = 4;

/** Makes a call several times at once. Counts the turns of the event loop that were given to them. */
async function askAtOnce(call: Call, headers: Readonly<Record<string, string>> = {}) {
  const role = callers[call.operation['x-access']];
  const { world, token } = await ApiWorld.shared(role);
  const { monitor, app } = world.http;
  monitor.time.advanceMs(60_000);
  if (call.spec.needsProof === true) world.prove(token);
  const before = world.countWrites();
  let turns = 0;
  const { next } = monitor.turns;
  monitor.turns.next = () => {
    turns += 1;
    return next.call(monitor.turns);
  };
  const body = call.operation.requestBody?.content['application/json']?.example;
  const address = `http://localhost${world.address(call)}`;
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await app.handle(
        new Request(address, {
          method: call.method,
          headers: {
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      await answer.body?.cancel();
      return answer;
    }),
  );
  monitor.turns.next = next;
  if (world.countWrites() !== before) ApiWorld.abandon(role);
  return { answers, turns };
}

const isWorkedOn = ({ status }: Response) => ![400, 401, 403, 405, 429].includes(status);
const isOf = (cost: Cost) => (call: Call) => costOf(call.spec) === cost;
const ofDevices = calls.filter(({ spec }) => spec.access === 'device');
const taking = calls.filter((call) => !isOf('kept')(call) && !ofDevices.includes(call));

test.each(taking.map((call) => [nameOf(call), call] as const))(
  '%s takes a turn of the event loop each time',
  async (_name, call) => {
    const { answers, turns } = await askAtOnce(call);
    expect(turns).toBeGreaterThanOrEqual(answers.filter(isWorkedOn).length);
    // The first use of what this world does not have is refused, and everything else worked on.
    if (call.method === 'GET') expect(turns).toBeGreaterThan(0);
  },
);

test.each(ofDevices.map((call) => [nameOf(call), call] as const))(
  '%s is answered to one board a few times at once',
  async (_name, call) => {
    const { answers } = await askAtOnce(call);
    expect(answers.filter(({ status }) => status === 429).length).toBe(
      call.path.endsWith('/heartbeat') ? 0 : atOnce - deviceCallsAtOnce,
    );
  },
);

test.each(calls.filter(isOf('kept')).map((call) => [nameOf(call), call] as const))(
  '%s is made once, and not sent to whoever has it',
  async (_name, call) => {
    const { answers } = await askAtOnce(call);
    const tags = new Set(answers.map(({ headers }) => headers.get('etag')));
    expect([...tags]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/)]);
    const [tag = ''] = tags;
    const again = await askAtOnce(call, { 'If-None-Match': tag ?? '' });
    expect(again.turns).toBe(0);
    expect(again.answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(304));
  },
);
