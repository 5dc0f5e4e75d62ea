import { beforeAll, describe, expect, test } from 'bun:test';
import i18next, { type i18n } from 'i18next';
import type { Language } from '../../lib/language.ts';
import en from '../../locales/en.json';
import th from '../../locales/th.json';
import { createReportWords } from './report-words.ts';

let words: i18n;

beforeAll(async () => {
  words = i18next.createInstance();
  await words.init({
    resources: { th: { translation: th }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

const inWords = (language: Language = 'en') =>
  createReportWords(words.getFixedT(language), language);

describe('figures', () => {
  test('hours to the hundredth, minutes to the tenth, counts whole', () => {
    expect(inWords().hours(2.1251)).toEqual({ number: '2.13', unit: 'hours' });
    expect(inWords().hours(1234.5)).toEqual({ number: '1,234.5', unit: 'hours' });
    expect(inWords().minutes(127.55)).toEqual({ number: '127.6', unit: 'minutes' });
    expect(inWords().count(1)).toEqual({ number: '1', unit: 'outage' });
    expect(inWords('th').count(1204)).toEqual({ number: '1,204', unit: 'ครั้ง' });
  });

  test('what is there is never written as nothing', () => {
    expect(inWords().hours(0.0003).number).toBe('less than 0.01');
    expect(inWords().minutes(0.02).number).toBe('less than 0.1');
    expect(inWords().hours(0).number).toBe('0');
  });

  test('per cent as the server has them, never rounded up to 100', () => {
    expect(inWords().percent(99.999)).toBe('99.999%');
    expect(inWords().percent(100)).toBe('100%');
    expect(inWords().percent(null)).toBe('No data yet');
  });

  test('durations: minutes under 60, else hours and minutes', () => {
    expect(inWords('th').duration(59)).toBe('59 นาที');
    expect(inWords('th').duration(125)).toBe('2 ชม. 5 นาที');
    expect(inWords().duration(0.3)).toBe('under 1 min');
    expect(inWords().duration(0)).toBe('0 mins');
  });
});

describe('the range', () => {
  const month = {
    name: 'month',
    from: '2026-10-31T17:00:00.000Z',
    to: '2026-11-30T17:00:00.000Z',
    timezone: 'Asia/Bangkok',
  } as const;

  test('ends today while the period goes on, and with its last day when it is over', () => {
    expect(inWords().range(month, Date.parse('2026-11-21T05:00:00Z'))).toBe(
      '1 Nov 2026 – 21 Nov 2026',
    );
    expect(inWords('th').range(month, Date.parse('2027-02-01T00:00:00Z'))).toBe(
      '1 พ.ย. 2569 – 30 พ.ย. 2569',
    );
  });

  test('of one day is that day', () => {
    const day = { ...month, to: '2026-11-01T17:00:00.000Z' };
    expect(inWords().range(day, Date.parse('2026-11-01T05:00:00Z'))).toBe('1 Nov 2026');
    // Of a clock that is behind, still.
    expect(inWords().range(day, 0)).toBe('1 Nov 2026');
  });
});

describe('the bars', () => {
  const dates = (...days: string[]) =>
    days.map((date, index) => ({ date, count: index + 1, duration: 61 }));

  test('are the most recent 15 dates, oldest first', () => {
    const month = Array.from({ length: 20 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);
    const bars = inWords().bars(dates(...month));
    expect(bars).toHaveLength(15);
    expect(bars[0]).toEqual({ label: '6 Nov', value: 6, detail: '1 hr 1 min in all' });
    expect(bars.at(-1)).toMatchObject({ label: '20 Nov', value: 20 });
  });

  test('say the year where there is more than one, so that no two are called the same', () => {
    const labels = inWords('th')
      .bars(dates('2025-11-20', '2026-11-20'))
      .map(({ label }) => label);
    expect(labels).toEqual(['20 พ.ย. 2568', '20 พ.ย. 2569']);
  });
});
