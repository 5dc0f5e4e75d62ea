import { describe, expect, test } from 'bun:test';
import type { JsonSchema } from '../../src/http/reference/openapi.ts';
import { HttpWorld } from '../support/http-world.ts';
import { ApiWorld, type Call, callers, readCalls } from './world.ts';

const calls = await readCalls();

/** Values no field of any call takes. */
const hopeless: readonly (readonly [string, unknown])[] = [
  ['a NUL byte', 'a\u0000b'],
  ['a huge number', 1e300],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a very long text', 'x'.repeat(60_000)],
  ['a list of lists', [[[]]]],
  ['an object', { $gt: '' }],
];

function isReading(property: JsonSchema | boolean, value: unknown): boolean {
  if (typeof property !== 'object' || typeof value !== 'number') return false;
  const { type, minimum = 0, maximum = Number.POSITIVE_INFINITY } = property;
  const isKind = type === 'number' || (type === 'integer' && Number.isInteger(value));
  return isKind && value >= minimum && value <= maximum;
}

type Sender = (path: string, body?: unknown) => Promise<void>;

/** Sends what must be refused with 4xx and must change nothing. */
async function makeSender(
  call: Call,
): Promise<{ readonly path: string; readonly refuse: Sender; readonly codes: Set<string> }> {
  const { world, token } = await ApiWorld.shared(callers[call.operation['x-access']]);
  // What one caller may ask for has a bound by the minute.
  world.http.monitor.time.advanceMs(60_000);
  world.prove(token);
  const path = world.fill(call.path);
  const before = world.dump();
  const codes = new Set<string>();
  const refuse: Sender = async (target, body) => {
    const answer = await world.http.call(call.method, target, token, body);
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const outcome = [400, 401, 404, 413].includes(answer.status) ? 'refused' : answer.status;
    expect({ target, sent: sent?.slice(0, 200), outcome }).toEqual({
      target,
      sent: sent?.slice(0, 200),
      outcome: 'refused',
    });
    expect(answer.body.ok).toBe(false);
    codes.add(answer.body.code);
    expect(world.http.logged).toEqual([]);
    expect(world.dump()).toBe(before);
  };
  return { path, refuse, codes };
}

const withBody = calls.filter(({ spec }) => spec.body !== undefined);

describe.each(withBody.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_name, call) => {
    const content = call.operation.requestBody?.content['application/json'];
    const example = content?.example as Record<string, unknown>;

    test('refuses a body that is no object, no JSON, no UTF-8 or too large', async () => {
      const { path, refuse, codes } = await makeSender(call);
      for (const body of ['', 'null', '[]', '"text"', '12', '{', '{"a":1}}', '{"__proto__":{}}']) {
        await refuse(path, body);
      }
      const invalid = new TextEncoder().encode('{"a":"xx"}');
      invalid.set([0xff, 0xfe], 6);
      await refuse(path, invalid);
      expect([...codes]).toEqual(['VALIDATION']);
      await refuse(path, { ...example, more: 'x'.repeat(70_000) });
      expect([...codes]).toEqual(['VALIDATION', 'PAYLOAD_TOO_LARGE']);
    });

    // What boards say is taken all the same: firmware may be newer than its server.
    if (call.operation['x-access'] !== 'device') {
      test('refuses a field it does not know', async () => {
        const { path, refuse, codes } = await makeSender(call);
        await refuse(path, { ...example, is_admin: true });
        await refuse(path, { ...example, constructor: 1 });
        await refuse(path, JSON.stringify({ ...example, x: 1 }).replace('"x"', '"__proto__"'));
        expect([...codes]).toEqual(['VALIDATION']);
      });
    }

    test.each(hopeless)('refuses %s in any field', async (_what, value) => {
      const { path, refuse } = await makeSender(call);
      for (const [name, property] of Object.entries(content?.schema.properties ?? {})) {
        // A reading of a board: received power is negative, a voltage has decimals.
        if (isReading(property, value)) continue;
        const isPassword = name.toLowerCase().includes('password');
        // A password is hashed, never shown: what it is made of is its owner's business.
        if (isPassword && typeof value === 'string' && value.length < 100) continue;
        await refuse(path, { ...example, [name]: value });
      }
    });
  },
);

// What a provider sends along that is not known must be ignored (RFC 6749 section 4.1.2).
const withQuery = calls.filter(
  ({ spec, path }) => spec.query !== undefined && path !== '/api/auth/oidc/callback',
);

const withoutQuery = calls.filter(
  ({ method, spec }) => method === 'GET' && spec.query === undefined,
);

test.each(withoutQuery.map(({ path }) => path))(
  'GET %s takes no query, and ignores one',
  async (path) => {
    const http = new HttpWorld();
    const call = (query: string) =>
      http.get(`${path.replaceAll(/\{\w+\}/g, '7')}${query}`).then(({ status }) => status);
    expect(await call('?nonsense=1&module=http_2xx')).toBe(await call(''));
  },
);

describe.each(withQuery.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_name, call) => {
    const names = (call.operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);

    test('refuses a query it does not know, or that makes no sense', async () => {
      const { path, refuse, codes } = await makeSender(call);
      await refuse(`${path}?nonsense=1`);
      for (const name of names) {
        for (const value of ['%00', 'x'.repeat(5_000), '1&page=1&page=2']) {
          await refuse(`${path}?${name}=${value}`);
        }
      }
      const numbers = ['-1', '0', '1.5', '1e3', 'abc', '99999999', '%C0%80', ''];
      for (const name of names.filter((one) => one === 'page' || one === 'limit')) {
        for (const value of numbers) await refuse(`${path}?${name}=${value}`);
      }
      expect([...codes]).toEqual(['VALIDATION']);
    });
  },
);

const withParams = calls.filter(({ path }) => path.includes('{'));

describe.each(withParams.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_name, call) => {
    test('refuses a path that names nothing there could be', async () => {
      const { refuse } = await makeSender(call);
      const example = call.operation.requestBody?.content['application/json']?.example;
      const values = [
        '%00',
        '-1',
        '0',
        '1.5',
        '99999999999999999999',
        "'%20OR%201=1",
        '%F0%28%8C%28',
        '%',
        '..%2f..%2fetc',
        'x'.repeat(3_000),
      ];
      for (const value of values) {
        await refuse(
          call.path.replaceAll(/\{\w+\}/g, () => value),
          example,
        );
      }
    });
  },
);
