import { expect, test } from 'bun:test';
import { providerOf } from './provider-of.ts';

test.each([
  ['203.0.113.7', '203.0'],
  ['::ffff:203.0.113.7', '203.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8'],
  ['2001:0DB8::1', '2001:db8'],
  ['unknown', null],
])('the provider of %p is %p', (address, expected) => {
  expect(providerOf(address)).toBe(expected);
});
