/**
 * Boards with the firmware's own core find the machine that leads when the one that they were set up with is gone.
 * The firmware is built for it, so only `npm run test:cluster` does it.
 */
import { beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installBinary } from '../e2e/harness.ts';
import { buildSimDevice, SimDevice } from '../e2e/simdevice/sim-device.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { startNats } from './nats.ts';
import { TestNode } from './nodes.ts';

const isWanted = process.env['CLUSTER_FAULTS'] !== undefined;

beforeAll(async () => {
  if (isWanted) await buildSimDevice();
}, 300_000);

/** Whether the board has kept the address for when its server does not answer. */
function knows({ store }: SimDevice, { http }: TestNode): boolean {
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .map((name) => join(store, name))
    .some((path) => statSync(path).isFile() && readFileSync(path, 'latin1').includes(`:${http}`));
}

/** @returns null: the machine has no database yet, or just writes it */
function countReports(node: TestNode, { deviceId }: SimDevice): number | null {
  const copy = node.copy();
  try {
    return copy
      .query(
        `SELECT e.id FROM events e JOIN devices d ON d.id = e.device_row
        WHERE d.device_id = ? AND e.event_type = 'POWER_DOWN'`,
      )
      .all(deviceId).length;
  } catch {
    return null;
  } finally {
    copy.close();
  }
}

test.skipIf(!isWanted).each([
  ['MQTT', []],
  ['HTTP', ['--transport', 'http']],
] as const)(
  'a board over %s whose server is gone tells another one',
  async (_, args) => {
    await using home = await installBinary();
    const nats = await startNats(home.dir);
    home.defer(() => Promise.all(nats.map((server) => server.end())));
    const make = async (name: string, dataDir: string) => {
      const env = { PATH: process.env['PATH'] ?? '' };
      const node = await TestNode.make({ home, nats, env, name, dataDir });
      home.defer(() => node.kill());
      node.start();
      return node;
    };
    const [key = ''] = await home.createKeys(1);
    const first = await make('first', home.data.dir);
    await waitFor('leader', () => first.leads());
    const second = await make('second', join(home.dir, 'second'));
    await using device = await SimDevice.start({
      ...{ server: first.url, key, phone: '0810000001', args: ['--mains-sense', ...args] },
    });
    await waitFor('list of servers at the board', () => knows(device, second), 60_000);
    await waitFor('copy', () => countReports(second, device) === 0);
    await first.kill();
    await device.make('mains off');
    await waitFor('report at the other server', () => countReports(second, device) === 1, 120_000);
    expect(device.events({ event: 'started' })).toHaveLength(1);
  },
  240_000,
);
