import { describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { acceptsHtml, answerJson, chooseEncoding, isNoneMatch } from './content-negotiation.ts';

describe('chooseEncoding', () => {
  const all = { br: true, gzip: true, identity: true };

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.1 , gzip;q=1', 'gzip'],
    ['gzip;q=0.5, br;q=0.8', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.5, *;q=0.1', 'gzip'],
    ['br;q=9, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0', 'identity'],
    ['', 'identity'],
    [null, 'identity'],
  ] as const)('answers %p with %s', (header, encoding) => {
    expect(chooseEncoding(header, all)).toBe(encoding);
  });

  test('reads a few dozen names, however many there are', () => {
    const names = (count: number) => `${'x;q=0.1,'.repeat(count)}br`;
    expect(chooseEncoding(names(60), all)).toBe('br');
    expect(chooseEncoding(names(2_000), all)).toBe('identity');
  });

  test('never chooses an encoding that is not on offer', () => {
    expect(chooseEncoding('br, gzip', { identity: true })).toBe('identity');
    expect(chooseEncoding('br, gzip', { gzip: true, identity: true })).toBe('gzip');
  });
});

test('only a client that names text/html is given a page', () => {
  expect(acceptsHtml('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(true);
  expect(acceptsHtml('*/*')).toBe(false);
  expect(acceptsHtml('text/html;q=0, application/json')).toBe(false);
  expect(acceptsHtml('text/html;q=0.1, application/json')).toBe(false);
  expect(acceptsHtml('text/html, application/json;q=0.9')).toBe(true);
  expect(acceptsHtml(null)).toBe(false);
});

test('an entity tag matches alone, in a list, as a weak tag, and by the star', () => {
  expect(isNoneMatch('"a"', '"a"')).toBe(true);
  expect(isNoneMatch('"b", W/"a"', '"a"')).toBe(true);
  expect(isNoneMatch('*', '"a"')).toBe(true);
  expect(isNoneMatch('"a-br"', '"a"')).toBe(false);
  expect(isNoneMatch(null, '"a"')).toBe(false);
});

const long = {
  ok: true,
  devices: Array.from({ length: 25 }, (_, id) => ({ id, site: 'ร้านกาแฟ บางแสน' })),
};
const ask = (encodings?: string) =>
  new Request('http://localhost/api', {
    headers: encodings === undefined ? {} : { 'Accept-Encoding': encodings },
  });

test('a long answer is compressed for clients that accept it', async () => {
  const answer = await answerJson(ask('gzip, deflate, br'), { list: Array(5).fill(long) });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = new Uint8Array(await answer.arrayBuffer());
  const text = gunzipSync(body).toString();
  expect(body.length).toBeLessThan(text.length / 4);
  expect(JSON.parse(text)).toEqual({ list: Array(5).fill(long) });
});

test.each([undefined, 'identity', 'gzip;q=0', 'br'])('and as it is for %p', async (encodings) => {
  const answer = await answerJson(ask(encodings), { list: Array(5).fill(long) });
  expect(answer.headers.get('content-encoding')).toBeNull();
  // A cache between must not hand the one to who takes only the other.
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(await answer.json()).toEqual({ list: Array(5).fill(long) });
});

test('a short answer is never compressed', async () => {
  const answer = await answerJson(ask('gzip'), { ok: true });
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json;charset=utf-8',
  });
  expect(await answer.text()).toBe('{"ok":true}');
});
