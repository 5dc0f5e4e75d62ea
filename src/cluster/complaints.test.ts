import { expect, test } from 'bun:test';
import { TestTime } from '../../tests/support/monitor.ts';
import type { Logger } from '../domain/logger.ts';
import { Complaints } from './complaints.ts';

test('trouble that lasts is logged once a minute, and other trouble at once', () => {
  const said: string[] = [];
  const log = { error: (_: object, text: string) => said.push(text) } as unknown as Logger;
  const time = new TestTime();
  const complaints = new Complaints(log, time);
  for (let second = 0; second <= 60; second++) {
    complaints.addError(new Error('no quorum'), `quorum at ${second}`);
    if (second === 30) complaints.add('name', {}, 'name at 30');
    time.advanceMs(1_000);
  }
  expect(said).toEqual(['quorum at 0', 'name at 30', 'quorum at 60']);
});
