import { expect, test } from 'bun:test';
import { LineSplitter } from './line-splitter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('takes CR, LF and both as the end of a line', () => {
  const lines = new LineSplitter();
  expect(lines.push(bytes('one\ntwo\rthree\r\nfour'))).toEqual(['one', 'two', 'three']);
  expect(lines.push(bytes('\r'))).toEqual(['four']);
  expect(lines.push(bytes('\nfive\n'))).toEqual(['five']);
});

test('puts a character together that came in two pieces', () => {
  const lines = new LineSplitter();
  const whole = bytes('OK ร้าน\n');
  expect(lines.push(whole.slice(0, 4))).toEqual([]);
  expect(lines.push(whole.slice(4))).toEqual(['OK ร้าน']);
});

test('bytes that are no text do no harm', () => {
  const lines = new LineSplitter();
  expect(lines.push(new Uint8Array([0xff, 0xc0, 0x0a]))).toHaveLength(1);
  expect(lines.push(bytes('OK help\n'))).toEqual(['OK help']);
});

test('cuts what never ends', () => {
  const lines = new LineSplitter();
  expect(lines.push(bytes('x'.repeat(1001)))).toEqual(['x'.repeat(1001)]);
  expect(lines.push(bytes('OK help\n'))).toEqual(['OK help']);
});

test('forgets a line that was cut off', () => {
  const lines = new LineSplitter();
  lines.push(bytes('half a li'));
  lines.reset();
  expect(lines.push(bytes('OK help\n'))).toEqual(['OK help']);
});
