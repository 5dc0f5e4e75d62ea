import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { TestTime } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { type EntryHeader, encodeEntry } from './entry.ts';
import { Following } from './following.ts';
import { type Log, LogLost } from './log.ts';
import { NodeState } from './node-state.ts';
import type { NodeTalk } from './node-talk.ts';
import { notePath } from './paths.ts';

function encode(kind: EntryHeader['kind'], epoch: number, at = 0): Uint8Array {
  const header = { kind, epoch, id: `${kind}-${epoch}`, lineage: 'l', node: 'other' } as const;
  const entry = { header: { ...header, address: null, at }, content: new Uint8Array(0) };
  return encodeEntry(entry, 100_000)[0] as Uint8Array;
}

/** A node that follows a log which the test answers for. */
function makeFollowing(answers: Pick<Log, 'bounds' | 'append'>) {
  const dataDir = tempDir('following');
  const time = new TestTime();
  const state = new NodeState();
  const log = { servers: [], name: 'c' };
  const own = { name: 'own', address: null, version: '1', extras: null, dataDir };
  const node = { ...own, log, databasePath: join(dataDir, 'a.db') };
  const at = {
    ...{ node, isStopping: false, startedAt: time.clock().wallMs },
    take: (_: number, __: Uint8Array): void => {},
  };
  const stream: Partial<Log> = {
    messageBytes: 100_000,
    follow(_, taker) {
      at.take = taker;
      return () => {};
    },
    ...answers,
  };
  const talk: Partial<NodeTalk> = { missesAnything: () => false, isHeirWanted: false };
  const parts = {
    ...{ node, time, state, stream: stream as Log, talk: talk as NodeTalk },
    isStopping: () => at.isStopping,
  };
  const following = new Following(parts, { lineage: 'l', seq: 1, id: 'i', epoch: 1 }, 1);
  const outcome = following.untilLeading().catch((error: Error) => error);
  const run = (ms: number) => time.runMs(ms, async () => void (await Bun.sleep(0)));
  return { at, state, outcome, run };
}

/** A node that has heard nothing for long, and what its log says of its end, by when it is asked. */
function makeDue(ends: (askedMs: number) => number) {
  let asked = 0;
  const made = makeFollowing({
    async bounds() {
      // It asks each tenth of a second.
      asked += 1;
      return { first: 1, last: ends(asked * 100), bytes: 0 };
    },
    append: async (_, after) => after + 1,
  });
  made.at.take(2, encode('alive', 1));
  return made;
}

test.each([
  ['before', 1],
  ['behind', 3],
])(
  'an end of the log %s what came of it, which a server tells for a moment, costs no wait anew',
  async (_, end) => {
    const { outcome, run } = makeDue((askedMs) => (askedMs < 3_000 ? end : 2));
    await run(10_000 + 3_000 + 500);
    expect(await Promise.race([outcome, 'still waiting'])).toMatchObject({
      lineage: 'l',
      epoch: 2,
    });
  },
);

test('what a leader wrote before it died, and comes late, costs no wait anew', async () => {
  const { at, outcome, run } = makeFollowing({
    bounds: async () => ({ first: 1, last: 5, bytes: 0 }),
    append: async (_, after) => after + 1,
  });
  at.take(2, encode('alive', 1, 100_000));
  at.take(3, encode('alive', 1, 100_500));
  await run(9_000);
  // NATS has a leader again. Both were written within two seconds.
  at.take(4, encode('alive', 1, 101_000));
  at.take(5, encode('alive', 1, 102_500));
  await run(3_500);
  expect(await Promise.race([outcome, 'still waiting'])).toMatchObject({ epoch: 2 });
});

