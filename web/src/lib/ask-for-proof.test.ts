import { expect, test } from 'bun:test';
import { askForProof, askWith } from './ask-for-proof.ts';

test('many calls that want a proof at once ask once, and the next asks anew', async () => {
  const asked: unknown[] = [];
  let answer: (isProven: boolean) => void = () => {};
  const stop = askWith((methods) => {
    asked.push(methods);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const both = Promise.all([askForProof(['password']), askForProof(['password'])]);
  answer(true);
  expect(await both).toEqual([true, true]);
  const next = askForProof(['totp']);
  answer(false);
  expect(await next).toBe(false);
  expect(asked).toEqual([['password'], ['totp']]);
  stop();
  expect(await askForProof(['password'])).toBe(false);
  expect(asked).toHaveLength(2);
});
