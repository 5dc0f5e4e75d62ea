import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { generateActivationKey, normaliseActivationKey } from './activation-key.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const keys = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map((bytes) => generateActivationKey(() => bytes));

test('a key has four groups of five characters, and is recognised as printed', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
      expect(normaliseActivationKey(key)).toBe(key);
    }),
  );
});

test('every one of the 95 bits shows in the key', () => {
  const plain = generateActivationKey(() => new Uint8Array(12));
  const seen = new Set([plain]);
  for (let bit = 0; bit < 95; bit++) {
    const bytes = new Uint8Array(12);
    bytes[bit >> 3] = 128 >> (bit & 7);
    seen.add(generateActivationKey(() => bytes));
  }
  expect(seen.size).toBe(96);
});

test('case, spaces, dashes and look-alike letters do not matter', () => {
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('o', 'O'),
      fc.constantFrom('i', 'I', 'l', 'L'),
      (key, o, i) => {
        const typed = key.replaceAll('-', ' ').toLowerCase().replaceAll('0', o).replaceAll('1', i);
        expect(normaliseActivationKey(`  ${typed} `)).toBe(key);
        expect(normaliseActivationKey(key.replaceAll('-', ''))).toBe(key);
        expect(normaliseActivationKey(key.replaceAll('-', '–'))).toBe(key);
      },
    ),
  );
});

test('one wrong character is noticed', () => {
  fc.assert(
    fc.property(keys, fc.nat(19), fc.constantFrom(...alphabet), (key, place, other) => {
      const chars = [...key.replaceAll('-', '')];
      fc.pre(chars[place] !== other);
      chars[place] = other;
      expect(normaliseActivationKey(chars.join(''))).toBeNull();
    }),
  );
});

test('two exchanged characters are noticed', () => {
  fc.assert(
    fc.property(keys, fc.nat(19), fc.nat(19), (key, a, b) => {
      const chars = [...key.replaceAll('-', '')];
      const [first, second] = [chars[a], chars[b]];
      fc.pre(first !== undefined && second !== undefined && first !== second);
      chars[a] = second;
      chars[b] = first;
      expect(normaliseActivationKey(chars.join(''))).toBeNull();
    }),
  );
});

test.each([[''], ['-'], ['UUUUU-UUUUU-UUUUU-UUUUU'], ['00000-00000-00000-0000'], ['ก'.repeat(20)]])(
  '%j is no key',
  (text) => {
    expect(normaliseActivationKey(text)).toBeNull();
  },
);
