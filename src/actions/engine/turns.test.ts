import { expect, test } from 'bun:test';
import { Turns } from './turns.ts';

test('work ends at its present step when its caller has gone', async () => {
  const done: string[] = [];
  const gone = new AbortController();
  function* work() {
    try {
      for (const part of ['first', 'second']) {
        done.push(part);
        yield;
      }
    } finally {
      done.push('let go');
    }
  }
  const taken = new Turns().take(work(), gone.signal);
  while (done.length === 0) await new Promise(setImmediate);
  gone.abort();
  await expect(taken).rejects.toBe(gone.signal.reason);
  expect(done).toEqual(['first', 'let go']);
});
