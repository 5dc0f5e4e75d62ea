import { expect, test } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { md5 } from './md5.ts';

/** RFC 1321, appendix A.5. */
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('%p', (text, digest) => {
  expect(md5(new TextEncoder().encode(text))).toBe(digest);
});

test('agrees with another implementation around every border of a block', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    expect(md5(bytes), String(length)).toBe(createHash('md5').update(bytes).digest('hex'));
  }
  const image = randomBytes(1_048_577);
  expect(md5(image)).toBe(createHash('md5').update(image).digest('hex'));
});
