import { expect, test } from 'bun:test';
import { causeState, causeWords } from './cause-words.ts';

test('silence that goes on may be a power outage; silence that ended unexplained is nobody’s to name', () => {
  const open = { cause: 'silent', is_power_outage: true } as const;
  const ended = { cause: 'silent', is_power_outage: false } as const;
  expect(causeWords(open)[0]).toBe('report.cause.silent');
  expect(causeState(open)).toBe('contact_lost');
  expect(causeWords(ended)[0]).toBe('report.cause.unexplained');
  expect(causeState(ended)).toBe('unobserved');
});

test('every other cause is told as what it is', () => {
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
