import { expect, test } from 'bun:test';
import { verifyMinisign } from './minisign.ts';

// Made with minisign 0.11: minisign -G -W, printf 'hello\n' >f, minisign -S -W -m f -t 'of a test'
const publicKey = 'RWRclfgDCzD6cBcU5t+Iv6sqIvoQH14kHb8rYaAPiAc4VNdqGO7/quxs';
const signature = `untrusted comment: signature from minisign secret key
RURclfgDCzD6cPIAZtWIykLCljWbqdtUct+FBK+3KMCt649Gv6l5bkJrFGgEgYLjBkXtzC3Yl9AhJhG6RrRTtXiYHLwO2nesHQU=
trusted comment: of a test
FBvH9/s75xJoNAaiUH5YICS9mE6haseBubEDKQIHsyvwd2sPKSC7iCjo8JnBEuL3P96daDTyCbr1TSEupxCKCw==
`;
const content = new TextEncoder().encode('hello\n');

test('a file that was signed is known by it', () => {
  expect(verifyMinisign(content, signature, publicKey)).toBe(true);
});

test('neither another file, nor another key, nor another comment is', () => {
  expect(verifyMinisign(new TextEncoder().encode('hullo\n'), signature, publicKey)).toBe(false);
  const other = Buffer.from(publicKey, 'base64');
  other[20] = (other[20] ?? 0) ^ 1;
  expect(verifyMinisign(content, signature, other.toString('base64'))).toBe(false);
  expect(verifyMinisign(content, signature.replace('of a test', 'of a joke'), publicKey)).toBe(
    false,
  );
});

test.each(['', 'untrusted comment: x\nnothing\ntrusted comment: y\n', 'a\nb\nc\nd'])(
  'something else is none: %p',
  (text) => {
    expect(verifyMinisign(content, text, publicKey)).toBe(false);
    expect(verifyMinisign(content, signature, text)).toBe(false);
  },
);
