/** Calls that change who may come in: a session alone, which may be stolen, makes none of them. */
import { expect, test } from 'bun:test';
import { refused } from '../support/http-world.ts';
import { isOfOperators } from './walk-access.ts';
import { ApiWorld, type Call, readCalls } from './world.ts';

const proofMs = 5 * 60_000;

/** What operators change without being asked who they are, and why nobody comes in by it. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'asks for the password in each call, as it always did': ['POST /api/auth/change-password'],
  'it is how one proves oneself': [
    'POST /api/auth/reauthenticate',
    'POST /api/auth/reauthenticate/passkey',
    'POST /api/auth/reauthenticate/oidc',
  ],
  'shuts doors: whoever saw a thief must not be kept waiting': [
    'POST /api/auth/logout',
    'POST /api/auth/logout-everywhere',
    'DELETE /api/account/sessions/{id}',
  ],
  'customers, their keys and boards: the daily work that the role is for': [
    'POST /api/customers',
    'PUT /api/customers/{id}',
    'DELETE /api/customers/{id}',
    'POST /api/customers/{id}/confirm-phone',
    'POST /api/customers/{id}/erase',
    'POST /api/customers/{id}/test-alert',
    'POST /api/join-requests/{id}/accept',
    'POST /api/join-requests/{id}/refuse',
    'PUT /api/devices/{id}',
    'DELETE /api/devices/{id}',
    'POST /api/devices/{id}/release',
    'POST /api/devices/{id}/acknowledge',
    'POST /api/devices/{id}/remind',
    'POST /api/devices/acknowledge',
    'POST /api/devices/remind',
    'PUT /api/devices/{id}/quiet',
    'PUT /api/devices/{id}/critical',
    'POST /api/keys',
    'PUT /api/keys/{keyCode}',
    'DELETE /api/keys/{keyCode}',
    'POST /api/keys/bulk',
    'POST /api/keys/{keyCode}/revoke',
    'POST /api/keys/{keyCode}/renew',
    'POST /api/keys/bulk-delete',
    'POST /api/notifications/{id}/retry',
    'POST /api/notifications/retry-all',
    'POST /api/announcements',
    'POST /api/announcements/csv',
    'DELETE /api/announcements/{id}',
    'POST /api/outage-calendars',
    'DELETE /api/outage-calendars/{id}',
  ],
  'how people are told; a channel opens accounts of customers only, as keys do': [
    ...['telegram', 'line', 'email', 'webhook', 'webpush', 'sms', 'call'].flatMap((name) => [
      `PUT /api/channels/${name}`,
      `DELETE /api/channels/${name}`,
      `POST /api/channels/${name}/test`,
    ]),
    'POST /api/setup/messenger',
    'DELETE /api/setup/messenger',
    'POST /api/operator-recipients',
    'POST /api/operator-recipients/link',
    'POST /api/operator-recipients/{id}/test',
    'POST /api/operator-recipients/{id}/secret',
    'DELETE /api/operator-recipients/{id}',
  ],
  'what is shown and kept': [
    'PUT /api/settings',
    'PUT /api/settings/shop',
    'PUT /api/settings/privacy',
    'PUT /api/setup/steps/{step}',
    'PUT /api/setup/simulated-board',
    'POST /api/system/backups',
    'PUT /api/firmware/{board}/{version}/rollout',
  ],
};
const exemptCalls = Object.values(exempt).flat();

const calls = await readCalls();
const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const asking = calls.filter(({ spec }) => spec.needsProof === true);
const changing = calls.filter(
  (call) => call.method !== 'GET' && (isOfOperators(call) || call.spec.access === 'account'),
);

const bodyOf = ({ operation }: Call) => {
  const example = operation.requestBody?.content['application/json']?.example;
  if (typeof example !== 'object' || example === null) return example;
  const { current_password: _, ...body } = example as Record<string, unknown>;
  return body;
};
const make = (world: ApiWorld, call: Call, token: string) =>
  world.http.call(call.method, world.address(call), token, bodyOf(call));

test('every call of operators that changes something asks for proof, or is listed with a reason', () => {
  const open = changing.filter(({ spec }) => spec.needsProof !== true).map(nameOf);
  expect(open.toSorted()).toEqual(exemptCalls.toSorted());
});

test('a whole copy of the database is handed out for proof only', () => {
  const handing = calls.filter((call) => call.method === 'GET' && call.spec.needsProof === true);
  expect(handing.map(nameOf)).toEqual(['GET /api/system/backups/{name}']);
});

test.each(asking.map((call) => [nameOf(call), call] as const))(
  '%s is refused to a session whose proof is older than five minutes',
  async (_name, call) => {
    const world = await ApiWorld.make();
    const token = await world.token('owner');
    world.http.monitor.time.advanceMs(proofMs + 1);
    const before = world.dump();
    expect(await make(world, call, token)).toMatchObject(refused(403, 'REAUTHENTICATION_REQUIRED'));
    expect(world.dump()).toBe(before);
  },
);

/** Who may come in, as the rows say it. Sessions that end shut a door. */
function readDoors(world: ApiWorld): readonly string[] {
  const { sqlite } = world.http.monitor.store;
  return [
    'SELECT id, username, password_hash, role, totp_secret, totp_confirmed_at, oidc_subject FROM admins',
    'SELECT * FROM recovery_codes',
    'SELECT * FROM passkeys',
    'SELECT * FROM api_tokens',
    "SELECT * FROM meta WHERE key = 'second_factor_required'",
  ].map((query) => JSON.stringify(sqlite.query(query).values()));
}
const readSessions = (world: ApiWorld) =>
  world.http.monitor.store.sqlite.query('SELECT id FROM sessions').values().flat();

test.each(
  changing
    .filter((call) => exemptCalls.includes(nameOf(call)))
    .map((call) => [nameOf(call), call] as const),
)('%s, which does not ask, lets nobody in', async (_name, call) => {
  const world = await ApiWorld.make();
  const token = await world.token('owner');
  const [doors, sessions] = [readDoors(world), readSessions(world)];
  expect((await make(world, call, token)).status).toBeLessThan(500);
  expect(readDoors(world)).toEqual(doors);
  expect(sessions).toEqual(expect.arrayContaining(readSessions(world)));
});
