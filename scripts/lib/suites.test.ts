import { expect, test } from 'bun:test';
import { formatOutcomes, judge } from './suites.ts';

test('a suite passes, fails, or was skipped with its reason', () => {
  expect(judge('a', 0, 'All is well.\n', 1_400).result).toBe('passed');
  expect(judge('a', 1, 'skipped: no\n', 0)).toMatchObject({
    result: 'failed',
    note: 'ended with 1',
  });
  expect(judge('a', 0, '> npm\nskipped: this test needs root\n', 0)).toMatchObject({
    result: 'skipped',
    note: 'this test needs root',
  });
  const parts = 'one\n  skipped: no nft\ntwo\n  skipped: no disk\n';
  expect(judge('a', 0, parts, 0)).toMatchObject({ result: 'passed', note: '2 parts skipped' });
});

test('the table has a line for each, with its seconds', () => {
  const table = formatOutcomes([judge('test', 0, '', 280_000), judge('test:web', 3, '', 9_000)]);
  expect(table).toBe('test      passed     280 s\ntest:web  failed       9 s  ended with 3');
});
