import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { normaliseContactPhone, normalisePhone } from './phone.ts';

test.each([
  ['0812345678', '+66812345678'],
  ['081-234-5678', '+66812345678'],
  [' 081 234 5678 ', '+66812345678'],
  ['(081) 234.5678', '+66812345678'],
  ['๐๘๑๒๓๔๕๖๗๘', '+66812345678'],
  ['+66812345678', '+66812345678'],
  ['+66 81 234 5678', '+66812345678'],
  ['+66 (0)81 234 5678', '+66812345678'],
  ['66812345678', '+66812345678'],
  ['0066812345678', '+66812345678'],
  ['02 123 4567', '+6621234567'],
  ['+44 20 7946 0958', '+442079460958'],
])('%j is %s', (text, phone) => {
  expect(normalisePhone(text)).toBe(phone);
});

test.each([
  [''],
  ['+'],
  ['hello'],
  ['0'],
  ['081234567890'],
  ['0012'],
  ['+0812345678'],
  ['812345678'],
  ['+66 12 34'],
  ['081x2345678'],
  ['+1234567890123456'],
  ['00'],
])('%j is no phone number', (text) => {
  expect(normalisePhone(text)).toBeNull();
});

test('a shared contact is international with or without its plus', () => {
  expect(normaliseContactPhone('66812345678')).toBe('+66812345678');
  expect(normaliseContactPhone('+66812345678')).toBe('+66812345678');
  expect(normaliseContactPhone('442079460958')).toBe('+442079460958');
});

test('a normalised phone number is E.164, and normalising it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-() ๐๖') }), (text) => {
      const phone = normalisePhone(text);
      if (phone === null) return;
      expect(phone).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(normalisePhone(phone)).toBe(phone);
    }),
  );
});
