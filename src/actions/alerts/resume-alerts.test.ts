import { beforeEach, describe, expect, test } from 'bun:test';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeDevice, testActor } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { editCustomer } from '../people/edit-customer.ts';
import { createMessengerLink, readLinkPayload } from './create-messenger-link.ts';
import { registerRecipient } from './register-recipient.ts';
import { loseChat, moveChat, regainChat } from './update-recipient.ts';

let world: DeliveryWorld;
let device: LiveDevice;
let customerId: number;

beforeEach(() => {
  world = makeDeliveryWorld();
  device = makeDevice(world.monitor, { chat: 'first', siteName: 'Shop' });
  customerId = device.config.customerId ?? 0;
});

async function connect(address: string): Promise<void> {
  const { monitor } = world;
  const { payload } = createMessengerLink(monitor, customerId, monitor.clock());
  const proof = { type: 'link', purpose: 'join', token: readLinkPayload(payload) ?? '' } as const;
  registerRecipient(
    monitor,
    { channel: 'telegram', address, chatName: 'Family', language: 'en', proof },
    monitor.clock(),
  );
  await world.settle();
}

/** What a chat was told of outages, in order. */
function toldTo(address: string): string[] {
  const words = [
    ['still down', 'reminder'],
    ['no power since', 'alert'],
    ['Power restored', 'recovery'],
  ] as const;
  return world.channel.sent
    .filter((message) => message.address === address)
    .flatMap(({ html }) => words.find(([word]) => html.includes(word))?.[1] ?? []);
}

async function endOutage(): Promise<void> {
  await world.restoreMains(device);
  await world.advance(150);
}

describe('of an outage that goes on', () => {
  test('a chat that connects is told once, and then like everybody', async () => {
    await world.loseMains(device);
    await world.advance(100);
    await connect('second');
    expect(toldTo('second')).toEqual(['alert']);
    await connect('second');
    await world.advance(310);
    await endOutage();
    expect(toldTo('second')).toEqual(['alert', 'reminder', 'recovery']);
    expect(toldTo('first')).toEqual(['alert', 'reminder', 'recovery']);
  });

  test('a chat that could not be reached is told once it can', async () => {
    await world.loseMains(device);
    await world.advance(30);
    loseChat(
      world.monitor,
      { channel: 'telegram', address: 'first' },
      'the bot was blocked',
      world.monitor.clock(),
    );
    await world.advance(100);
    expect(toldTo('first')).toEqual([]);
    regainChat(world.monitor, { channel: 'telegram', address: 'first' }, world.monitor.clock());
    regainChat(world.monitor, { channel: 'telegram', address: 'first' }, world.monitor.clock());
    await world.settle();
    await endOutage();
    expect(toldTo('first')).toEqual(['alert', 'recovery']);
  });

  test('a customer who is active again is told', async () => {
    const setActive = (isActive: boolean) =>
      editCustomer(world.monitor, customerId, { isActive }, testActor, world.monitor.clock());
    setActive(false);
    await world.loseMains(device);
    await world.advance(100);
    expect(toldTo('first')).toEqual([]);
    setActive(true);
    await world.settle();
    await endOutage();
    expect(toldTo('first')).toEqual(['alert', 'recovery']);
  });

  test('a group that got another id is told the recovery, and not the alert again', async () => {
    await world.loseMains(device);
    await world.advance(100);
    moveChat(world.monitor, { channel: 'telegram', address: 'first' }, 'moved');
    await connect('second');
    await endOutage();
    expect(toldTo('moved')).toEqual(['recovery']);
  });

  test('a chat that connects during the recovery delay is not told', async () => {
    await world.loseMains(device);
    await world.advance(100);
    await world.restoreMains(device);
    await connect('second');
    await world.advance(150);
    expect(toldTo('second')).toEqual([]);
  });
});
