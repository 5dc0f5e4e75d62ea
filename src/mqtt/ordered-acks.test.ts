import { expect, test } from 'bun:test';
import { OrderedAcks } from './ordered-acks.ts';

test('acknowledgements leave in the order of their messages', () => {
  const acks = new OrderedAcks();
  const first = acks.add(1, false);
  const second = acks.add(2, false);
  acks.add(3, true);
  second.isSettled = true;
  expect(acks.takeReady()).toEqual([]);
  first.isSettled = true;
  expect(acks.takeReady()).toEqual([1, 2, 3]);
  expect(acks.isEmpty).toBe(true);
});

test('a QoS 0 message keeps its place and is not acknowledged', () => {
  const acks = new OrderedAcks();
  const silent = acks.add(0, false);
  acks.add(7, true);
  expect(acks.takeReady()).toEqual([]);
  silent.isSettled = true;
  expect(acks.takeReady()).toEqual([7]);
});
