import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { TestTime } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { EntryAssembler, type EntryHeader } from './entry.ts';
import { AppendRefused } from './log.ts';
import { Shipper } from './shipper.ts';
import { WalReader } from './wal.ts';

/** A log that takes an entry when the test says so. */
class FakeLog {
  readonly messageBytes = 100_000;
  readonly entries: EntryHeader[] = [];
  readonly #asked: PromiseWithResolvers<void>[] = [];
  readonly #assembler = new EntryAssembler();
  isRefusing = false;

  async append(message: Uint8Array, after: number): Promise<number> {
    const asked = Promise.withResolvers<void>();
    this.#asked.push(asked);
    await asked.promise;
    if (this.isRefusing) throw new AppendRefused('another leads');
    const entry = this.#assembler.take(message);
    if (entry !== null) this.entries.push(entry.header);
    return after + 1;
  }

  get onTheWay(): number {
    return this.#asked.length;
  }

  async answer(): Promise<void> {
    this.#asked.shift()?.resolve();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  }
}

function makeShipper() {
  const dir = tempDir('shipper');
  const database = new Database(join(dir, 'a.db'), { create: true });
  database.run('PRAGMA journal_mode = WAL');
  database.run('PRAGMA wal_autocheckpoint = 0');
  database.run('CREATE TABLE t (v)');
  const log = new FakeLog();
  const time = new TestTime();
  const deaths: string[] = [];
  const shipper = new Shipper({
    ...{ log, time, after: 1, die: (reason) => void deaths.push(reason) },
    facts: { lineage: 'l', epoch: 1, node: 'a', address: null },
  });
  shipper.attach(new WalReader(join(dir, 'a.db-wal')));
  const commit = () => database.run('INSERT INTO t VALUES (1)');
  const restart = () => database.run('PRAGMA wal_checkpoint(RESTART)');
  return { shipper, log, time, deaths, commit, restart };
}

describe('the leader’s side of the log', () => {
  test('says how long boards have yet, once it took too long to answer them', async () => {
    const { shipper, log, time, commit } = makeShipper();
    const append = async (ms: number) => {
      commit();
      void shipper.settled();
      time.advanceMs(ms);
      const under = shipper.catchUpMs;
      await log.answer();
      return [under, shipper.catchUpMs];
    };
    expect(await append(1_900)).toEqual([0, 0]);
    expect(await append(2_100)).toEqual([3_000, 3_000]);
    time.advanceMs(2_999);
    expect(shipper.catchUpMs).toBe(1);
    time.advanceMs(1);
    expect(shipper.catchUpMs).toBe(0);
    // A log that is slow for good keeps nobody from being told.
    for (let slow = 0; slow < 6; slow += 1) await append(3_500);
    expect(shipper.catchUpMs).toBe(0);
  });

  test('settles what is in the log, and gathers while an append is on its way', async () => {
    const { shipper, log, commit } = makeShipper();
    const order: string[] = [];
    const first = shipper.settled();
    void first?.then(() => order.push('first'));
    commit();
    void shipper.settled()?.then(() => order.push('second'));
    commit();
    void shipper.settled()?.then(() => order.push('third'));
    expect(log.onTheWay).toBe(1);
    await log.answer();
    expect(order).toEqual(['first']);
    await log.answer();
    expect(order).toEqual(['first', 'second', 'third']);
    expect(log.entries.map(({ kind }) => kind)).toEqual(['pages', 'pages']);
    expect(shipper.settled()).toBeUndefined();
  });

  test('says every two seconds that it is there', async () => {
    const { shipper, log, time } = makeShipper();
    void shipper.settled();
    await log.answer();
    await time.runMs(1_900, async () => {});
    expect(log.onTheWay).toBe(0);
    await time.runMs(200, async () => {});
    await log.answer();
    expect(log.entries.map(({ kind }) => kind)).toEqual(['pages', 'alive']);
  });

  test('ships what another process has committed', async () => {
    const { shipper, log, time, commit } = makeShipper();
    void shipper.settled();
    await log.answer();
    commit();
    await time.runMs(200, async () => {});
    await log.answer();
    expect(log.entries).toHaveLength(2);
  });

  test('ends the process when the log refuses', async () => {
    const { shipper, log, deaths } = makeShipper();
    void shipper.settled();
    log.isRefusing = true;
    await log.answer();
    expect(deaths).toEqual(['another leads']);
  });

  test('ends the process when commits cannot be read any more', () => {
    const { shipper, deaths, commit, restart } = makeShipper();
    void shipper.settled();
    for (let i = 0; i < 2; i += 1) {
      restart();
      commit();
    }
    void shipper.settled();
    expect(deaths).toEqual(['the write-ahead log was begun again by somebody else']);
  });

  test('ends the process before others may lead, counted from when the last append began', async () => {
    const { shipper, log, time, deaths } = makeShipper();
    void shipper.settled();
    await time.runMs(3_000, async () => {});
    await log.answer();
    // What has just been answered is three seconds old.
    await time.runMs(5_900, async () => {});
    expect(deaths).toEqual([]);
    shipper.mustLead();
    expect(deaths).toEqual([]);
    await time.runMs(200, async () => {});
    expect(deaths.length).toBeGreaterThan(0);
  });

  test('goes on leading while a large entry is on its way, message by message', async () => {
    const { shipper, log, time, deaths } = makeShipper();
    void shipper.settled();
    await log.answer();
    const path = 'firmware/esp32/1.0.0/app.bin';
    void shipper.ship({ kind: 'file', path, content: new Uint8Array(250_000) });
    for (let part = 1; part <= 3; part += 1) {
      expect(log.entries).toHaveLength(1);
      await time.runMs(4_000, async () => {});
      await log.answer();
    }
    expect(log.entries.at(-1)?.path).toBe(path);
    expect(deaths).toEqual([]);
  });
});
