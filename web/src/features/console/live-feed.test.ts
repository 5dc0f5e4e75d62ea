import { beforeEach, describe, expect, test } from 'bun:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { follow, type LiveRule } from '../../lib/console/live-query.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';

/** A clock that the test advances. */
class Clock {
  nowMs = 0;
  #due: { atMs: number; then: () => void }[] = [];

  wait = (ms: number, then: () => void) => {
    const timer = { atMs: this.nowMs + ms, then };
    this.#due.push(timer);
    return () => {
      this.#due = this.#due.filter((other) => other !== timer);
    };
  };

  pass(ms: number): void {
    const until = this.nowMs + ms;
    for (;;) {
      const [next] = this.#due.toSorted((one, other) => one.atMs - other.atMs);
      if (next === undefined || next.atMs > until) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.nowMs = next.atMs;
      next.then();
    }
    this.nowMs = until;
  }
}

let clock: Clock;
let client: QueryClient;
let feed: LiveFeed;
/** Counts requests to the server and holds those without an answer. */
let asked: number;
let answers: ((data: string[]) => void)[];

/** A list of events' kinds. Messages about devices are merged in; changes make it ask again. */
const rule: LiveRule<string[]> = (data, message, askAgain) => {
  if (message.event === 'change') askAgain();
  return message.event === 'device' ? [...data, message.data.device_id] : data;
};

beforeEach(() => {
  clock = new Clock();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  feed = createLiveFeed(client, { wait: clock.wait, nowMs: () => clock.nowMs });
  asked = 0;
  answers = [];
});

/** Shows the list, as a page would. */
function show(meta?: Record<string, unknown>): QueryObserver<string[]> {
  const observer = new QueryObserver<string[]>(client, {
    queryKey: ['list'],
    queryFn: () => {
      asked += 1;
      return new Promise((resolve) => answers.push(resolve));
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: meta ?? follow(rule),
  });
  observer.subscribe(() => {});
  return observer;
}

async function answer(...data: string[]): Promise<void> {
  answers.shift()?.(data);
  await new Promise<void>((resolve) => setImmediate(resolve));
}

const device = (id: string) => ({
  event: 'device',
  id: '',
  data: JSON.stringify({ device_id: id }),
});
const change = { event: 'change', id: '', data: JSON.stringify({ action: 'device.edit' }) };
const hello = { event: 'hello', id: '', data: '{}' };

describe('what the stream tells', () => {
  test('is worked into what is shown without asking the server', async () => {
    const list = show();
    await answer('a');
    feed.take(device('b'));
    feed.take(device('c'));
    expect(list.getCurrentResult().data).toEqual(['a']);
    clock.pass(100);
    expect(list.getCurrentResult().data).toEqual(['a', 'b', 'c']);
    clock.pass(10_000);
    expect(asked).toBe(1);
  });

  test('is no newer answer of the server: what was stale stays so', async () => {
    const list = show();
    await answer('a');
    const before = list.getCurrentResult().dataUpdatedAt;
    feed.take(device('b'));
    clock.pass(100);
    expect(list.getCurrentResult().dataUpdatedAt).toBe(before);
  });

  test('has the server asked at once, and then once a second however much happens', async () => {
    show();
    await answer('a');
    const before = asked;
    feed.take(change);
    clock.pass(100);
    expect(asked - before).toBe(1);
    await answer('b');
    for (let tenth = 0; tenth < 20; tenth += 1) {
      feed.take(change);
      clock.pass(100);
      await answer('c');
    }
    expect(asked - before).toBe(3);
  });

  test('has an answer that is under way asked for again, once it is there', async () => {
    show();
    feed.take(device('a'));
    clock.pass(5_000);
    expect(asked).toBe(1);
    await answer('read before');
    clock.pass(1_000);
    expect(asked).toBe(2);
  });

  test('means nothing to what does not follow it', async () => {
    show({});
    await answer('a');
    feed.take(change);
    feed.take(hello);
    clock.pass(10_000);
    expect(asked).toBe(1);
  });
});

test('all that is shown is asked for again after each hello', async () => {
  const list = show();
  await answer('a');
  feed.take(hello);
  clock.pass(0);
  await answer('b');
  expect(list.getCurrentResult().data).toEqual(['b']);
});

test('what is hidden is asked for only when it is shown again', async () => {
  const list = show();
  await answer('a');
  list.destroy();
  feed.take(change);
  clock.pass(5_000);
  expect(asked).toBe(1);
  const again = show();
  expect(asked).toBe(2);
  await answer('b');
  expect(again.getCurrentResult().data).toEqual(['b']);
});

test('after its end nothing happens any more', async () => {
  show();
  await answer('a');
  feed.take(change);
  feed.stop();
  clock.pass(5_000);
  expect(asked).toBe(1);
});
