import { expect, test } from 'bun:test';
import { ChannelHealth } from './channel-health.ts';

const make = () => new ChannelHealth(() => 0.999999);

test('one address that fails again and again does not stop the others', () => {
  const health = make();
  for (let i = 0; i < 10; i++) health.fail('a', i);
  expect(health.capacity(10, 64)).toBe(64);
});

test('three addresses failing in a row pause the channel, longer each time', () => {
  const health = make();
  for (const address of ['a', 'b', 'c']) health.fail(address, 0);
  expect(health.capacity(0, 64)).toBe(0);
  expect(Math.round(health.waitMs(0))).toBe(1000);
  expect(health.capacity(1000, 64)).toBe(1);
  const waits: number[] = [];
  let now = 1000;
  for (let i = 0; i < 7; i++) {
    health.fail('d', now);
    waits.push(Math.round(health.waitMs(now)));
    now += 30_000;
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('failures of messages that were on their way together count once', () => {
  const health = make();
  for (let i = 0; i < 60; i++) health.fail(`chat ${i}`, 5);
  expect(Math.round(health.waitMs(5))).toBe(1000);
});

test('one success ends the pause', () => {
  const health = make();
  for (const address of ['a', 'b', 'c']) health.fail(address, 0);
  expect(health.isFailing).toBe(true);
  health.succeed();
  expect(health.isFailing).toBe(false);
  expect(health.capacity(0, 64)).toBe(64);
  health.fail('a', 1);
  expect(health.capacity(1, 64)).toBe(64);
});
