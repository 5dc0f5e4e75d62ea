import { afterEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { AcceptGate } from './accept-gate.ts';
import { makeCrowdTick } from './connection-crowd.ts';

const clean: (() => void)[] = [];
afterEach(() => {
  for (const undo of clean.splice(0)) undo();
});

function noteWarnings() {
  const warnings: object[] = [];
  const ignore = () => {};
  const warn = (fields: object) => void warnings.push(fields);
  return { log: { debug: ignore, info: ignore, warn, error: ignore }, warnings };
}

/** Opens connections from an address, none of which gets to the point. @returns how many are open */
async function crowd(port: number, from: string, count: number): Promise<() => number> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    // The server is told of a connection once something came.
    socket.write('G');
    sockets.push(socket);
  }
  clean.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return () => sockets.filter(({ closed, connecting }) => !closed && !connecting).length;
}

async function until(claim: () => boolean): Promise<void> {
  for (let tries = 0; !claim(); tries++) {
    if (tries > 2000) throw new Error(`Not within 10 s: ${claim}`);
    await Bun.sleep(5);
  }
}

function listen() {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') });
  clean.push(() => void server.stop(true));
  return server;
}

const gates = () => [];

const countFiles = () => readdirSync('/proc/self/fd').length;

/** Whoever else has a connection into this process, as files of tests before this one may, is not counted. */
const isRelay = (address: string) => !address.startsWith('127.8.');

/**
 * How many connections the server itself holds: before it takes one, it belongs to no file (proc(5)). A caller may have
 * the same port at another address.
 */
function taken(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/self/net/tcp', 'latin1').split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1] === local && fields[3] === '01' && fields[9] !== '0').length;
}

test('who opens hundreds of connections loses most of them; others keep theirs, and the server answers', async () => {
  const server = listen();
  const port = server.port ?? 0;
  const { log, warnings } = noteWarnings();
  const few = await crowd(port, '127.8.0.1', 5);
  const many = await crowd(port, '127.8.0.2', 100);
  await until(() => few() === 5 && many() === 100 && taken(port) === 105);
  // What all others leave is room for 80, and half of them stay.
  const mostFiles = countFiles() - 105 + 80;
  const tick = makeCrowdTick({ log, spared: () => [], gates, isRelay, mostFiles });
  await tick.run();
  await until(() => many() <= 35);
  expect(few()).toBe(5);
  expect(many()).toBeGreaterThanOrEqual(30);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(warnings).toEqual([{ ended: 65, of: 105, keptOut: 1 }]);
});

test('who has too many is kept out until the crowd has gone, and keeps nobody waiting', async () => {
  const server = listen();
  const port = server.port ?? 0;
  const gate = new AcceptGate();
  gate.take(port);
  clean.push(() => gate.letGo());
  const { log } = noteWarnings();
  const many = await crowd(port, '127.8.0.2', 100);
  await until(() => many() === 100 && taken(port) === 100);
  const mostFiles = countFiles() - 100 + 80;
  const tick = makeCrowdTick({ log, spared: () => [], gates: () => [gate], isRelay, mostFiles });
  await tick.run();
  await until(() => many() === 40 && taken(port) === 40);
  // More than may wait, as fast as they can; the kernel tries those again who find no place, a second later.
  const again = await crowd(port, '127.8.0.2', 60);
  await Bun.sleep(50);
  const few = await crowd(port, '127.8.0.3', 3);
  const ticks = setInterval(() => void tick.run(), 20);
  clean.push(() => clearInterval(ticks));
  await Bun.sleep(500);
  expect([few(), again()]).toEqual([3, 0]);
  clearInterval(ticks);
  for (let calm = 0; calm < 250; calm++) await tick.run();
  await until(() => again() === 60);
}, 20_000);

test('where there is room, at ports with limits of their own, and through a proxy on this machine, all stay', async () => {
  const server = listen();
  const port = server.port ?? 0;
  const { log, warnings } = noteWarnings();
  const many = await crowd(port, '127.8.0.2', 60);
  await until(() => many() === 60 && taken(port) === 60);
  await makeCrowdTick({ log, spared: () => [], gates, isRelay, mostFiles: 100_000 }).run();
  await makeCrowdTick({ log, spared: () => [port], gates, isRelay, mostFiles: 40 }).run();
  await makeCrowdTick({ log, spared: () => [], gates, mostFiles: 40 }).run();
  await Bun.sleep(20);
  expect(many()).toBe(60);
  expect(warnings).toEqual([]);
});

test('while there is a crowd few are let in at a time, and everybody once it has gone', async () => {
  const server = listen();
  const port = server.port ?? 0;
  const gate = new AcceptGate();
  gate.take(port);
  clean.push(() => gate.letGo());
  const { log } = noteWarnings();
  const mostFiles = countFiles() + 200;
  const tick = makeCrowdTick({ log, spared: () => [], gates: () => [gate], isRelay, mostFiles });
  await crowd(port, '127.8.0.2', 190);
  await until(() => taken(port) === 190);
  await tick.run();
  await until(() => taken(port) < 190);
  // They come again, each as soon as it may, from as many addresses.
  for (let n = 1; n <= 190; n++) await crowd(port, `127.8.1.${n}`, 1);
  let most = 0;
  for (let turn = 0; turn < 20; turn++) {
    const before = taken(port);
    await tick.run();
    most = Math.max(most, taken(port) - before);
    await Bun.sleep(20);
  }
  expect(most).toBeGreaterThan(0);
  // The kernel takes one more than it was told (listen(2)), and others while the first are accepted.
  expect(most).toBeLessThanOrEqual(2 * Math.floor(mostFiles / 10) + 2);
  for (let calm = 0; calm < 250; calm++) await tick.run();
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
});
