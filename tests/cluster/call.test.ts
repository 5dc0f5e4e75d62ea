/**
 * The machine that leads is killed while a phone rings: the one that takes over calls again. Only `npm run test:cluster`
 * does it, as it takes the executable.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { installBinary } from '../e2e/harness.ts';
import { HttpDevice } from '../e2e/http-device.ts';
import { seedBoards } from '../e2e/quick-fleet.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { sipAccount, startFakeExchange } from '../fakes/sip/fake-exchange.ts';
import { isBaresipThere } from '../fakes/sip/with-baresip.ts';
import { startNats } from './nats.ts';
import { TestNode } from './nodes.ts';

const isWanted = process.env['CLUSTER_FAULTS'] !== undefined && isBaresipThere;
const som = '+66812345678';

test.skipIf(!isWanted)(
  'a phone that rings for a machine that dies is called by the next',
  async () => {
    await using home = await installBinary();
    const exchange = await startFakeExchange();
    home.defer(() => exchange.close());
    const nats = await startNats(home.dir);
    home.defer(() => Promise.all(nats.map((server) => server.end())));
    const [board] = seedBoards(home, 1);
    if (board === undefined) throw new Error('one board expected');
    home.data.write("UPDATE recipients SET channel = 'call', language = 'en', address = ?", som);
    const { user, password, login } = sipAccount;
    const env = {
      PATH: process.env['PATH'] ?? '',
      FAIWATCH_CALL_WAY: 'sip',
      FAIWATCH_CALL_SERVER: exchange.server,
      FAIWATCH_CALL_USER: user,
      FAIWATCH_CALL_PASSWORD: password,
      FAIWATCH_CALL_LOGIN: login,
      FAIWATCH_CALL_DAILY_CAP: '20',
      BUN_FEATURE_FLAG_NO_ORPHANS: '0',
    };
    const make = async (name: string, dataDir: string) => {
      const node = await TestNode.make({ home, nats, env, name, dataDir });
      home.defer(() => node.kill());
      node.start();
      return node;
    };
    /** Null: there is no such row yet, or the database is just written. */
    const read = <Row>(node: TestNode, sql: string): Row | null => {
      const copy = node.copy();
      try {
        return copy.query<Row, []>(sql).get();
      } catch {
        return null;
      } finally {
        copy.close();
      }
    };
    const alertAt = (node: TestNode) =>
      read<{ status: string; by: string | null }>(
        node,
        `SELECT n.status, o.acknowledged_by AS by FROM notifications n
          JOIN outages o ON o.id = n.outage_id WHERE n.kind = 'alert'`,
      );
    const first = await make('first', home.data.dir);
    await waitFor('leader', () => first.leads());
    const second = await make('second', join(home.dir, 'second'));
    await waitFor('copy', () => read(second, 'SELECT id FROM devices') !== null, 60_000);
    exchange.next.push({ does: 'rings' });
    exchange.usual = { does: 'answers', keys: '1', afterMs: 3_000 };
    const device = new HttpDevice(first.url, board);
    await device.beats();
    await device.losesMains();
    await waitFor('first call', () => exchange.calls.length === 1, 60_000);
    await first.kill();
    await waitFor('second leader', () => second.leads(), 60_000);
    await waitFor('second call', () => exchange.calls.length === 2, 60_000);
    await waitFor('acknowledgement', () => alertAt(second)?.by === '+66******678', 60_000);
    await waitFor('its end', () => alertAt(second)?.status === 'sent', 60_000);
    expect(exchange.calls.map(({ number }) => number)).toEqual([som, som]);
    // The one that died has left no call behind.
    await waitFor('end of the first', () => exchange.calls[0]?.state === 'ended', 60_000);
    expect(exchange.complaints).toEqual([]);
  },
  300_000,
);
