import { expect, test } from 'bun:test';
import { readOidcReturn } from './oidc-return.ts';

test.each([
  ['', null],
  ['#main', null],
  ['#oidc=', null],
  ['#oidc=AbC_1-2', { code: 'AbC_1-2' }],
  ['#oidc_error=unknown', { error: 'unknown' }],
  ['#oidc_error=unproven', { error: 'unproven' }],
  ['#oidc_error=failed', { error: 'failed' }],
  ['#oidc_error=<b>', { error: 'failed' }],
] as const)('%s is read as %j', (hash, expected) => {
  expect(readOidcReturn(hash)).toEqual(expected);
});
