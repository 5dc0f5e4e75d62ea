import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../../../scripts/lib/paths.ts';
import { findAuthorityFault, readAuthority } from './own-authority.ts';

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
