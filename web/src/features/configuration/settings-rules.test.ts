import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../../../scripts/lib/paths.ts';
import {
  findAuthorityFault,
  findNameFault,
  findPasswordFault,
  isPlainOutside,
  isThisComputer,
  normaliseServerAddress,
  readAuthority,
} from './settings-rules.ts';

const pem = readFileSync(join(repositoryDir, 'firmware/test/fixtures/own-ca.pem'), 'utf8');

test('takes one certificate and ignores text around it', () => {
  for (const text of [pem, `Issuer: Home\r\n${pem.replaceAll('\n', '\r\n')}`, `  ${pem}\n\n`]) {
    expect(readAuthority(text)).toMatch(/^MIIBcjCC[A-Za-z0-9+/]+=$/);
    expect(findAuthorityFault(text)).toBeNull();
  }
  expect(findAuthorityFault(' \n')).toBeNull();
});

test.each([
  ['no PEM', 'MIIBcjCCARmgAwIBAgIU'],
  ['a key', pem.replaceAll('CERTIFICATE', 'PRIVATE KEY')],
  ['two certificates', pem + pem],
  ['half of one', pem.slice(0, 200)],
  ['something else in its place', pem.replace('MIIB', 'AAAA')],
])('does not take %s', (_, text) => {
  expect(findAuthorityFault(text)).toBe('not_pem');
});

test('does not take more than a board keeps', () => {
  const long = `-----BEGIN CERTIFICATE-----\nMIII${'A'.repeat(2048)}\n-----END CERTIFICATE-----\n`;
  expect(findAuthorityFault(long)).toBe('long');
});

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

test.each([
  ['Shop', null],
  [' Shop ', null],
  ['x'.repeat(32), null],
  ['x'.repeat(33), 'name_long'],
  // Ten Thai letters fit, eleven do not.
  ['ก'.repeat(10), null],
  ['ก'.repeat(11), 'name_long'],
  ['', 'name_missing'],
  ['   ', 'name_missing'],
] as const)('the name %p', (name, fault) => {
  expect(findNameFault(name)).toBe(fault);
});

test.each([
  ['12345678', null],
  ['with = and space', null],
  ['x'.repeat(63), null],
  ['a1'.repeat(32), null],
  ['g1'.repeat(32), 'password_long'],
  ['1234567', 'password_short'],
  ['', 'password_missing'],
] as const)('the password %p', (password, fault) => {
  expect(findPasswordFault(password)).toBe(fault);
});
