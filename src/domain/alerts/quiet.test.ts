import { expect, test } from 'bun:test';
import { quietFrom, quietOf } from './quiet.ts';

const at = (time: string) => Date.parse(time);

test.each([
  ['2026-11-22T22:00+07:00', '2026-11-23T08:00+07:00', 'Asia/Bangkok'],
  ['2026-11-22T03:15+07:00', '2026-11-22T08:00+07:00', 'Asia/Bangkok'],
  ['2026-11-22T08:00+07:00', '2026-11-23T08:00+07:00', 'Asia/Bangkok'],
  ['2026-11-22T07:59+07:00', '2026-11-22T08:00+07:00', 'Asia/Bangkok'],
  // The night in which clocks go forward, and the one in which they go back.
  ['2026-03-28T23:00+01:00', '2026-03-29T08:00+02:00', 'Europe/Berlin'],
  ['2026-10-24T23:00+02:00', '2026-10-25T08:00+01:00', 'Europe/Berlin'],
])('after %s the morning comes at %s in %s %s', (now, morning, zone) => {
  expect(quietOf('morning', at(now), zone)).toEqual({ until: at(morning) });
});

test('a mute that is over counts as none, and alerts that are off stay off', () => {
  const now = at('2026-11-22T22:00+07:00');
  expect(quietFrom({ alertEnabled: true, mutedUntil: now }, now)).toBe('none');
  expect(quietFrom({ alertEnabled: true, mutedUntil: now + 1 }, now)).toEqual({ until: now + 1 });
  expect(quietFrom({ alertEnabled: false, mutedUntil: now + 1 }, now)).toBe('ever');
});
