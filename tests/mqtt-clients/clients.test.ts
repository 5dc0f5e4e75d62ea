/** docs/device-protocol.md, its table of clients: what each does by default, and that it works. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnectPacket } from 'mqtt-packet';
import { formatTable } from '../../scripts/bench/lib/report.ts';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import {
  beat,
  eventually,
  startTestBroker,
  type TestBroker,
} from '../../src/mqtt/testing/test-broker.ts';
import { type ForeignClient, foreignClients, type Target } from './clients.ts';
import { type Tap, tapBroker } from './tapped-broker.ts';

let it: TestBroker;
let tap: Tap;
let nextId = 1;

beforeAll(async () => {
  it = await startTestBroker();
  tap = tapBroker(it.port);
});
afterAll(async () => {
  tap.stop();
  await it.broker.stop();
});

/** A new device, and where a client is to go as it. */
function makeTarget(leaf: string, qos: 0 | 1 | 2): Target {
  const credential = it.ingest.enrol(testDeviceId(nextId++));
  const topic = `faiwatch/v1/${credential.deviceId}/${leaf}`;
  return { port: tap.port, ...credential, topic, qos };
}

/** Good, bad, good: both good ones have to arrive, in one session. */
async function publishes(client: ForeignClient, qos: 0 | 1 | 2): Promise<void> {
  const target = makeTarget('heartbeat', qos);
  const { deviceId } = target;
  const mine = () => it.ingest.beats.filter((entry) => entry.deviceId === deviceId);
  const running = client.publish(target);
  try {
    running.say(JSON.stringify(beat({ seq: 1 })));
    await eventually(() => mine().length === 1);
    running.say('{"seq":"two"}');
    await eventually(() => it.ingest.refusals.some(({ sender }) => sender === deviceId));
    running.say(JSON.stringify(beat({ seq: 3 })));
    await eventually(() => mine().length === 2);
    expect(mine().map(({ beat: { seq } }) => seq)).toEqual([1, 3]);
    expect(it.ingest.sessions.filter((line) => line.endsWith(deviceId))).toEqual([
      `opened ${deviceId}`,
    ]);
  } finally {
    running.stop();
  }
}

/** A command reaches it, and it is there for a second one. */
async function hears(client: ForeignClient): Promise<void> {
  const target = makeTarget('commands', 2);
  const running = client.listen(target);
  try {
    for (const type of ['identify', 'restart']) {
      await eventually(() => it.broker.publishCommand(target.deviceId, { type }));
      const line = JSON.stringify({ type });
      await eventually(() => running.heard.some((text) => text.includes(line)));
    }
    expect(it.ingest.sessions.filter((line) => line.endsWith(target.deviceId))).toHaveLength(1);
  } finally {
    running.stop();
  }
}

const rows = new Map<ForeignClient, string[]>();

test.each(foreignClients.map((client) => [`${client.name}, ${client.speaks}`, client] as const))(
  '%s connects, publishes, hears and stays',
  async (_name, client) => {
    const before = tap.connects.length;
    await Promise.all([publishes(client, 0), publishes(client, 1), publishes(client, 2)]);
    await hears(client);
    const [connect] = tap.connects.slice(before);
    if (connect === undefined) throw new Error('It sent no CONNECT');
    rows.set(client, [client.name, client.speaks, ...describe(connect), 'yes', '0, 1, 2', 'yes']);
  },
  60_000,
);

/** What it does by default. */
function describe({ clientId, clean, keepalive }: IConnectPacket): string[] {
  return [
    clientId === '' ? 'none' : 'its own',
    clean === true ? 'clean' : 'to be kept',
    `${keepalive} s`,
  ];
}

test('the table of the page is what came of it', () => {
  const head = ['client', 'MQTT', 'client id', 'session', 'keepalive'];
  const columns = [...head, 'connects and stays', 'publishes at QoS', 'hears commands'];
  const table = formatTable(columns, [...rows.values()]);
  const page = readFileSync(join(import.meta.dir, '../../docs/device-protocol.md'), 'utf8');
  if (!page.includes(table)) throw new Error(`The page has another table than:\n\n${table}\n`);
});
