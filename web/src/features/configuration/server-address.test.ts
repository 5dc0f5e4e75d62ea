import { expect, test } from 'bun:test';
import { isPlainOutside, isThisComputer, normaliseServerAddress } from './server-address.ts';

test.each([
  ['https://fai.example', 'https://fai.example'],
  [' http://192.168.1.5:8080/customer ', 'http://192.168.1.5:8080'],
  ['fai.example', null],
  ['ftp://fai.example', null],
  ['', null],
] as const)('%p', (text, address) => {
  expect(normaliseServerAddress(text)).toBe(address);
});

test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://a.localhost'])(
  '%p is this computer',
  (address) => expect(isThisComputer(address)).toBe(true),
);

test.each(['http://192.168.1.5', 'https://fai.example', 'https://localhost.example', ''])(
  '%p is not',
  (address) => expect(isThisComputer(address)).toBe(false),
);

test.each([
  ['http://fai.example:3000', true],
  [' http://203.0.113.7/customer', true],
  ['https://fai.example', false],
  ['http://192.168.1.5:3000', false],
  ['http://10.1', false],
  ['fai.example', false],
] as const)('whether %p can be read on the way: %p', (address, expected) => {
  expect(isPlainOutside(address)).toBe(expected);
});
