import { expect, test } from 'bun:test';
import { causeState, causeWords } from './cause-words.ts';

test('silence that goes on may be a power outage, and silence that ended unexplained is left unnamed', () => {
  const open = { cause: 'silent', is_power_outage: true } as const;
  const ended = { cause: 'silent', is_power_outage: false } as const;
  expect(causeWords(open)[0]).toBe('report.cause.silent');
  expect(causeState(open)).toBe('contact_lost');
  expect(causeWords(ended)[0]).toBe('report.cause.unexplained');
  expect(causeState(ended)).toBe('unobserved');
});

test('every other cause is called by its name', () => {
  const told = (['mains', 'network', 'device', 'unobserved'] as const).map((cause) => {
    const entry = { cause, is_power_outage: cause === 'mains' };
    return [causeWords(entry)[0], causeState(entry)];
  });
  expect(told).toEqual([
    ['report.cause.mains', 'mains_lost'],
    ['report.cause.network', 'internet_lost'],
    ['report.cause.device', 'device_restarted'],
    ['report.cause.unobserved', 'unobserved'],
  ]);
});
