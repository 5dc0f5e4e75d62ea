import { expect, test } from 'bun:test';
import { isAddress } from './passkeys.ts';

test.each([
  ['127.0.0.1', true],
  ['192.168.1.20', true],
  ['[::1]', true],
  ['localhost', false],
  ['power.example', false],
  ['1.power.example', false],
])('whether %s is an address: %p', (hostname, expected) => {
  expect(isAddress(hostname)).toBe(expected);
});
