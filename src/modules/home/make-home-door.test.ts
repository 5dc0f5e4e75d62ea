import { afterEach, expect, spyOn, test } from 'bun:test';
import mqttPacket, { type Packet } from 'mqtt-packet';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { loadConfig } from '../../installation/config.ts';
import type { Guest } from '../../mqtt/guest-door.ts';
import { devices } from '../../store/devices/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import { AccountBroker } from './account-broker.ts';
import { type HomeCredentials, openHomeAccount } from './home-account.ts';
import type { HomeDoor } from './home-door.ts';
import { buttonTopic } from './home-messages.ts';
import { makeHomeDoor } from './make-home-door.ts';

const config = loadConfig({ data: '/nonexistent' }, {});

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.closed();
});

function makeDoor(sites: number) {
  const monitor = makeTestMonitor();
  const customerId = makeCustomer(monitor);
  const devices = Array.from({ length: sites }, () => makeDevice(monitor, { customerId }));
  const door = makeHomeDoor({ monitor, config, version: '1.0.0' });
  const account = openHomeAccount(monitor, customerId, testActor, monitor.clock());
  return { monitor, customerId, devices, door, account };
}

/** A home automation at `address`, and the packets that it was sent. */
async function enter(door: HomeDoor, { name, password }: HomeCredentials, address = '192.0.2.1') {
  const packets: Packet[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => void packets.push(packet));
  let isEnded = false;
  const session = {
    address,
    send: (bytes: Uint8Array) => {
      parser.parse(Buffer.from(bytes));
      return true;
    },
    end: () => {
      isEnded = true;
      guest?.closed();
    },
  };
  const account = { username: name, password: Buffer.from(password) };
  const connect = { cmd: 'connect', clientId: address, keepalive: 60, clean: true } as const;
  const guest = door.admit(
    session,
    name,
    password,
    mqttPacket.generate({ ...connect, ...account }),
  );
  if (guest === null) throw new Error('the account is not known');
  guests.push(guest);
  const has = (cmd: Packet['cmd']) => packets.some((packet) => packet.cmd === cmd);
  const until = async (claim: () => boolean) => {
    while (!claim()) await turn();
  };
  await until(() => has('connack') || isEnded);
  return {
    packets,
    has,
    until,
    isEnded: () => isEnded,
    push: (packet: Packet) => guest.push(mqttPacket.generate(packet)),
  };
}

const turn = () => new Promise(setImmediate);

/** Takes turns of the event loop while `work` is at it. */
async function turnsOf(work: Promise<void>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await turn();
  await done;
  return turns;
}

const rename = (monitor: TestMonitor, siteName: string) =>
  monitor.store.db.update(devices).set({ siteName }).run();

test('the sites of a large customer are read and published in many turns of the event loop', async () => {
  const { monitor, door, account } = makeDoor(1_000);
  const home = await enter(door, account);
  const subscriptions = [{ topic: 'homeassistant/#', qos: 0 as const }];
  home.push({ cmd: 'subscribe', messageId: 1, subscriptions });
  await home.until(() => home.packets.length >= 1_002);
  rename(monitor, 'Elsewhere');
  monitor.time.advanceMs(60_000);
  // A hundred sites are read in one turn, a hundred messages are published in one.
  expect(await turnsOf(door.tick())).toBeGreaterThan(20);
  await home.until(() => home.packets.length >= 2_002);
});

test('the sites of all customers together are read at no more than 500 a second', async () => {
  const { monitor, door, account } = makeDoor(1_000);
  const home = await enter(door, account);
  home.push({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] });
  await home.until(() => home.packets.length >= 3_003);
  await door.tick();
  rename(monitor, 'Elsewhere');
  monitor.time.advanceMs(1_000);
  await door.tick();
  for (let i = 0; i < 50; i += 1) await turn();
  expect(home.packets.length).toBe(3_003);
  monitor.time.advanceMs(1_001);
  await door.tick();
  await home.until(() => home.packets.length >= 4_003);
});

test('the audit log has the address of the connection that pressed a button', async () => {
  const { monitor, devices, door, account } = makeDoor(1);
  await enter(door, account, '192.0.2.1');
  const second = await enter(door, account, '192.0.2.2');
  const topic = buttonTopic(devices[0]?.deviceId ?? '', 'mute');
  const press = { qos: 1, dup: false, retain: false, messageId: 1 } as const;
  second.push({ cmd: 'publish', topic, payload: 'PRESS', ...press });
  await second.until(() => second.has('puback'));
  const entries = monitor.store.db.select().from(auditLog).all();
  const pressed = entries.filter(({ action }) => action === 'device.mute');
  expect(pressed.map(({ address }) => address)).toEqual(['192.0.2.2']);
});

test('a client whose sites cannot be read is refused, and its broker is closed', async () => {
  const { monitor, customerId, door, account } = makeDoor(1);
  const close = spyOn(AccountBroker.prototype, 'close');
  monitor.store.sqlite.run('ALTER TABLE activation_keys RENAME TO lost');
  const home = await enter(door, account);
  await home.until(home.isEnded);
  // 3: the server is not available (MQTT 3.1.1 section 3.2.2.3).
  expect(home.packets).toMatchObject([{ cmd: 'connack', returnCode: 3 }]);
  expect(close).toHaveBeenCalledTimes(1);
  expect(door.connectionsOf(customerId)).toBe(0);
  close.mockRestore();
});
