import { describe, expect, test } from 'bun:test';
import { addAbsence, awaitedUntil, longestWaitMs, returnMs } from './absence.ts';

const second = 1_000;

describe('how long a board may take to come back', () => {
  test.each([
    ['after a moment', 'mqtt', 1, 10, 15],
    ['as long as the absence', 'mqtt', 40, 10, 40],
    ['a minute at most', 'mqtt', 3_600, 10, 60],
    ['over HTTP, as it pauses too', 'http', 40, 10, 40],
    ['over HTTP, until its next heartbeat', 'http', 2, 30, 35],
    ['over HTTP, a minute at most', 'http', 2, 300, 60],
    ['over HTTP, a minute where its interval is not known', 'http', 2, null, 60],
  ] as const)('%s', (_, transport, lasted, beatEvery, seconds) => {
    const beatEveryMs = beatEvery === null ? null : beatEvery * second;
    expect(returnMs(lasted * second, { transport, beatEveryMs })).toBe(seconds * second);
  });
});

describe('absences', () => {
  const board = { transport: 'mqtt', beatEveryMs: 10 * second } as const;
  const off = (from: number, to: number) => ({
    ...{ fromAt: from * second, fromMono: from * second, endMono: to * second },
  });

  test('that follow each other closely are one, and boards are awaited after the last', () => {
    const one = addAbsence(null, off(100, 140));
    expect(awaitedUntil(one, board)).toBe(180 * second);
    const both = addAbsence(one, off(160, 180));
    expect(both).toMatchObject({ fromAt: 100 * second, lastedMs: 80 * second });
    expect(awaitedUntil(both, board)).toBe(240 * second);
  });

  test('that are apart are two', () => {
    const both = addAbsence(addAbsence(null, off(100, 140)), off(201, 205));
    expect(both.fromAt).toBe(201 * second);
  });

  test('without end keep nothing back for good', () => {
    let absence = addAbsence(null, off(0, 10));
    const firstEnd = 10 * second;
    for (let start = 30; start < 2_000; start += 20) {
      absence = addAbsence(absence, off(start - 10, start));
      expect(awaitedUntil(absence, board)).toBeLessThanOrEqual(firstEnd + longestWaitMs);
    }
  });
});
