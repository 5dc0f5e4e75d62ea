import { expect, test } from 'bun:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createLiveFeed } from '../../../features/console/live-feed.ts';
import { areaOutagesQuery } from './area-outages-query.ts';

test('area outages are asked for again when one changes, and one that is none goes at once', async () => {
  const client = new QueryClient();
  const due: (() => void)[] = [];
  const wait = (_ms: number, then: () => void) => {
    due.push(then);
    return () => {};
  };
  let nowMs = 0;
  const feed = createLiveFeed(client, { wait, nowMs: () => nowMs });
  let asked = 0;
  const observer = new QueryObserver(client, {
    ...{ queryKey: ['list'], meta: areaOutagesQuery.meta, staleTime: Number.POSITIVE_INFINITY },
    queryFn: () => {
      asked += 1;
      return { data: [{ id: 1 }, { id: 2 }] };
    },
  });
  observer.subscribe(() => {});
  const pass = async () => {
    nowMs += 1_000;
    while (due.length > 0) due.shift()?.();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  await pass();
  feed.take({ event: 'area-outage-removed', id: '', data: '{"id":2}' });
  await pass();
  expect(observer.getCurrentResult().data).toEqual({ data: [{ id: 1 }] });
  expect(asked).toBe(1);
  feed.take({ event: 'area-outage', id: '', data: '{}' });
  await pass();
  expect(asked).toBe(2);
});
