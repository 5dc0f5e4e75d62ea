import { expect, test } from 'bun:test';
import { TestTime } from '../../tests/support/monitor.ts';
import { DiskWatch } from './disk-watch.ts';

function watchDisk() {
  const time = new TestTime();
  const disk = { isFull: false, isRefusing: false, proofs: 0 };
  const told: boolean[] = [];
  const watch = new DiskWatch(
    {
      isRefusing: () => disk.isRefusing,
      proveWritable() {
        disk.proofs += 1;
        if (disk.isFull) throw new Error('full');
        disk.isRefusing = false;
      },
    },
    time,
    (isRefusing) => void told.push(isRefusing),
  );
  const fill = (isFull: boolean) => {
    disk.isFull = isFull;
    disk.isRefusing ||= isFull;
  };
  const run = (ms: number) => time.runMs(ms, async () => {});
  return { run, watch, told, fill, disk };
}

test('a disk that refused nothing costs no write', async () => {
  const { run, told, disk } = watchDisk();
  await run(60_000);
  expect(disk.proofs).toBe(0);
  expect(told).toEqual([]);
});

test('a disk that refuses for a moment is left alone', async () => {
  const { run, told, fill } = watchDisk();
  fill(true);
  await run(2_500);
  fill(false);
  await run(60_000);
  expect(told).toEqual([]);
});

test('a disk that goes on refusing is told of once, and once more when it takes writes', async () => {
  const { run, told, fill } = watchDisk();
  fill(true);
  await run(20_000);
  expect(told).toEqual([true]);
  fill(false);
  await run(20_000);
  expect(told).toEqual([true, false]);
});

test('another machine may take over, until it would have', async () => {
  const { run, watch, fill } = watchDisk();
  expect(watch.mayBeRelieved).toBe(true);
  fill(true);
  await run(15_000);
  expect(watch.mayBeRelieved).toBe(true);
  await run(2_000);
  expect(watch.mayBeRelieved).toBe(false);
  fill(false);
  await run(1_000);
  expect(watch.mayBeRelieved).toBe(true);
});
