import { afterEach, expect, test } from 'bun:test';
import { readLines } from '../../../scripts/bench/lib/child-lines.ts';
import { report } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { openFrozenSocket, openStreamSocket } from '../../../tests/support/stream-socket.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';

const worlds: HttpWorld[] = [];

function serve(): { readonly world: HttpWorld; readonly port: number } {
  const world = new HttpWorld();
  worlds.push(world);
  world.app.listen({ port: 0, hostname: '127.0.0.1' });
  return { world, port: world.app.server?.port ?? 0 };
}

afterEach(async () => {
  for (const { app } of worlds.splice(0)) if (app.server !== null) await app.stop(true);
});

test('each of 500 listeners gets only its own messages', async () => {
  const { world, port } = serve();
  const { monitor, streams } = world;
  const homes = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const customerId = makeCustomer(monitor);
      const device = makeDevice(monitor, { customerId });
      const socket = await openStreamSocket(port, await world.customer(customerId));
      return { device, socket, reader: socket.reader };
    }),
  );
  expect(new Set(homes.map(({ socket }) => socket.status))).toEqual(new Set([200]));
  expect(streams.size).toBe(500);

  await Promise.all(
    homes.map(({ device }) =>
      recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock()),
    ),
  );
  streams.tick(monitor.clock());
  monitor.time.advanceMs(1_000);
  streams.tick(monitor.clock());
  await Promise.all(homes.map(({ reader }) => reader.waitFor(({ name }) => name === 'event')));
  // What comes last to everybody, so that nothing is on its way any more.
  monitor.time.advanceMs(10_000);
  streams.tick(monitor.clock());
  await Promise.all(homes.map(({ reader }) => reader.waitFor(({ name }) => name === 'heard')));

  for (const { device, reader } of homes) {
    expect(reader.of('event')).toMatchObject([{ event_type: 'DOWN', device_id: device.deviceId }]);
    const named = [
      ...reader.of('device').map(({ device_id }) => device_id),
      ...reader.of('heard').flatMap(({ devices }) => devices.map(deviceIdOf)),
    ];
    expect(new Set(named)).toEqual(new Set([device.deviceId]));
  }
  for (const { socket } of homes) socket.close();
}, 60_000);

function deviceIdOf({ device_id }: { readonly device_id: string }): string {
  return device_id;
}

test('a listener that never reads is dropped, its memory given back and its connection cut', async () => {
  const server = Bun.spawn([process.execPath, `${import.meta.dir}/testing/flood-listener.ts`], {
    // Left out, the child would get the variables that this process was started with, one of which keeps freed memory.
    env: process.env,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  try {
    const lines = readLines(server.stdout);
    const next = async () => JSON.parse((await lines.next()).value ?? 'null');
    const { port, token } = await next();
    const socket = await openFrozenSocket(port, token);
    const { dropped, offeredMb, growthMb } = await next();
    expect(dropped).toBe(1);
    // The kernel takes some megabytes before it says that the other side does not read.
    expect(offeredMb).toBeLessThan(30);
    expect(growthMb).toBeLessThan(30);
    expect(await next()).toEqual({ isConnected: false });
    socket.terminate();
  } finally {
    server.kill();
    await server.exited;
  }
}, 60_000);

test('a stream that ends leaves its connection closed, whoever ends it', async () => {
  const { world, port } = serve();
  const customerId = makeCustomer(world.monitor);
  const token = await world.customer(customerId);
  const loggedOut = await openStreamSocket(port, token);
  await world.post('/api/auth/logout-everywhere', token);
  world.streams.tick(world.monitor.clock());
  await loggedOut.reader.ended;
  expect(world.streams.size).toBe(0);

  const admin = await openStreamSocket(port, await world.admin());
  expect(world.streams.size).toBe(1);
  world.streams.close();
  await admin.reader.ended;
  await world.app.stop(true);
  await admin.closed;
});

test('a listener that goes away is forgotten', async () => {
  const { world, port } = serve();
  const socket = await openStreamSocket(port, await world.admin());
  expect(world.streams.size).toBe(1);
  socket.close();
  while (world.streams.size > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(world.streams.size).toBe(0);
});
