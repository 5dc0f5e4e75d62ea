import { expect, test } from 'bun:test';
import { HttpAnswerParser } from './http-answers.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const ok = 'HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 5\r\n\r\nhello';
const refused = 'HTTP/1.1 401 Unauthorized\r\ncontent-length:2\r\n\r\n{}';

test('gives the status once the body is complete', () => {
  const parser = new HttpAnswerParser();
  expect(parser.parse(bytes(ok))).toBe(200);
  expect(parser.parse(bytes(refused))).toBe(401);
});

test('finds the end however the answer is cut', () => {
  for (let cut = 1; cut < ok.length; cut++) {
    const parser = new HttpAnswerParser();
    expect(parser.parse(bytes(ok.slice(0, cut)))).toBe(0);
    expect(parser.parse(bytes(ok.slice(cut)))).toBe(200);
    expect(parser.parse(bytes(refused))).toBe(401);
  }
});

test('does not accept an answer whose end it cannot know', () => {
  const parser = new HttpAnswerParser();
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  expect(() => parser.parse(bytes(chunked))).toThrow('without Content-Length');
});
