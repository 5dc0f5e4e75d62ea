import { expect, test } from 'bun:test';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { createPublicInfoStore, unasked } from './public-info.ts';
import { publicInfo as info } from './testing/public-info.ts';

test('before the first answer the state is only that it is loading', () => {
  expect(createPublicInfoStore(async () => info).read()).toEqual(unasked);
});

test('an answer is told once to every listener', async () => {
  const store = createPublicInfoStore(async () => info);
  const seen: unknown[] = [];
  const stop = store.subscribe(() => seen.push(store.read()));
  await store.ask();
  expect(seen).toEqual([{ info, isDown: false, isAsking: false }]);
  stop();
  await store.ask();
  expect(seen).toHaveLength(1);
});

test('a failure is told, and the last answer stays until the next', async () => {
  let answer: () => Promise<PublicInfo> = () => Promise.reject(new Error('no network'));
  const store = createPublicInfoStore(() => answer());
  await store.ask();
  expect(store.read()).toEqual({ info: undefined, isDown: true, isAsking: false });

  answer = async () => info;
  const asking = store.ask();
  expect(store.read()).toEqual({ info: undefined, isDown: true, isAsking: true });
  await asking;
  expect(store.read()).toEqual({ info, isDown: false, isAsking: false });

  answer = () => Promise.reject(new Error('no network'));
  await store.ask();
  expect(store.read()).toEqual({ info, isDown: true, isAsking: false });
});
