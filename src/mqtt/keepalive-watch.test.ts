import { beforeEach, expect, test } from 'bun:test';
import { TestTime } from '../../tests/support/monitor.ts';
import { KeepaliveWatch } from './keepalive-watch.ts';

let time: TestTime;
let startedMono: number;
let silentAfterMs: number | null;
let watch: KeepaliveWatch;

beforeEach(() => {
  time = new TestTime();
  startedMono = time.monoMs;
  silentAfterMs = null;
  watch = new KeepaliveWatch(10, time, () => {
    silentAfterMs = time.monoMs - startedMono;
  });
});

const pass = (ms: number) => time.runMs(ms, async () => {});

test('silence is told once, after one and a half keepalives and a second look', async () => {
  await pass(15_249);
  expect(silentAfterMs).toBeNull();
  await pass(60_000);
  expect(silentAfterMs).toBe(15_250);
});

test('a packet puts the deadline off', async () => {
  await pass(14_000);
  watch.heardMono = time.monoMs;
  await pass(15_249);
  expect(silentAfterMs).toBeNull();
  await pass(1);
  expect(silentAfterMs).toBe(29_250);
});

test('bytes that waited while the process stood still end the silence', async () => {
  time.advanceMs(30_000);
  // The timer is due now. The sockets have their turn a little later.
  await pass(50);
  watch.heardMono = time.monoMs;
  await pass(14_000);
  expect(silentAfterMs).toBeNull();
});

test('while it is paused nothing is judged, and afterwards all time starts anew', async () => {
  watch.pause();
  await pass(45_000);
  expect(silentAfterMs).toBeNull();
  watch.resume();
  await pass(15_249);
  expect(silentAfterMs).toBeNull();
  await pass(1);
  expect(silentAfterMs).toBe(60_250);
});

test('a session that ended is not judged', async () => {
  watch.stop();
  await pass(45_000);
  expect(silentAfterMs).toBeNull();
});
