import { expect, test } from 'bun:test';
import { makeTimeWords } from './wording.ts';

const bangkok = 'Asia/Bangkok';
const at = (text: string) => Date.parse(`${text}+07:00`);
const now = at('2026-11-21T15:00:00');

test('today is told with its time, another day also with its date, another year also with its year', () => {
  const en = makeTimeWords(now, 'en', bangkok);
  expect(en.moment(at('2026-11-21T13:02:59'))).toBe('13:02');
  expect(en.moment(at('2026-11-21T00:05:00'))).toBe('00:05');
  expect(en.moment(at('2026-11-20T23:59:00'))).toBe('20 Nov 23:59');
  expect(en.moment(at('2025-12-31T23:59:00'))).toBe('31 Dec 2025 23:59');
});

test('Thai has its own months, year and word for the hour', () => {
  const th = makeTimeWords(now, 'th', bangkok);
  expect(th.moment(at('2026-11-21T13:02:00'))).toBe('13:02 น.');
  expect(th.moment(at('2026-11-20T23:59:00'))).toBe('20 พ.ย. 23:59 น.');
  expect(th.moment(at('2025-12-31T23:59:00'))).toBe('31 ธ.ค. 2568 23:59 น.');
});

test('a span names its day once', () => {
  const en = makeTimeWords(now, 'en', bangkok);
  const th = makeTimeWords(now, 'th', bangkok);
  const [from, to] = [at('2026-11-21T13:02:00'), at('2026-11-21T13:40:00')];
  expect(en.span(from, to)).toBe('13:02–13:40');
  expect(th.span(from, to)).toBe('13:02–13:40 น.');
  const midnight = at('2026-11-20T23:50:00');
  expect(en.span(midnight, to)).toBe('20 Nov 23:50 – 21 Nov 13:40');
  expect(en.span(midnight, midnight + 60_000)).toBe('20 Nov 23:50–23:51');
  expect(en.span(midnight - 86_400_000, midnight)).toBe('19 Nov 23:50 – 20 Nov 23:50');
});

test('the day is that of the time zone', () => {
  const moment = Date.parse('2026-11-20T18:30:00Z');
  expect(makeTimeWords(now, 'en', bangkok).moment(moment)).toBe('01:30');
  expect(makeTimeWords(now, 'en', 'UTC').moment(moment)).toBe('20 Nov 18:30');
});
