import { expect, test } from 'bun:test';
import { describeClock } from './check-clock.ts';

test.each([
  [0, true, 'ok', 'agrees'],
  [-4_000, null, 'ok', 'agrees'],
  [30_000, true, 'warning', '30 seconds fast'],
  [-90_000, true, 'wrong', '90 seconds slow'],
  [3_600_000, false, 'wrong', '3600 seconds fast'],
  // A clock that nobody sets may be right by chance.
  [0, false, 'warning', 'by a time server'],
  [null, false, 'warning', 'by a time server'],
  [null, true, 'ok', 'A time server'],
  [null, null, 'ok', 'nothing to compare'],
] as const)('%p ms ahead, synchronized %p: %s', (aheadMs, isSynchronized, state, text) => {
  const findings = describeClock(aheadMs, isSynchronized);
  expect(findings).toMatchObject([{ state, text: expect.stringContaining(text) }]);
  expect(findings[0]?.mend === null).toBe(state === 'ok');
});
