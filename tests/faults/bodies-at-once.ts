/**
 * A stranger's connections send bodies without their last byte, hold them, and then send that byte on all of them at
 * once. Meanwhile two sites lose power. The other half never ends its bodies: those only take memory.
 */
import type { Socket } from 'bun';
import { timeHeartbeats } from '../../scripts/bench/lib/flood.ts';
import { runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectStored,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  seedSites,
  thresholdMs,
} from './lib/fleet.ts';
import { readMemory, seconds } from './lib/server-health.ts';

const connections = 300;
const heldForGood = 2_000;
const worstHeartbeatMs = 300;
const worstAlertMs = 3_000;
const memoryBoundMb = 60;

/** 7,000 fields that no call knows. */
const fields = Array.from({ length: 7_000 }, (_, n) => [n.toString(36), 1] as const);
const json = JSON.stringify(Object.fromEntries(fields.map(([name]) => [`x${name}`, 1])));
const form = new URLSearchParams(fields.map(([name, value]) => [name, `${value}`])).toString();

const post = (path: string, body: string, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const requests: Readonly<Record<string, string>> = {
  'log-ins with unknown fields': post('/api/auth/login', json),
  'enrolments with unknown fields': post('/api/device/v1/enrol', json),
  'log-ins of brackets': post('/api/auth/login', '['.repeat(60_000)),
  forms: post('/api/public/status/emails?lang=en', form, 'application/x-www-form-urlencoded'),
  'addresses of 6,000 parts': `GET /api${'/a'.repeat(6_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
};

await runFault('Bodies that end at once', async (fault, home) => {
  const names = Object.keys(requests);
  const [victim, ...boards] = seedSites(home, 1 + 2 * (names.length + 1));
  if (victim === undefined) throw new Error('there is no board');
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram, env: { FAIWATCH_PUBLIC_STATUS: 'true' } });
  const sites = await openSites(home, boards, server, 1);
  await Bun.sleep(1_000);

  /** Connections that have sent all but the last byte. */
  async function hold(request: Uint8Array, count: number): Promise<Socket[]> {
    const most = request.length - 1;
    const held: Socket[] = [];
    for (let n = 0; n < count; n++) {
      let at = 0;
      const go = (socket: Socket) => {
        if (at < most) at += Math.max(0, socket.write(request.subarray(at, most)));
      };
      const socket = { open: go, drain: go, data: () => {}, error: () => {} };
      held.push(await Bun.connect({ hostname: '127.0.0.1', port: server.http, socket }));
    }
    return held;
  }

  for (const [index, name] of names.entries()) {
    const dark = sites.slice(2 * index, 2 * index + 2);
    const request = Buffer.from(requests[name] ?? '');
    const held = await hold(request, connections);
    await Bun.sleep(1_500);
    const timing = timeHeartbeats(server.url, victim.token, thresholdMs + 1_000);
    await Bun.sleep(500);
    for (const socket of held) socket.write(request.subarray(-1));
    await loseMains(dark);
    const dueAt = Date.now() + thresholdMs;
    const drainedMs = await drain(dark);
    await awaitLosses(telegram, dark);
    const worst = Math.max(...(await timing));
    for (const socket of held) socket.terminate();
    const chats = new Set(dark.map(({ chatId }) => chatId));
    const told = telegram.sent.filter(({ chatId }) => chats.has(chatId));
    const lateMs = Math.max(0, ...told.map(({ arrivedAt }) => arrivedAt - dueAt));
    fault.expect(
      `another board is heard, and its losses are told: ${name}`,
      worst <= worstHeartbeatMs &&
        told.length === dark.length &&
        drainedMs + lateMs <= worstAlertMs,
      `the slowest heartbeat ${Math.round(worst)} ms; ${told.length} of ${dark.length} told, the last ${seconds(lateMs)} late`,
    );
  }

  const before = readMemory(server);
  const held = await hold(Buffer.from(post('/api/auth/login', 'x'.repeat(65_536))), heldForGood);
  await Bun.sleep(3_000);
  const grown = readMemory(server) - before;
  const dark = sites.slice(-2);
  await loseMains(dark);
  await drain(dark);
  await awaitLosses(telegram, dark);
  fault.expect(
    'bodies that never end take little memory',
    grown < memoryBoundMb,
    `${heldForGood} of 64 KB: ${Math.round(grown)} MB more`,
  );
  for (const socket of held) socket.terminate();

  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  expectToldOnce(fault, telegram, sites);
  await server.kill();
  expectStored(fault, home, sites);
});
