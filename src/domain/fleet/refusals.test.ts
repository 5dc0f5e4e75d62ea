import { expect, test } from 'bun:test';
import { RefusalLog, type Refused, refusalMemoryMs } from './refusals.ts';

const refused = (fields: Partial<Refused> = {}): Refused => ({
  ...{ code: 'topic', address: '192.0.2.1', detail: '', message: null },
  ...fields,
});

test('repeated refusals are counted, and begin anew after a day without any', () => {
  const log = new RefusalLog();
  log.note(refused({ detail: 'a' }), 1000);
  log.note(refused({ detail: 'b' }), 2000);
  expect(log.recent(3000)).toEqual([
    { ...refused({ detail: 'b' }), since: 1000, last: 2000, count: 2 },
  ]);
  const later = 2000 + refusalMemoryMs;
  expect(log.recent(later)).toEqual([]);
  log.note(refused(), later);
  expect(log.recent(later)).toMatchObject([{ since: later, count: 1 }]);
});

test('each kind of refusal has a line, and of many senders the latest are kept', () => {
  const log = new RefusalLog(3);
  for (let n = 1; n <= 5; n++) log.note(refused({ address: `${n}` }), n, `${n}`);
  log.note(refused({ address: '3' }), 6, '3');
  log.note(refused({ address: '6' }), 7, '6');
  expect(log.recent(8).map(({ address, count }) => [address, count])).toEqual([
    ['6', 1],
    ['3', 2],
    ['5', 1],
  ]);
});

test('kept texts are short and contain no control characters', () => {
  const log = new RefusalLog();
  log.note(refused({ detail: '\u001b[31m\u202eปลั๊ก', message: 'x'.repeat(5000) }), 1);
  const [line] = log.recent(1);
  expect(line?.detail).toBe('·[31m·ปลั๊ก');
  expect(line?.message).toHaveLength(200);
});
