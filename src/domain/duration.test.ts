import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { durationInWords, lostTimeInWords } from './duration.ts';

const minute = 60_000;

test.each([
  [0, 'less than 1 min', 'ไม่ถึง 1 นาที'],
  [minute - 1, 'less than 1 min', 'ไม่ถึง 1 นาที'],
  [minute, '1 min', '1 นาที'],
  [59.9 * minute, '59 min', '59 นาที'],
  [60 * minute, '1 h', '1 ชม.'],
  [125 * minute, '2 h 5 min', '2 ชม. 5 นาที'],
  [49 * 60 * minute, '49 h', '49 ชม.'],
  [-5 * minute, 'less than 1 min', 'ไม่ถึง 1 นาที'],
])('%d ms is %j', (ms, en, th) => {
  expect(durationInWords(ms, 'en')).toBe(en);
  expect(durationInWords(ms, 'th')).toBe(th);
});

test('the words never say more than has passed', () => {
  fc.assert(
    fc.property(fc.nat(400 * 60 * minute), (ms) => {
      const text = durationInWords(ms, 'en');
      const hours = Number(/(\d+) h/.exec(text)?.[1] ?? 0);
      const minutes = text.startsWith('less') ? 0 : Number(/(\d+) min/.exec(text)?.[1] ?? 0);
      expect(minutes).toBeLessThan(60);
      expect(hours * 60 + minutes).toBe(Math.floor(ms / minute));
    }),
  );
});

test('what a report gives in rounded hours loses no minute', () => {
  for (const minutes of [1, 42, 185, 227, 788, 44_640]) {
    const hours = Number((minutes / 60).toFixed(4));
    expect(lostTimeInWords(hours * 60, 'en')).toBe(durationInWords(minutes * minute, 'en'));
  }
  expect(lostTimeInWords(0, 'en')).toBe('0 min');
});
