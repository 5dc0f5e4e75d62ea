import { expect, test } from 'bun:test';
import type { SetTimer } from '../../domain/instant.ts';
import { DrawingDesk, DrawingTooSlow } from './drawing-desk.ts';
import type { ReportSheet, WeekSheet } from './sheets.ts';

const worker = new URL('../../../tests/support/stuck.worker.ts', import.meta.url);

test('a sheet that is never done is given up, and another thread draws the next', async () => {
  const timers: (() => void)[] = [];
  const setTimer: SetTimer = (_, fire) => {
    timers.push(fire);
    return () => {};
  };
  const desk = new DrawingDesk({ setTimer, worker });
  const isStuck = new Int32Array(new SharedArrayBuffer(4));
  const stuck = expect(desk.draw({ type: 'report', isStuck } as unknown as ReportSheet)).rejects;
  const next = desk.draw({ type: 'week' } as WeekSheet);
  while (Atomics.load(isStuck, 0) === 0) await Bun.sleep(1);
  timers[0]?.();
  await stuck.toBeInstanceOf(DrawingTooSlow);
  expect(await next).toEqual(new Uint8Array([1, 2, 3]));
});
