import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { answerJson } from './answer-json.ts';

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
