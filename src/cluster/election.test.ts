import { expect, test } from 'bun:test';
import {
  judgeStanding,
  leaseMs,
  NatsAbsence,
  takeOverAfterMs,
  waitBeforeLeading,
} from './election.ts';

const view = { monoMs: 100_000, heardMs: 100_000, isVacant: false, isOthersTurn: false };

test.each([
  ['the leader was just heard', {}, 10_000],
  ['the leader was heard a while ago', { heardMs: 92_000 }, 2_000],
  ['the leader is silent', { heardMs: 90_000 }, 0],
  ['the leader has given it up', { isVacant: true }, 0],
  ['this node has given it up', { isVacant: true, isOthersTurn: true }, 5_000],
  ['this node has failed', { isOthersTurn: true, heardMs: 90_000 }, 5_000],
  ['nobody takes over for long', { isOthersTurn: true, heardMs: 50_000 }, 0],
])('%s', (_, given, wait) => {
  expect(waitBeforeLeading({ ...view, ...given })).toBe(wait);
});

test('a leader has ended itself before another leads', () => {
  expect(leaseMs).toBeLessThan(takeOverAfterMs);
});

test('only who has all of the log may lead', () => {
  expect(judgeStanding(7, 7)).toBe('may-lead');
  expect(judgeStanding(7, 8)).toBe('behind');
  expect(judgeStanding(8, 7)).toBe('lost');
});

/** NATS does not answer what is asked each second, for so long; then it does. */
function returnAfter(awayMs: number): NatsAbsence {
  const absence = new NatsAbsence();
  for (let atMs = 0; atMs < awayMs; atMs += 1_000) absence.noteSilence(atMs);
  return absence;
}

test('one server of NATS that fails keeps nobody from leading', () => {
  expect(returnAfter(7_000).noteAnswer(7_000)).toBe(true);
});

test('after NATS was away for long, whoever led last has ten seconds: it may have what no other has', () => {
  const absence = returnAfter(8_000);
  expect(absence.noteAnswer(8_000)).toBe(false);
  expect(absence.noteAnswer(17_900)).toBe(false);
  expect(absence.noteAnswer(18_000)).toBe(true);
});
