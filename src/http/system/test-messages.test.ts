/** Tests that operators send: whose phone rings by them, how often, and which programs may ask for it. */
import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { createApiToken } from '../../actions/people/api-tokens.ts';
import type { TokenScope } from '../../domain/people/token-scopes.ts';

const hourMs = 3_600_000;
const stranger = '+66812345678';

let world: HttpWorld;
let owner: string;
/** Where tests went. */
let told: string[];
/** The far end's words. Null: it takes what it is given. */
let refusal: string | null;

beforeEach(async () => {
  told = [];
  refusal = null;
  const { channels } = makeAppOptions(makeTestMonitor());
  const send = async (channel: string, address: string) => {
    told.push(`${channel} ${address}`);
    return refusal;
  };
  world = new HttpWorld({ channels: { ...channels, test: send } });
  owner = await world.admin();
});

const send = (channel: string, address: string, by = owner) =>
  world.post(`/api/channels/${channel}/test`, by, { address });
const program = (scopes: readonly TokenScope[]) =>
  createApiToken(
    world.monitor,
    { name: `Script ${scopes}`, role: 'owner', scopes, expiresAt: null },
    testActor,
    world.monitor.clock(),
  ).token;
test('a program rings nobody without the scope for it, and with it does', async () => {
  const [without, scoped] = [
    program(['backups', 'sessions', 'keys:whole']),
    program(['recipients']),
  ];
  const calls = [
    ['POST', '/api/channels/call/test', { address: stranger }],
    ['POST', '/api/channels/email/test', { address: 'som@fai.example' }],
    ['POST', `/api/customers/${makeCustomer(world.monitor)}/test-alert`, undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    const answer = await world.call(method, path, without, body);
    expect(answer.body.error).toContain('`recipients`');
    expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
    expect((await world.call(method, path, scoped, body)).body.code).not.toBe('FORBIDDEN');
  }
  expect(told).toEqual([`call ${stranger}`, 'email som@fai.example']);
});

test('a phone rings three times a day at most, whoever asks and however its number is written', async () => {
  const other = await world.operator('bo', 'owner');
  for (const [address, by] of [
    [stranger, owner],
    ['081-234-5678', other],
    ['0812345678', program(['recipients'])],
  ] as const) {
    expect((await send('call', address, by)).status).toBe(200);
  }
  expect(await send('call', '66 81 234 5678')).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(told).toHaveLength(3);
  world.monitor.time.advanceMs(24 * hourMs);
  expect((await send('call', stranger, await world.admin('eve'))).status).toBe(200);
});

test('an operator rings ten phones a day, and sends thirty tests by other ways', async () => {
  for (let n = 0; n < 10; n += 1) await send('call', `+6681234560${n}`);
  expect(await send('call', stranger)).toMatchObject(refused(429, 'RATE_LIMITED'));
  for (let n = 0; n < 30; n += 1) await send('telegram', '4711');
  expect(await send('telegram', '4711')).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(told).toHaveLength(40);
  const other = await world.operator('bo', 'owner');
  expect((await send('call', stranger, other)).status).toBe(200);
});

test('what a far end did not take reached nobody, except by phone, which may have rung', async () => {
  refusal = '550 mailbox unavailable';
  for (let n = 0; n < 4; n += 1) {
    expect((await send('email', 'som@fai.example')).body.data).toEqual({
      is_taken: false,
      refusal,
    });
  }
  for (let n = 0; n < 3; n += 1) await send('call', stranger);
  expect(await send('call', stranger)).toMatchObject(refused(429, 'RATE_LIMITED'));
});

test('an address that is to be added counts as one that is tried', async () => {
  const sms = { channel: 'sms', address: stranger, language: 'en' };
  for (let n = 0; n < 3; n += 1) await send('sms', stranger);
  expect(await world.post('/api/operator-recipients', owner, sms)).toMatchObject(
    refused(429, 'RATE_LIMITED'),
  );
});

test('at night no phone rings by a test', async () => {
  const { time } = world.monitor;
  // Of Bangkok.
  const midnight = Math.ceil(time.wallMs / (24 * hourMs)) * 24 * hourMs - 7 * hourMs;
  for (const { hour, isCalled } of [
    { hour: 7, isCalled: false },
    { hour: 8, isCalled: true },
    { hour: 20, isCalled: true },
    { hour: 21, isCalled: false },
  ]) {
    time.advanceMs(midnight + (24 + hour) * hourMs - time.wallMs);
    const by = await world.operator(`bo ${hour}`, 'owner');
    const answer = await send('call', `+6681234560${hour % 10}`, by);
    expect([hour, answer.body.data.is_taken]).toEqual([hour, isCalled]);
    expect((await send('telegram', '4711', by)).body.data.is_taken).toBe(true);
  }
});
