import { expect, test } from 'bun:test';
import { AnswerQueue } from './answer-lane.ts';

function makeQueue() {
  const dropped: number[] = [];
  const queue = new AnswerQueue(() => dropped.push(1));
  const add = (address: string, askedMs = 0) => {
    const answer = { address, send: async () => {}, askedMs };
    queue.add(answer);
    return answer;
  };
  const takeAll = (now = 0) => {
    const order: string[] = [];
    for (;;) {
      const answer = queue.take(now, () => true);
      if (answer === null) return order;
      order.push(answer.address);
    }
  };
  return { queue, dropped, add, takeAll };
}

test('chats take turns, however many questions one of them asks', () => {
  const { queue, add, takeAll } = makeQueue();
  for (let i = 0; i < 3; i += 1) add('a');
  add('b');
  add('c');
  expect(takeAll()).toEqual(['a', 'b', 'c', 'a', 'a']);
  expect(queue.isEmpty).toBe(true);
});

test('at most sixty answers wait, and the chat with the most loses its oldest', () => {
  const { dropped, add, takeAll } = makeQueue();
  add('quiet');
  for (let i = 0; i < 100; i += 1) add('loud');
  add('late');
  expect(dropped).toHaveLength(42);
  const order = takeAll();
  expect(order).toHaveLength(60);
  expect(order.slice(0, 3)).toEqual(['quiet', 'loud', 'late']);
});

test('an answer that has waited for a quarter of a minute is dropped', () => {
  const { dropped, add, takeAll } = makeQueue();
  add('a', 0);
  add('a', 10_000);
  expect(takeAll(15_001)).toEqual(['a']);
  expect(dropped).toHaveLength(1);
});

test('an address that cannot take a message now is passed over, and keeps its turn', () => {
  const { queue, add, takeAll } = makeQueue();
  const first = add('a');
  add('a');
  add('b');
  expect(queue.take(0, (address) => address !== 'a')?.address).toBe('b');
  expect(queue.take(0, () => true)).toBe(first);
  queue.putBack(first);
  expect(queue.take(0, () => true)).toBe(first);
  expect(takeAll()).toEqual(['a']);
});
