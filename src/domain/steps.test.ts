import { expect, test } from 'bun:test';
import { finish, mergeSorted } from './steps.ts';

const byNumber = (one: number, other: number) => one - other;

test('lists are merged in their order, equal values in that of the lists', () => {
  const lists = [['b1', 'd1'], ['a2', 'b2'], [], ['b4']];
  const byLetter = (one: string, other: string) => one.charCodeAt(0) - other.charCodeAt(0);
  expect(finish(mergeSorted(lists, byLetter))).toEqual(['a2', 'b1', 'b2', 'b4', 'd1']);
});

test('others are served after some thousand values, be it in two long lists or in many short ones', () => {
  const values = Array.from({ length: 20_000 }, (_, i) => i);
  for (const size of [10_000, 10]) {
    const lists = Array.from({ length: values.length / size }, (_, i) =>
      values.slice(i * size, (i + 1) * size),
    );
    let compared = 0;
    let longest = 0;
    const steps = mergeSorted(lists, (one, other) => {
      compared += 1;
      return byNumber(one, other);
    });
    for (let isDone = false; !isDone; ) {
      const before = compared;
      isDone = steps.next().done === true;
      longest = Math.max(longest, compared - before);
    }
    expect(longest).toBeLessThan(5_000);
  }
});
