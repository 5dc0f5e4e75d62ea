import { describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor, openTestStore } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import { events } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { recordEvents } from '../fleet/record-events.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { DeadlineSweep } from '../fleet/sweep-deadlines.ts';
import { CommitQueue } from './commit-queue.ts';

function failOnce(store: ReturnType<typeof openTestStore>, code: string) {
  let isFailing = true;
  return {
    ...store,
    transaction<T>(work: () => T): T {
      return store.transaction(() => {
        const result = work();
        if (isFailing) {
          isFailing = false;
          throw new StoreUnavailable(code);
        }
        return result;
      });
    },
  };
}

describe('group commit', () => {
  test('stores all that arrives in one turn in one transaction, and then settles', async () => {
    const store = openTestStore();
    let groups = 0;
    const queue = new CommitQueue(
      store,
      () => 0,
      () => {
        groups += 1;
      },
    );
    const order: string[] = [];
    const submit = (name: string) =>
      queue
        .submit(() => {
          order.push(`apply ${name}`);
          return () => order.push(`publish ${name}`);
        })
        .then(() => order.push(`done ${name}`));
    await Promise.all([submit('a'), submit('b')]);
    expect(groups).toBe(1);
    expect(order).toEqual(['apply a', 'apply b', 'publish a', 'publish b', 'done a', 'done b']);
  });

  test('settles once it is on other machines, too, and gathers the next group meanwhile', async () => {
    const others = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let groups = 0;
    const queue = new CommitQueue(
      openTestStore(),
      () => 0,
      () => {},
      () => others[groups++]?.promise,
    );
    const order: string[] = [];
    const submit = (name: string) =>
      queue
        .submit(() => () => order.push(`publish ${name}`))
        .then(() => order.push(`done ${name}`));
    const all = [submit('a')];
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await turn();
    all.push(submit('b'), submit('c'));
    await turn();
    expect(order).toEqual(['publish a']);
    others[0]?.resolve();
    await turn();
    await turn();
    expect(order).toEqual(['publish a', 'done a', 'publish b', 'publish c']);
    others[1]?.resolve();
    await Promise.all(all);
    expect(groups).toBe(2);
  });

  test('a piece that fails does not take the others along', async () => {
    const store = openTestStore();
    const queue = new CommitQueue(
      store,
      () => 0,
      () => {},
    );
    const write = (id: string) => () => {
      store.sqlite.query('INSERT INTO meta VALUES (?, ?)').run(id, '1');
      if (id === 'bad') throw new Error('no');
      return undefined;
    };
    const results = await Promise.allSettled([
      queue.submit(write('first')),
      queue.submit(write('bad')),
      queue.submit(write('last')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const keys = store.sqlite.query('SELECT key FROM meta ORDER BY key').values().flat();
    expect(keys).toEqual(['first', 'last']);
  });
});

test('a piece that fails leaves the reports around it as they would be without it', async () => {
  const standing = async (isOneFailing: boolean) => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor, { chat: '7' });
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    monitor.time.advanceMs(10_000);
    const down = report('POWER_DOWN', { seq: 1, age_ms: 2_000 });
    const up = report('POWER_RECOVER', { seq: 2, age_ms: 1_000 });
    const all = [recordEvents(monitor, device, [down], 'mqtt', monitor.clock())];
    const failing = isOneFailing
      ? monitor.commits.submit(() => {
          throw new Error('no');
        })
      : Promise.reject(new Error('no'));
    all.push(recordEvents(monitor, device, [up], 'mqtt', monitor.clock()));
    const [failed] = await Promise.allSettled([failing, ...all]);
    expect(failed.status).toBe('rejected');
    await Promise.all(all);
    const { db } = monitor.store;
    return {
      rows: [events, outages, notifications].map((table) => db.select().from(table).all()),
      state: device.state,
      draft: device.draft,
      counters: monitor.counters,
    };
  };
  const withFailure = await standing(true);
  expect(withFailure.rows[1]).toMatchObject([{ cause: 'mains', recoverAt: expect.any(Number) }]);
  expect(withFailure).toEqual(await standing(false));
});

describe('when the disk fails', () => {
  test('a report is not acknowledged, memory stays as it was, and a repeat is taken', async () => {
    const store = openTestStore();
    const monitor = makeTestMonitor({ store });
    const device = makeDevice(monitor);
    await recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
    const commits = new CommitQueue(
      failOnce(store, 'full'),
      () => monitor.time.monoMs,
      () => {},
    );
    const failing = { ...monitor, commits };
    const down = report('POWER_DOWN');
    const state = device.state;
    await expect(recordEvents(failing, device, [down], 'http', monitor.clock())).rejects.toThrow(
      StoreUnavailable,
    );
    expect(device.state).toEqual(state);
    expect(
      store.db
        .select()
        .from(events)
        .all()
        .filter((e) => e.bootId !== null),
    ).toEqual([]);
    await recordEvents(failing, device, [down], 'http', monitor.clock());
    expect(store.db.select().from(outages).all()).toHaveLength(1);
    expect(store.db.select().from(notifications).all()).toHaveLength(1);
    const counted = { reports: 1, repeatedReports: 0, outagesOpened: 1 };
    expect(monitor.counters).toMatchObject(counted);
  });

  test('counters do not count what was not stored', async () => {
    const store = openTestStore();
    const monitor = makeTestMonitor({ store });
    const device = makeDevice(monitor);
    const refuseNext = () => {
      const commits = new CommitQueue(
        failOnce(store, 'full'),
        () => monitor.time.monoMs,
        () => {},
      );
      return { ...monitor, commits };
    };
    const tries = [
      (failing: typeof monitor) =>
        recordHeartbeat(failing, device, beat(), 'http', monitor.clock()),
      (failing: typeof monitor) =>
        recordEvents(failing, device, [report('POWER_DOWN')], 'http', monitor.clock()),
      (failing: typeof monitor) =>
        recordEvents(failing, device, [report('POWER_RECOVER')], 'http', monitor.clock()),
    ];
    for (const attempt of tries) {
      const before = { ...monitor.counters };
      await expect(attempt(refuseNext())).rejects.toThrow(StoreUnavailable);
      expect(monitor.counters).toEqual(before);
      await attempt(monitor);
      monitor.time.advanceMs(10_000);
    }
    expect(monitor.counters).toEqual({
      heartbeats: 1,
      reports: 2,
      repeatedReports: 0,
      outagesOpened: 1,
      outagesClosed: 0,
    });
    // The end is confirmed two minutes after the return; at first the disk does not take it.
    monitor.time.advanceMs(60_000);
    await recordHeartbeat(monitor, device, beat({ seq: 2 }), 'http', monitor.clock());
    monitor.time.advanceMs(60_000);
    await new DeadlineSweep(refuseNext(), {
      look: async () => true,
      isListening: () => true,
    }).sweep(monitor.clock());
    expect(monitor.counters.outagesClosed).toBe(0);
    await monitor.advance(1);
    expect(monitor.counters.outagesClosed).toBe(1);
  });

  test('the repeat of a report that was not stored gets the place the first try had', async () => {
    const store = openTestStore();
    const monitor = makeTestMonitor({ store });
    const device = makeDevice(monitor);
    await recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
    const lostAt = monitor.clock().wallMs;
    await recordEvents(
      monitor,
      device,
      [report('POWER_DOWN', { seq: 1 })],
      'http',
      monitor.clock(),
    );
    monitor.time.advanceMs(1_000);
    // By its age it came before the loss, which a report with a higher number cannot.
    const up = report('POWER_RECOVER', { seq: 2, age_ms: 2_000 });
    const commits = new CommitQueue(
      failOnce(store, 'full'),
      () => monitor.time.monoMs,
      () => {},
    );
    const failing = { ...monitor, commits };
    await expect(recordEvents(failing, device, [up], 'http', monitor.clock())).rejects.toThrow(
      StoreUnavailable,
    );
    await recordEvents(failing, device, [up], 'http', monitor.clock());
    expect(store.db.select().from(outages).get()?.recoverAt).toBe(lostAt + 1);
  });
});

describe('a flood', () => {
  test('is stored in groups of 40 ms, and others have their turn in between', async () => {
    const { store, time } = makeTestMonitor();
    const commits: number[] = [];
    let stored = 0;
    const queue = new CommitQueue(
      store,
      () => time.monoMs,
      () => commits.push(stored),
    );
    const works = Array.from({ length: 25 }, () =>
      queue.submit(() => {
        time.advanceMs(4);
        stored += 1;
        return undefined;
      }),
    );
    let turns = 0;
    while (stored < 25) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await Promise.all(works);
    expect(commits).toEqual([10, 20, 25]);
    expect(turns).toBeGreaterThan(1);
  });

  test('is stored in longer groups where the disk is slow, but never in very long ones', async () => {
    for (const [commitMs, expected] of [
      [30, [10, 25, 40, 50]],
      [1_000, [10, 48, 50]],
    ] as const) {
      const { store, time } = makeTestMonitor();
      const slow = {
        ...store,
        transaction<T>(work: () => T): T {
          const result = store.transaction(work);
          time.advanceMs(commitMs);
          return result;
        },
      };
      const commits: number[] = [];
      let stored = 0;
      const queue = new CommitQueue(
        slow,
        () => time.monoMs,
        () => commits.push(stored),
      );
      const works = Array.from({ length: 50 }, () =>
        queue.submit(() => {
          time.advanceMs(4);
          stored += 1;
          return undefined;
        }),
      );
      await Promise.all(works);
      expect(commits).toEqual([...expected]);
    }
  });

  test('is one group when it takes no time, however many pieces it has', async () => {
    const { store, time } = makeTestMonitor();
    let groups = 0;
    const queue = new CommitQueue(
      store,
      () => time.monoMs,
      () => {
        groups += 1;
      },
    );
    await Promise.all(Array.from({ length: 5_000 }, () => queue.submit(() => undefined)));
    expect(groups).toBe(1);
  });

  test('leaves nothing in memory of a piece whose rows could not be kept', async () => {
    const { store, time } = makeTestMonitor();
    const broken = {
      ...store,
      savepoint: () => ({
        ...store.savepoint(),
        release: () => {
          throw new Error('no');
        },
      }),
    };
    let published = 0;
    const queue = new CommitQueue(
      broken,
      () => time.monoMs,
      () => {},
    );
    const piece = queue.submit(() => () => {
      published += 1;
    });
    // Savepoints are there only once a piece has failed.
    const failing = queue.submit(() => {
      throw new Error('not this one');
    });
    expect(await Promise.allSettled([piece, failing])).toMatchObject([
      { reason: { message: 'no' } },
      { reason: { message: 'not this one' } },
    ]);
    expect(published).toBe(0);
  });

  test('is refused whole when the disk fails, as later pieces may depend on earlier ones', async () => {
    const monitor = makeTestMonitor();
    const queue = new CommitQueue(
      monitor.store,
      () => monitor.time.monoMs,
      () => {},
    );
    const works = Array.from({ length: 250 }, (_, n) =>
      queue.submit(() => {
        if (n === 50) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        return undefined;
      }),
    );
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  });
});

describe('reports of one device in one turn', () => {
  test('are taken in their order, and a heartbeat between them waits its turn', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
    monitor.time.advanceMs(10_000);
    const down = recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    monitor.time.advanceMs(1_000);
    const seen = recordHeartbeat(
      monitor,
      device,
      beat({ power: 'DOWN', seq: 2 }),
      'mqtt',
      monitor.clock(),
    );
    expect(seen).toBeInstanceOf(Promise);
    await Promise.all([down, seen]);
    expect(monitor.store.db.select().from(outages).all()).toHaveLength(1);
    expect(device.state).toMatchObject({ power: 'DOWN', outage: { startKnown: 'reported' } });
    expect(device.draft).toBeNull();
  });

  test('that are repeated are acknowledged and stored once', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const down = report('POWER_DOWN');
    for (let n = 0; n < 3; n += 1) {
      const accepted = await recordEvents(monitor, device, [down, down], 'http', monitor.clock());
      expect(accepted).toEqual([down.seq, down.seq]);
    }
    const stored = monitor.store.db.select().from(events).all();
    expect(stored.filter((event) => event.bootId !== null)).toHaveLength(1);
    expect(monitor.counters.repeatedReports).toBe(5);
  });
});
