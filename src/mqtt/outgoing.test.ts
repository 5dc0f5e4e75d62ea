import { beforeEach, expect, test } from 'bun:test';
import { OrderedAcks } from './outgoing.ts';

let acks: OrderedAcks;
let written: number[];
const write = (id: number) => () => void written.push(id);

beforeEach(() => {
  acks = new OrderedAcks();
  written = [];
});

test('acknowledgements leave in the order of their messages', () => {
  const first = acks.add(write(1), false);
  const second = acks.add(write(2), false);
  acks.add(write(3), true);
  second.isSettled = true;
  acks.writeReady();
  expect(written).toEqual([]);
  first.isSettled = true;
  acks.writeReady();
  expect(written).toEqual([1, 2, 3]);
  expect(acks.isEmpty).toBe(true);
});

test('a QoS 0 message keeps its place and is not acknowledged', () => {
  const silent = acks.add(null, false);
  acks.add(write(7), true);
  acks.writeReady();
  expect(written).toEqual([]);
  silent.isSettled = true;
  acks.writeReady();
  expect(written).toEqual([7]);
});
