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

  test('a small figure is never written as zero', () => {
    expect(inWords().hours(0.0003).number).toBe('less than 0.01');
    expect(inWords().minutes(0.02).number).toBe('less than 0.1');
    expect(inWords().hours(0).number).toBe('0');
  });

  test("percentages are the server's, never rounded up to 100", () => {
    expect(inWords().percent(99.999)).toBe('99.999%');
    expect(inWords().percent(100)).toBe('100%');
    expect(inWords().percent(null)).toBe('No data yet');
  });

  test('durations: minutes under 60, else hours and minutes', () => {
    expect(inWords('th').duration(59)).toBe('59 นาที');
    expect(inWords('th').duration(125)).toBe('2 ชม. 5 นาที');
    expect(inWords().duration(0.3)).toBe('less than 1 min');
    expect(inWords().duration(0)).toBe('0 min');
  });
});

describe('the range', () => {
  const month = {
    name: 'month',
    from: '2026-10-31T17:00:00.000Z',
    to: '2026-11-30T17:00:00.000Z',
    first_date: '2026-11-01',
    last_date: '2026-11-30',
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
    const day = { ...month, last_date: '2026-11-01' };
    expect(inWords().range(day, Date.parse('2026-11-01T05:00:00Z'))).toBe('1 Nov 2026');
    // This time is by a clock that is behind.
    expect(inWords().range(day, 0)).toBe('1 Nov 2026');
  });
});

test('a period is called by its month, its year, or its days', () => {
  const dates = (first: string, last: string) => ({ first, last });
  expect(inWords().dates(dates('2026-10-01', '2026-10-31'))).toBe('October 2026');
  expect(inWords('th').dates(dates('2026-10-01', '2026-10-31'))).toBe('ตุลาคม 2569');
  expect(inWords().dates(dates('2025-01-01', '2025-12-31'))).toBe('2025');
  expect(inWords().dates(dates('2025-02-01', '2026-01-31'))).toBe('1 Feb 2025 – 31 Jan 2026');
  expect(inWords().dates(dates('2026-10-05', '2026-10-05'))).toBe('5 Oct 2026');
});

test('outages, and losses that are none, are counted in different words', () => {
  expect([inWords().outages(1), inWords().times(1)]).toEqual(['1 outage', '1 time']);
  expect(inWords().times(3)).toBe('3 times');
});

test('the clocks are named', () => {
  const period = { name: 'month', from: '', to: '', first_date: '', last_date: '' } as const;
  expect(inWords().timezone({ ...period, timezone: 'Asia/Bangkok' })).toBe('Asia/Bangkok (GMT+7)');
  expect(inWords().timezone({ ...period, timezone: 'Asia/Tokyo' })).toBe(
    'Asia/Bangkok (GMT+7) · Asia/Tokyo (GMT+9)',
  );
});

describe('the bars', () => {
  const dates = (...days: string[]) =>
    days.map((date, index) => ({ date, count: index + 1, duration: 61 }));

  test('are the most recent 15 dates, oldest first', () => {
    const month = Array.from({ length: 20 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);
    const bars = inWords().bars(dates(...month));
    expect(bars).toHaveLength(15);
    expect(bars[0]).toEqual({ label: '6 Nov', value: 6, detail: '1 h 1 min in all' });
    expect(bars.at(-1)).toMatchObject({ label: '20 Nov', value: 20 });
  });

  test('a day on which none began says that one went on', () => {
    const [bar] = inWords().bars([{ date: '2026-11-02', count: 0, duration: 780 }]);
    expect(bar).toMatchObject({
      value: 0,
      detail: 'An earlier outage went on, 13 h without power',
    });
  });

  test('say the year where there is more than one, so that no two are called the same', () => {
    const labels = inWords('th')
      .bars(dates('2025-11-20', '2026-11-20'))
      .map(({ label }) => label);
    expect(labels).toEqual(['20 พ.ย. 2568', '20 พ.ย. 2569']);
  });
});
