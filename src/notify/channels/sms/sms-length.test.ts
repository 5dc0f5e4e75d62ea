import { expect, test } from 'bun:test';
import { cutSms, measureSms, toPlainSms } from './sms-length.ts';

test.each([
  ['', 'gsm7', 1],
  ['a'.repeat(160), 'gsm7', 1],
  ['a'.repeat(161), 'gsm7', 2],
  ['a'.repeat(306), 'gsm7', 2],
  ['a'.repeat(307), 'gsm7', 3],
  // Each bracket takes two, and is not cut in two.
  ['['.repeat(80), 'gsm7', 1],
  [`${'['.repeat(80)}a`, 'gsm7', 2],
  [`${'a'.repeat(152)}[${'a'.repeat(152)}`, 'gsm7', 3],
  ['ก'.repeat(70), 'ucs2', 1],
  ['ก'.repeat(71), 'ucs2', 2],
  ['ก'.repeat(134), 'ucs2', 2],
  ['ก'.repeat(135), 'ucs2', 3],
  ['🔴'.repeat(35), 'ucs2', 1],
  // A part has 67, so one half of the 34th would be in the next.
  ['🔴'.repeat(67), 'ucs2', 3],
] as const)('%p: %s, %d', (text, alphabet, parts) => {
  expect(measureSms(text)).toEqual({ alphabet, parts });
});

test('what would make a Latin text dear is written plainly', () => {
  const text = toPlainSms('🔴 “Café” – 13:02 … it’s `off` • now');
  expect(text).toBe("\"Café\" - 13:02 ... it's 'off' - now");
  expect(measureSms(text).alphabet).toBe('gsm7');
});

test.each(['word '.repeat(100), 'คำ '.repeat(100), '🔴'.repeat(100)])('%p is cut', (text) => {
  for (const parts of [1, 2, 3]) {
    const cut = cutSms(text, parts);
    expect(measureSms(cut).parts).toBe(parts);
    expect(text).toStartWith(cut.slice(0, -3));
    expect(cut).toEndWith('...');
  }
  expect(cutSms(text, 9)).toBe(text);
});
