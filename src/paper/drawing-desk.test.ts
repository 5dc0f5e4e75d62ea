import { expect, test } from 'bun:test';
import { DrawingDesk, DrawingTooSlow } from './drawing-desk.ts';
import type { ReportSheet, WeekSheet } from './sheets.ts';

const worker = new URL('../../tests/support/stuck.worker.ts', import.meta.url);

test('a sheet that is never done is given up, and another thread draws the next', async () => {
  const desk = new DrawingDesk({ worker, patienceMs: 1_000 });
  const stuck = expect(desk.draw({ type: 'report' } as ReportSheet)).rejects;
  const next = desk.draw({ type: 'week' } as WeekSheet);
  await stuck.toBeInstanceOf(DrawingTooSlow);
  expect(await next).toEqual(new Uint8Array([1, 2, 3]));
});
