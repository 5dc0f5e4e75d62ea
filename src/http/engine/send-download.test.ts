import { expect, test } from 'bun:test';
import { sendDownload } from './send-download.ts';

test.each([
  ['devices-2026-11-22.csv', 'devices-2026-11-22.csv', 'devices-2026-11-22.csv'],
  ['ไฟดับ.csv', '_.csv', '%E0%B9%84%E0%B8%9F%E0%B8%94%E0%B8%B1%E0%B8%9A.csv'],
  ['a "b"\\c%20(1)\'*.csv', "a _b__c_20(1)'*.csv", 'a%20%22b%22%5Cc%2520%281%29%27%2A.csv'],
  ['a\r\nX: y.csv', 'a_X: y.csv', 'a%0D%0AX%3A%20y.csv'],
  ['\ud800.csv', '_.csv', '%EF%BF%BD.csv'],
])('%p is named for every program', async (name, plain, extended) => {
  const answer = sendDownload('text', name, 'text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${extended}`,
  );
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await answer.text()).toBe('text');
});
