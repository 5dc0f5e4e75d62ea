/** A home automation that reads slowly: the messages of 200 sites are more than is kept for a session. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { Turns } from '../../actions/engine/turns.ts';
import type { Steps } from '../../domain/steps.ts';
import { eventually, MemoryLog, startTestBroker } from '../../mqtt/testing/test-broker.ts';
import { HomeDoor } from './home-door.ts';
import { composeHome, type HomeSite, presenceTopic } from './home-messages.ts';

const site = (n: number): HomeSite => ({
  deviceId: `fw-${n.toString(16).padStart(12, '0')}`,
  siteName: `${'A'.repeat(95)} ${n}`,
  deviceType: 's2-mini',
  firmwareVersion: '1.0.0',
  link: 'online',
  power: 'UP',
  outage: null,
  powerSince: null,
  voltage: null,
  batteryLevel: null,
  keyExpiresAt: null,
});

function* steps<T>(result: T): Steps<T> {
  yield;
  return result;
}

test('200 sites reach a client that reads in gulps', async () => {
  const sites = Array.from({ length: 200 }, (_, n) => site(n));
  const messages = composeHome(sites, {
    language: 'en',
    version: '1.0.0',
    presence: presenceTopic(),
    url: undefined,
  });
  const home = new HomeDoor(
    { authenticate: () => 1, isOpen: () => true, read: () => steps(messages), heard: () => {} },
    new Turns(),
    new MemoryLog(),
    () => performance.now(),
  );
  const { broker, port } = await startTestBroker({ guests: [home] });
  const socket = connect(port, '127.0.0.1');
  const heard = new Set<string>();
  let isClosed = false;
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => {
    if (packet.cmd === 'publish') heard.add(packet.topic);
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (chunk: Buffer) => {
    parser.parse(chunk);
    // The client reads a little at a time.
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  const clientId = 'slow';
  const account = { username: 'home-00000000', password: Buffer.from('x') };
  const subscriptions = [{ topic: '#', qos: 0 as const }];
  socket.write(
    mqttPacket.generate({ cmd: 'connect', clientId, keepalive: 60, clean: true, ...account }),
  );
  socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
  await eventually(() => heard.size === messages.size || isClosed);
  expect({ isClosed, heard: heard.size }).toEqual({ isClosed: false, heard: 601 });
  socket.destroy();
  await broker.stop();
});
