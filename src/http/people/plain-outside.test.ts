import { beforeEach, describe, expect, test } from 'bun:test';
import { beat as makeBeat } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { readArrival } from '../engine/arrival.ts';
import { PlainPeople, rememberedMs } from './plain-people.ts';

const stranger = '203.0.113.7';

describe('a request', () => {
  const arrive = (
    from: string,
    headers: Record<string, string> = {},
    doorway: { trustProxy?: boolean; isTls?: boolean; nodeSecret?: string } = {},
  ) =>
    readArrival(
      new Request('http://localhost/', { headers }),
      { requestIP: () => ({ address: from }) },
      { trustProxy: false, isTls: false, nodeSecret: null, ...doorway },
    );
  const behindProxy = { trustProxy: true };
  const forwarded = (proto?: string, from = stranger) => ({
    'X-Forwarded-For': from,
    ...(proto !== undefined && { 'X-Forwarded-Proto': proto }),
  });

  test('in the clear is plain and outside, unless it comes from a private network', () => {
    expect(arrive(stranger)).toEqual({
      ...{ address: stranger, isSecure: false, isPlainOutside: true, isRelayed: false },
    });
    expect(arrive('192.168.1.7').isPlainOutside).toBe(false);
  });

  test('over TLS is secure, from wherever it comes', () => {
    const secure = { address: stranger, isSecure: true, isPlainOutside: false, isRelayed: false };
    expect(arrive(stranger, {}, { isTls: true })).toEqual(secure);
  });

  test('through a trusted proxy came as that says, or as nobody knows', () => {
    const through = (proto?: string, from?: string) => {
      const { isSecure, isPlainOutside } = arrive('127.0.0.1', forwarded(proto, from), behindProxy);
      return [isSecure, isPlainOutside];
    };
    expect(through('https')).toEqual([true, false]);
    expect(through('wss')).toEqual([true, false]);
    expect(through('http')).toEqual([false, true]);
    expect(through('http', '10.0.0.9')).toEqual([false, false]);
    // What a stranger wrote stands before what the proxy did.
    expect(through('https, http')).toEqual([false, true]);
    expect(through()).toEqual([false, false]);
  });

  test('cannot say of itself how it came, where no proxy is trusted', () => {
    expect(arrive(stranger, forwarded('https', '10.0.0.9')).isPlainOutside).toBe(true);
  });

  test('from a machine of the cluster came as that says, and from nobody who only claims to be one', () => {
    const secret = 'the-secret-of-all-machines-of-this-cluster';
    const through = (given: string | null, proto?: string, isTls = false) => {
      const proof = given === null ? {} : { 'X-Faiwatch-Node': given };
      return arrive(
        '192.168.1.11',
        { ...forwarded(proto), ...proof },
        { nodeSecret: secret, isTls },
      );
    };
    const plain = { address: stranger, isSecure: false, isPlainOutside: true, isRelayed: true };
    expect(through(secret, 'http')).toEqual(plain);
    expect(through(secret, 'http', true)).toEqual(plain);
    expect(through(secret, 'https')).toMatchObject({ address: stranger, isSecure: true });
    for (const wrong of [null, '', 'wrong', `${secret}x`, secret.slice(1)]) {
      expect(through(wrong, 'https')).toMatchObject({ address: '192.168.1.11', isSecure: false });
    }
    const alone = { 'X-Faiwatch-Node': '', ...forwarded('https') };
    expect(arrive('192.168.1.11', alone).address).toBe('192.168.1.11');
  });

  test.each([
    ['X-Forwarded-For', stranger],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', stranger],
    ['Forwarded', `for=${stranger}`],
    ['Via', '1.1 proxy'],
    ['CF-Connecting-IP', stranger],
  ])('with %s was passed on by a proxy or a tunnel, trusted or not', (name, value) => {
    expect(arrive('192.168.1.11', { [name]: value }).isRelayed).toBe(true);
    expect(arrive('192.168.1.11', {}).isRelayed).toBe(false);
  });

  test('past a trusted proxy is judged by itself', () => {
    const past = arrive(stranger, { 'X-Forwarded-Proto': 'https' }, behindProxy);
    expect(past).toMatchObject({ isSecure: false, isPlainOutside: true });
  });
});

describe('the console', () => {
  let world: HttpWorld;
  let admin: string;

  beforeEach(async () => {
    world = new HttpWorld({ trustProxy: true });
    admin = await world.admin();
  });

  const call = (path: string, token: string, proto: string, body?: object) =>
    world.app.handle(
      new Request(`http://localhost${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'X-Forwarded-For': stranger,
          'X-Forwarded-Proto': proto,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const system = async () => {
    const { problems, plain_outside } = (await world.get('/api/system', admin)).body.data;
    return { isTold: problems.includes('plain_outside'), ...plain_outside };
  };

  test('says which board comes in the clear, until it does no longer', async () => {
    const { deviceId } = makeDevice(world.monitor, { token: 'fwd_of-a-test' });
    const beatForFiveMinutes = async (proto: string) => {
      for (let seconds = 0; seconds <= 300; seconds += 10) {
        const answer = await call('/api/device/v1/heartbeat', 'fwd_of-a-test', proto, makeBeat());
        expect(answer.status).toBe(200);
        world.monitor.time.advanceMs(10_000);
      }
      const { data } = (await world.get(`/api/devices/${deviceId}`, admin)).body;
      const [listed] = (await world.get('/api/devices', admin)).body.data;
      expect(listed.is_plain_outside).toBe(data.is_plain_outside);
      return data.is_plain_outside;
    };
    expect(await beatForFiveMinutes('http')).toBe(true);
    expect(await system()).toEqual({ isTold: true, boards: 1, people: 0 });
    expect(await beatForFiveMinutes('https')).toBe(false);
    expect(await system()).toEqual({ isTold: false, boards: 0, people: 0 });
  });

  test('counts people once each, and forgets them after a week', async () => {
    const customer = await world.customer(makeCustomer(world.monitor));
    for (const token of [customer, customer]) await call('/api/customer/stats', token, 'http');
    await call('/api/dashboard/stats', admin, 'http');
    await call('/api/dashboard/stats', 'not a token', 'http');
    expect(await system()).toEqual({ isTold: true, boards: 0, people: 2 });
  });
});

test('the devices seen last are remembered, up to a limit', () => {
  const people = new PlainPeople();
  people.note('first', 0);
  for (let index = 0; index < 999; index += 1) people.note(`customer:${index}`, 1);
  people.note('first', 2);
  people.note('one more', 2);
  expect(people.count(2)).toBe(1000);
  // The first is still there; it was seen again.
  expect(people.count(1 + rememberedMs)).toBe(2);
  expect(people.count(2 + rememberedMs)).toBe(0);
});
