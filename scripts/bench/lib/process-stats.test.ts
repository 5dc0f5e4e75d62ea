import { expect, test } from 'bun:test';
import { readMemory, readWrittenBytes } from './process-stats.ts';

test('the kernel and the process agree on its memory', () => {
  const { residentMb, peakMb } = readMemory(process.pid);
  const own = process.memoryUsage.rss() / 1e6;
  expect(residentMb).toBeGreaterThan(own * 0.8);
  expect(residentMb).toBeLessThan(own * 1.2);
  expect(peakMb).toBeGreaterThanOrEqual(residentMb * 0.99);
});

test('written bytes are whole pages, and a process that is not there has none', () => {
  expect(readWrittenBytes(process.pid) % 4096).toBe(0);
  expect(() => readWrittenBytes(2 ** 30)).toThrow();
});
