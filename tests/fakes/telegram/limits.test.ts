import { describe, expect, test } from 'bun:test';
import { Limiter, noLimits, telegramLimits } from './limits.ts';

const strict = { ...telegramLimits, slackMs: 0 };

describe('limits of the Bot API', () => {
  test('a second message to the same chat within a second waits for the rest of it', () => {
    const limiter = new Limiter(strict);
    expect(limiter.admit(7, 0)).toBe(0);
    expect(limiter.admit(7, 999)).toBe(1);
    expect(limiter.admit(7, 1000)).toBe(0);
    expect(limiter.violations).toBe(1);
  });

  test('thirty messages may come at once and the thirty-first waits', () => {
    const limiter = new Limiter(strict);
    const waits = Array.from({ length: 31 }, (_, chat) => limiter.admit(chat + 1, 0));
    expect(waits.slice(0, 30).every((seconds) => seconds === 0)).toBe(true);
    expect(waits[30]).toBe(1);
    expect(limiter.admit(99, 34)).toBe(0);
  });

  test('a sender at exactly the limit is never refused, a faster one is', () => {
    const steady = new Limiter(strict);
    const hasty = new Limiter(strict);
    for (let i = 0; i < 300; i++) {
      expect(steady.admit(i + 1, i * (1000 / 30) + 1e-6 * i)).toBe(0);
      hasty.admit(i + 1, i * (1000 / 40));
    }
    expect(hasty.violations).toBeGreaterThan(0);
  });

  test('slack forgives jitter but not a higher rate', () => {
    const limiter = new Limiter({ ...telegramLimits, slackMs: 50 });
    expect(limiter.admit(7, 0)).toBe(0);
    expect(limiter.admit(7, 960)).toBe(0);
    expect(limiter.admit(7, 1920)).toBe(1);
  });

  test('a group takes twenty messages a minute', () => {
    const limiter = new Limiter({ ...strict, perChatPerSecond: 1000 });
    const waits = Array.from({ length: 21 }, (_, i) => limiter.admit(-5, i));
    expect(waits.slice(0, 20).every((seconds) => seconds === 0)).toBe(true);
    expect(waits[20]).toBe(3);
  });

  test('a message before the imposed time is refused and counted, one in flight is not counted', () => {
    const limiter = new Limiter(strict);
    limiter.imposeWait('everyone', 5, 0);
    expect(limiter.admit(7, 20)).toBe(5);
    expect(limiter.violations).toBe(0);
    expect(limiter.admit(7, 3000)).toBe(2);
    expect(limiter.violations).toBe(1);
    expect(limiter.admit(7, 5000)).toBe(0);
  });

  test('a wait imposed on one chat leaves the others alone', () => {
    const limiter = new Limiter(strict);
    limiter.imposeWait(7, 5, 0);
    expect(limiter.admit(8, 200)).toBe(0);
    expect(limiter.admit(7, 200)).toBe(5);
  });

  test('without limits everything passes', () => {
    const limiter = new Limiter(noLimits);
    for (let i = 0; i < 1000; i++) expect(limiter.admit(-7, 0)).toBe(0);
  });
});
