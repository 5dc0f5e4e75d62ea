import { expect, test } from 'bun:test';
import { worstFirst } from './report-facts.ts';

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
