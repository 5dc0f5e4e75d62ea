import { expect, test } from 'bun:test';
import { lostPerSite } from './lost-per-site.ts';

const site = (total_duration: number) => ({ total_duration });
const cause = (name: 'mains' | 'silent', is_power_outage: boolean, duration: number) => ({
  cause: name,
  is_power_outage,
  duration,
});

test('time without power is the mean of the sites, with what silence alone has shown so far', () => {
  const report = {
    by_device: [site(60), site(0), site(30)],
    by_cause: [cause('mains', true, 60), cause('silent', true, 30), cause('silent', false, 500)],
  };
  expect(lostPerSite(report)).toEqual({ minutes: 30, uncertainMinutes: 10 });
});

test('an account without sites lost nothing', () => {
  expect(lostPerSite({ by_device: [], by_cause: [] })).toEqual({ minutes: 0, uncertainMinutes: 0 });
});
