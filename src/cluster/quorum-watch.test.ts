import { expect, test } from 'bun:test';
import { QuorumWatch } from './quorum-watch.ts';

/** @param lost ranges of seconds, from and until, in which too few servers of NATS answer */
function hear(seconds: number, lost: readonly (readonly [number, number])[]): string[] {
  const watch = new QuorumWatch();
  const said: string[] = [];
  for (let second = 0; second <= seconds; second++) {
    const isLost = lost.some(([from, until]) => second >= from && second < until);
    const word = watch.look(isLost, second * 1_000);
    if (word !== null) said.push(`${word} at ${second}`);
  }
  return said;
}

test('a lost quorum is said once however long it lasts, and that it is back', () => {
  expect(hear(4_000, [[10, 3_600]])).toEqual(['lost at 25', 'back at 3605']);
});

test('servers that are away for a moment are not worth a word', () => {
  expect(hear(100, [[10, 24]])).toEqual([]);
});

test('servers that come back and fail again are not said to be back', () => {
  const lost = [
    [10, 60],
    [63, 70],
    [74, 80],
  ] as const;
  expect(hear(100, lost)).toEqual(['lost at 25', 'back at 85']);
});
