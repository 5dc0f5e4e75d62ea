import { expect, test } from 'bun:test';
import { settable } from './thai-text.ts';

test('SARA AM is its two signs, with the tone mark above the ring', () => {
  expect(settable('น้ำ')).toBe('น\u0e4d้า');
  expect(settable('กำลัง ทำ')).toBe('ก\u0e4dาลัง ท\u0e4dา');
});

test('what the font has no sign for is no box', () => {
  expect(settable('🏠 ร้าน\u{1f1f9}\u{1f1ed} 👨‍👩‍👧 “Café” 24 ชม.')).toBe('ร้าน “Café” 24 ชม.');
  expect(settable('北 Shop\n2')).toBe('? Shop 2');
});
