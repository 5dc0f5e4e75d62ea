/** Who is let in by each call, and what it answers. The walk is long, so two files share it. */
import { describe, expect, test } from 'bun:test';
import type { Access } from '../../src/http/engine/route.ts';
import { isOfPeople, needsScope, walkScopes, walkSearch } from './walk-scopes.ts';
import { ApiWorld, type Call, findMisfit, type Role, roles } from './world.ts';

type Verdict = 'in' | 'INVALID_TOKEN' | 'TOKEN_EXPIRED' | 'FORBIDDEN' | 'DEVICE_REVOKED';

const operators = {
  'guest of A': 'FORBIDDEN',
  'customer A': 'FORBIDDEN',
  'customer B': 'FORBIDDEN',
  viewer: 'FORBIDDEN',
  support: 'FORBIDDEN',
  owner: 'FORBIDDEN',
  'expired customer': 'TOKEN_EXPIRED',
  'expired admin': 'TOKEN_EXPIRED',
} as const;

/** Programs with an owner's token, without scopes and with all. */
const programs = { program: 'in', 'scoped program': 'in' } as const;

/** Who is let in, and how everybody else is refused. What no rule names is INVALID_TOKEN. */
export const rules: Readonly<Record<Access, Partial<Readonly<Record<Role, Verdict>>>>> = {
  public: Object.fromEntries(roles.map((role) => [role, 'in'])),
  device: { device: 'in', 'revoked device': 'DEVICE_REVOKED' },
  customer: {
    'guest of A': 'in',
    'customer A': 'in',
    'customer B': 'in',
    viewer: 'FORBIDDEN',
    support: 'FORBIDDEN',
    owner: 'FORBIDDEN',
    program: 'FORBIDDEN',
    'scoped program': 'FORBIDDEN',
    'expired customer': 'TOKEN_EXPIRED',
    'expired admin': 'TOKEN_EXPIRED',
  },
  viewer: { ...operators, ...programs, viewer: 'in', support: 'in', owner: 'in' },
  support: { ...operators, ...programs, support: 'in', owner: 'in' },
  owner: { ...operators, ...programs, owner: 'in' },
  account: {
    'guest of A': 'in',
    'customer A': 'in',
    'customer B': 'in',
    viewer: 'in',
    support: 'in',
    owner: 'in',
    ...programs,
    'expired customer': 'TOKEN_EXPIRED',
    'expired admin': 'TOKEN_EXPIRED',
  },
  metrics: { ...operators, ...programs, viewer: 'in', support: 'in', owner: 'in' },
};

function expectedOf(call: Call, role: Role): Verdict {
  if (role === 'guest of A' && isForOwner(call)) return 'FORBIDDEN';
  const access = call.operation['x-access'];
  const verdict = rules[access][role] ?? 'INVALID_TOKEN';
  if (verdict !== 'in' || !(role in programs) || access === 'public') return verdict;
  const isRefused = isOfPeople(call) || (role === 'program' && needsScope(call));
  return isRefused ? 'FORBIDDEN' : 'in';
}

/** Headers that carry no token, or nothing but half of one. */
const malformed = [
  ...['Bearer', 'Bearer ', 'Bearer   ', 'Bearer\tx', 'Basic eDp5', 'Bearer,Bearer', 'Bearer x y'],
  ...['Bearer ..', 'Bearer a.b.c', 'Bearer fwa_', 'Bearer fwa_ x', 'Bearer fwd_', 'Bearer  fwd_'],
  ...[`Bearer ${'.'.repeat(4_000)}`, 'Token', 'bearer  {}', 'Bearer e30.e30.'],
];

const doors: readonly string[] = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'DEVICE_REVOKED'];

function operationTakesWords({ operation }: Call): boolean {
  return (operation.parameters ?? []).some(({ name }) => name === 'q');
}

/** Who reads, is refused or writes nothing leaves the world as it is for the next. */
async function make(call: Call, role: Role, isRefused = false) {
  const { world, token } = await ApiWorld.shared(role);
  // What one caller may ask for has a bound by the minute.
  world.http.monitor.time.advanceMs(60_000);
  world.prove(token);
  const path = world.address(call);
  const before = world.dump();
  const writes = world.countWrites();
  const answer = await world.http.call(
    call.method,
    path,
    token,
    call.operation.requestBody?.content['application/json']?.example,
  );
  const isAsBefore = isRefused || call.method === 'GET' || world.countWrites() === writes;
  if (!isAsBefore) ApiWorld.abandon(role);
  return { world, before, answer };
}

/**
 * What somebody whom a customer lets log in may do; all else is the customer's. A new call is theirs, too, until it is
 * put here.
 */
