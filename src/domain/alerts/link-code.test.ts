import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findLinkCode, generateLinkCode } from './link-code.ts';

test('a code is found in whatever way it is written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), fc.nat(5), (bytes, way) => {
      const code = generateLinkCode(() => bytes);
      expect(code).toMatch(/^FW(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      const written = [
        code,
        code.toLowerCase(),
        code.replaceAll('-', ' '),
        code.replaceAll('-', ''),
        `connect ${code}`,
        ` fw ${code.slice(3).replaceAll('0', 'o').replaceAll('1', 'l')}\n`,
      ];
      expect(findLinkCode(written[way] ?? '')).toBe(code);
    }),
  );
});

test.each([
  '',
  'hello',
  '/status',
  'connect',
  '0812345678',
  'ABCD-EFGH',
  'ABCD-EFGH-JKMU',
  '7Q4KD-C3R8T',
])('%j is no code', (text) => {
  expect(findLinkCode(text)).toBeNull();
});