test('a leader that is slow keeps the lead for as long as its lease lasts', async () => {
  const { at, outcome, run } = makeFollowing({
    bounds: async () => ({ first: 1, last: 4, bytes: 0 }),
    append: async (_, after) => after + 1,
  });
  at.take(2, encode('alive', 1, 100_000));
  await run(8_000);
  // Its last append began six seconds ago; from now on all is well for a while.
  at.take(3, encode('alive', 1, 102_000));
  await run(500);
  at.take(4, encode('alive', 1, 108_400));
  await run(9_500);
  expect(await Promise.race([outcome, 'still waiting'])).toBe('still waiting');
  at.isStopping = true;
  await run(1_000);
});

test('an end of the log that stays elsewhere is looked into', async () => {
  const lost = makeDue(() => 1);
  await lost.run(16_000);
  expect(await Promise.race([lost.outcome, 'still waiting'])).toBeInstanceOf(LogLost);
  const behind = makeDue(() => 3);
  await behind.run(16_000);
  expect(await Promise.race([behind.outcome, 'still waiting'])).toBeNull();
});

test('who hears of another one that leads, while it asks for the end of the log, does not try', async () => {
  let asked = 0;
  let appended = 0;
  const { at, outcome, run } = makeFollowing({
    async bounds() {
      asked += 1;
      at.take(3, encode('lead', 2));
      return { first: 1, last: 3, bytes: 0 };
    },
    async append(_, after) {
      appended += 1;
      return after + 1;
    },
  });
  at.take(2, encode('step-down', 1));
  await run(1_000);
  expect({ asked, appended }).toEqual({ asked: 1, appended: 0 });
  at.isStopping = true;
  await run(1_000);
  expect(await outcome).toBe(null);
});

test('who hears of another one that leads after too few servers of NATS answered, says no more that they do', async () => {
  const { at, state, outcome, run } = makeFollowing({
    bounds: () => Promise.reject(new Error('no responders')),
    append: async (_, after) => after + 1,
  });
  at.take(2, encode('alive', 1));
  await run(15_000);
  expect(state.trouble).toBe('no-quorum');
  at.take(3, encode('lead', 2));
  await run(1_000);
  expect(state.trouble).toBe(null);
  at.isStopping = true;
  await run(2_000);
  expect(await outcome).toBe(null);
});

test('a lead that was asked for until there were enough servers of NATS began when there were', async () => {
  const stored = Promise.withResolvers<void>();
  const { at, state, outcome, run } = makeFollowing({
    bounds: async () => ({ first: 1, last: 2, bytes: 0 }),
    async append(_, after) {
      await stored.promise;
      return after + 1;
    },
  });
  at.take(2, encode('alive', 1));
  await run(15_000);
  await run(7_200_000);
  const before = state.status(at.node, null).lastTakeOver;
  stored.resolve();
  await run(1_000);
  expect(await outcome).toMatchObject({ epoch: 2 });
  expect(before).toBe(null);
  expect(state.status(at.node, null).lastTakeOver?.at).toBeGreaterThan(at.startedAt + 7_200_000);
});

test('who could lead a moment ago, and whose disk refuses by now, does not say that it could', async () => {
  const dataDir = tempDir('following');
  const time = new TestTime();
  const state = new NodeState();
  const stream: Partial<Log> = { follow: () => () => {} };
  const talk: Partial<NodeTalk> = { isHeirWanted: true };
  const own = { name: 'own', address: null, version: '1', extras: null, dataDir };
  const parts = {
    node: { ...own, log: { servers: [], name: 'c' }, databasePath: join(dataDir, 'a.db') },
    ...{ time, state, stream: stream as Log, talk: talk as NodeTalk },
    isStopping: () => false,
  };
  const following = new Following(parts, { lineage: 'l', seq: 1, id: 'i', epoch: 1 }, 1);
  const failed = following.untilLeading().catch((error: unknown) => error);
  const settle = async () => void (await Bun.sleep(0));
  await time.runMs(500, settle);
  expect(state.disk).toBe('proven');
  const { dir } = parse(notePath(dataDir));
  rmSync(dir, { recursive: true });
  writeFileSync(dir, '');
  await time.runMs(2_000, settle);
  expect(await failed).toBeInstanceOf(Error);
  expect(state.disk).toBe(null);
});
