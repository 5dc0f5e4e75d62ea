import { describe, expect, test } from 'bun:test';
import { generateActivationKey, maskKey } from '../keys/activation-key.ts';
import { maskText, maskValue } from './mask.ts';

const key = generateActivationKey((count) => new Uint8Array(count).fill(0b10110101));

describe('a key', () => {
  test('shows its last five characters', () => {
    expect(maskKey('7Q4KD-9M2XP-C3R8T-VWYZ6')).toBe('*****-*****-*****-VWYZ6');
  });

  test.each([key, key.toLowerCase(), key.replaceAll('-', ' '), key.replaceAll('-', '')])(
    'is hidden in a text as %s',
    (written) => {
      const masked = `*****-*****-*****-${key.slice(-5)}`;
      expect(maskText(`sold (${written}) to her`)).toBe(`sold (${masked}) to her`);
    },
  );
});

test.each(['board', 'Paid for board', '0891112222', 'tel 089 111 2222', 'hello world twice'])(
  'a key is hidden behind %s, which looks like a part of one',
  (words) => {
    expect(maskText(`${words} ${key}`)).toEndWith(` *****-*****-*****-${key.slice(-5)}`);
  },
);

test('each of several keys in a row is hidden', () => {
  const masked = `*****-*****-*****-${key.slice(-5)}`;
  expect(maskText(`${key} ${key.replaceAll('-', '')} ${key}`)).toBe(
    `${masked} ${masked} ${masked}`,
  );
});

describe('a phone number', () => {
  test.each([
    ['+66812345678', '+66******678'],
    ['081-234-5678', '08*-***-*678'],
    ['call 0812345678 or 02 123 4567!', 'call 08*****678 or 02 *** *567!'],
    ['โทร.0812345678', 'โทร.08*****678'],
    ['66812345678', '66******678'],
    ['+1 (415) 555-2671', '+1 (4**) ***-*671'],
    ['๐๘๑๒๓๔๕๖๗๘', '๐๘*****๖๗๘'],
  ])('is hidden in %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});

test.each([
  'fw-081234567812',
  'fw-a1b2c3d4e5f6',
  '2026-11-21T05:00:00.000Z',
  '203.0.113.7',
  '2001:db8::812:3456',
  'Shop 2024, house 12',
  '01234567-89ab-4def-8123-456789abcdef',
  'a'.repeat(64),
])('%s stays as it is', (text) => {
  expect(maskText(text)).toBe(text);
});

test('values at any depth are masked', () => {
  const masked = maskValue({ id: 812345678, before: null, after: [{ phone: '+66812345678' }] });
  expect(masked).toEqual({ id: 812345678, before: null, after: [{ phone: '+66******678' }] });
});
