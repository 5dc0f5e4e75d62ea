import { beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { sendFile } from './send-file.ts';

const content = '0123456789';
const etag = '"abc"';
let path: string;

beforeAll(() => {
  path = join(tempDir('send'), 'file');
  writeFileSync(path, content);
});

async function send(headers: Record<string, string>) {
  const request = new Request('http://localhost/', { headers });
  const answer = sendFile(request, { path, size: 10, etag, cacheControl: 'no-store' });
  return {
    status: answer.status,
    text: await answer.text(),
    length: answer.headers.get('content-length'),
    range: answer.headers.get('content-range'),
  };
}

const whole = { status: 200, text: content, length: '10', range: null };

describe('a file is sent', () => {
  test('whole, and says that parts may be asked for', async () => {
    const answer = sendFile(new Request('http://localhost/'), {
      path,
      size: 10,
      etag,
      cacheControl: 'public, max-age=1',
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=1',
      'content-length': '10',
      'content-type': 'application/octet-stream',
      etag,
    });
    expect(await send({})).toEqual(whole);
  });

  test.each([
    ['bytes=0-3', '0123', '0-3'],
    ['bytes=4-4', '4', '4-4'],
    ['bytes=6-', '6789', '6-9'],
    ['bytes=6-99', '6789', '6-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-99', content, '0-9'],
  ])('in part: %s', async (range, text, said) => {
    expect(await send({ Range: range })).toEqual({
      status: 206,
      text,
      length: String(text.length),
      range: `bytes ${said}/10`,
    });
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])(
    'not where there is nothing: %s',
    async (range) => {
      expect(await send({ Range: range })).toMatchObject({
        status: 416,
        text: '',
        range: 'bytes */10',
      });
    },
  );

  test.each(['bytes=5-3', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-3', 'bytes=a-b', 'bytes=0x1-2'])(
    'whole when the range is none: %s',
    async (range) => {
      expect(await send({ Range: range })).toEqual(whole);
    },
  );

  test('in part only while it is the one that was begun', async () => {
    expect(await send({ Range: 'bytes=2-', 'If-Range': etag })).toMatchObject({ status: 206 });
    expect(await send({ Range: 'bytes=2-', 'If-Range': '"older"' })).toEqual(whole);
  });

  test('not again to a client that has it', async () => {
    expect(await send({ 'If-None-Match': `"x", ${etag}` })).toMatchObject({
      status: 304,
      text: '',
    });
  });
});