const forGuests = new Set([
  'GET /api/account/sessions',
  'DELETE /api/account/sessions/{id}',
  'POST /api/auth/logout',
  'GET /api/stream',
  'GET /api/map-file',
  'GET /api/map-file/{version}',
  'GET /api/customer/stats',
  'GET /api/customer/events',
  'GET /api/customer/timelines',
  'GET /api/customer/devices/{id}/timeline',
  'GET /api/customer/devices/{id}/mains-voltage',
  'GET /api/customer/cells',
  'GET /api/customer/power-outages',
  'GET /api/customer/power-outages/export.csv',
  'GET /api/customer/power-outages/report.pdf',
  'GET /api/customer/reliability',
  'GET /api/customer/report-shares',
  'POST /api/customer/outages/{id}/acknowledge',
  'POST /api/customer/outages/acknowledge',
  'POST /api/customer/outages/remind',
  'PUT /api/customer/quiet',
  'POST /api/customer/test-alert',
  'GET /api/settings/devices/{id}',
  'GET /api/customer/contacts',
  'GET /api/customer/contacts/preview',
  'GET /api/customer/browsers',
  'GET /api/customer/join-requests',
  'GET /api/customer/calendar',
  'GET /api/customer/home-automation',
  'GET /api/customer/home-broker',
  'GET /api/customer/planned-times',
  'GET /api/customer/outage-calendars',
]);

function isForOwner({ method, path, operation }: Call): boolean {
  const isCustomers = ['customer', 'account'].includes(operation['x-access']);
  return isCustomers && !forGuests.has(`${method} ${path}`);
}

export function isOfOperators({ operation }: Call): boolean {
  return ['viewer', 'support', 'owner'].includes(operation['x-access']);
}

/** Makes every call as everybody. */
export function walkAccess(calls: readonly Call[]): void {
  describe.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s',
    (_name, call) => {
      const access = call.operation['x-access'];

      test.each(roles)('lets %s in as its rule says', async (role) => {
        const expected = expectedOf(call, role);
        const { world, before, answer } = await make(call, role, expected !== 'in');
        const code: unknown = answer.body?.code;
        if (expected === 'in') {
          expect(doors).not.toContain(code);
          expect(answer.status).toBeLessThan(500);
        } else {
          expect({ code, status: answer.status }).toEqual({
            code: expected,
            status: expected === 'FORBIDDEN' || expected === 'DEVICE_REVOKED' ? 403 : 401,
          });
          expect(world.dump()).toBe(before);
        }
        expect(world.http.logged).toEqual([]);
      });

      if (access !== 'public') {
        test('refuses whoever brings no token, whatever else stands in its place', async () => {
          const { world } = await ApiWorld.shared('nobody');
          const url = `http://localhost${world.address(call)}`;
          for (const Authorization of malformed) {
            const request = new Request(url, { method: call.method, headers: { Authorization } });
            const { status } = await world.http.app.handle(request);
            expect({ Authorization, status }).toEqual({ Authorization, status: 401 });
          }
        });
      }

      if (isOfOperators(call) && !isOfPeople(call)) walkScopes(call);

      if (access === 'customer' && call.path.includes('{')) {
        test('answers another customer as if it were not there', async () => {
          const { world, before, answer } = await make(call, 'customer B', true);
          expect({ status: answer.status, code: answer.body?.code }).toEqual({
            status: 404,
            code: 'NOT_FOUND',
          });
          expect(world.dump()).toBe(before);
        });
      }

      if (rules[access].viewer === 'in' && access !== 'public') {
        test('shows a viewer neither a whole key nor a whole phone number', async () => {
          const { world, answer } = await make(call, 'viewer');
          for (const secret of world.secrets()) expect(answer.text).not.toContain(secret);
        });

        if (operationTakesWords(call)) {
          walkSearch(call);

          test('finds nothing for a viewer by what it hides', async () => {
            const world = await ApiWorld.make();
            const [support, viewer] = [await world.token('support'), await world.token('viewer')];
            const find = (words: string, by: string) =>
              world.http.call('GET', `${world.address(call)}?q=${encodeURIComponent(words)}`, by);
            const { text: nothing } = await find('nothing has this', support);
            for (const secret of world.secrets()) {
              // More than five characters: by as many at its end a key may be found.
              for (const words of [secret, secret.slice(1, -2), secret.slice(1, 9)]) {
                expect((await find(words, viewer)).text).toBe(nothing);
              }
            }
          });
        }
      }

      const mayCall: Partial<Record<Access, Role>> = {
        public: 'nobody',
        device: 'device',
        customer: 'customer A',
        viewer: 'viewer',
        support: 'support',
        owner: 'owner',
        account: 'customer A',
        metrics: 'viewer',
      };
      test('answers what the document says, and nothing besides', async () => {
        const { answer } = await make(call, mayCall[access] ?? 'nobody');
        const { spec, operation } = call;
        const declared = operation.responses[answer.status];
        expect(Object.keys(operation.responses)).toContain(String(answer.status));
        const shape = declared?.content?.['application/json']?.schema;
        if (shape !== undefined) {
          expect(answer.headers.get('content-type')).toStartWith('application/json');
          expect(findMisfit(shape, answer.body)).toBeUndefined();
        }
        if (answer.status !== 200) {
          expect(declared?.description).toContain(answer.body.code);
        } else if (spec.answer !== undefined) {
          expect(spec.answer().parse(answer.body)).toEqual(answer.body);
        } else {
          expect(answer.headers.get('content-type')).toBe(spec.answerType ?? '');
        }
      });
    },
  );
}
