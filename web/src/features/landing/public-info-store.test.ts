import { expect, test } from 'bun:test';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { createPublicInfoStore, unasked } from './public-info-store.ts';
import { publicInfo as info } from './testing/public-info.ts';

test('before the first answer it says that it asks, and nothing else', () => {
  expect(createPublicInfoStore(async () => info).read()).toEqual(unasked);
});

test('an answer is told to everybody who listens, once', async () => {
  const store = createPublicInfoStore(async () => info);
  const seen: unknown[] = [];
  const stop = store.subscribe(() => seen.push(store.read()));
  await store.ask();
  expect(seen).toEqual([{ info, isDown: false, isAsking: false }]);
  stop();
  await store.ask();
  expect(seen).toHaveLength(1);
});

test('a failure is said; the last answer stays, and the next one takes its place', async () => {
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
