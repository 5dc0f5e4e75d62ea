import { expect, test } from 'bun:test';
import { causeState, causeWords, worstFirst } from './report-facts.ts';

test('the site that was without power the longest comes first, the others by name', () => {
  const site = (name: string, minutes: number, count: number) => ({
    device_id: name,
    device_name: name,
    outage_count: count,
    total_duration: minutes,
    availability_percent: 100,
    observed_hours: 1,
  });
  const order = worstFirst([
    site('Attic', 0, 0),
    site('Barn', 30, 1),
    site('Cafe', 90, 1),
    site('Dairy', 0, 1),
    site('Eatery', 0, 0),
  ]).map(({ device_name: name }) => name);
  expect(order).toEqual(['Cafe', 'Barn', 'Dairy', 'Attic', 'Eatery']);
});

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
