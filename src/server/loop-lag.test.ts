import { expect, test } from 'bun:test';
import { LoopLag } from './loop-lag.ts';

test('tells the worst delay of the last minute or two, and forgets older ones', () => {
  let now = 0;
  const lag = new LoopLag(() => now);
  const step = (ms: number) => {
    now += ms;
    lag.sample();
  };
  step(500);
  step(2_500);
  expect(lag.worstMs()).toBe(2_000);
  for (let i = 0; i < 130; i += 1) step(500);
  expect(lag.worstMs()).toBe(2_000);
  for (let i = 0; i < 130; i += 1) step(500);
  expect(lag.worstMs()).toBe(0);
});

test('a stall that goes on is seen while it lasts', () => {
  let now = 0;
  const lag = new LoopLag(() => now);
  now = 5_000;
  expect(lag.worstMs()).toBe(4_500);
});
