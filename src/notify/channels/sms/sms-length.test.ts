import { expect, test } from 'bun:test';
import { cutSms, measureSms, toPlainSms } from './sms-length.ts';

test.each([
  [0, '', 'gsm7', 1],
  [160, 'a', 'gsm7', 1],
  [161, 'a', 'gsm7', 2],
  [306, 'a', 'gsm7', 2],
  [307, 'a', 'gsm7', 3],
  // Each bracket takes two places.
  [80, '[', 'gsm7', 1],
  [81, '[', 'gsm7', 2],
  [70, 'ก', 'ucs2', 1],
  [71, 'ก', 'ucs2', 2],
  [134, 'ก', 'ucs2', 2],
  [135, 'ก', 'ucs2', 3],
  [35, '🔴', 'ucs2', 1],
  // A part has 67 places, so one half of the 34th would be in the next.
  [67, '🔴', 'ucs2', 3],
] as const)('%d times "%s": %s, parts: %d', (count, letter, alphabet, parts) => {
  expect(measureSms(letter.repeat(count))).toEqual({ alphabet, parts });
});

test('a bracket, which takes two places, is not cut in two', () => {
  const text = `${'a'.repeat(152)}[${'a'.repeat(152)}`;
  expect(measureSms(text)).toEqual({ alphabet: 'gsm7', parts: 3 });
});

test('a mark that would make a Latin text longer is written plainly', () => {
  const text = toPlainSms('🔴 “Café” – 13:02 … it’s `off` • now');
  expect(text).toBe("\"Café\" - 13:02 ... it's 'off' - now");
  expect(measureSms(text).alphabet).toBe('gsm7');
});

test.each(['word ', 'คำ ', '🔴'])('a long text of "%s" is cut to its parts', (word) => {
  const text = word.repeat(100);
  for (const parts of [1, 2, 3]) {
    const cut = cutSms(text, parts);
    expect(measureSms(cut).parts).toBe(parts);
    expect(text).toStartWith(cut.slice(0, -3));
    expect(cut).toEndWith('...');
  }
  expect(cutSms(text, 9)).toBe(text);
});
