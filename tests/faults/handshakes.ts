/**
 * One stranger keeps 5,000 connections at the HTTPS port busy with TLS handshakes: each is reset once it is answered,
 * and comes again. Meanwhile a board that is connected there is heard, and sites lose power.
 */

import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { makeCertificate } from '../../src/mqtt/testing/make-certificate.ts';
import { MqttDevice } from '../e2e/mqtt-device.ts';
import { firstChatId } from '../e2e/quick-fleet.ts';
import { runFault, Skipped } from './lib/fault.ts';
import { seedSites, thresholdMs } from './lib/fleet.ts';
import { requireProgram } from './lib/run-program.ts';
import { readMemory, seconds } from './lib/server-health.ts';

const connections = 5_000;
/** After which a connection that was not answered is reset. */
const holdMs = 1_000;
const lastsMs = 20_000;
const worstHeartbeatMs = 300;
const worstAlertMs = 3_000;

await runFault('A flood of TLS handshakes', async (fault, home) => {
  const stranger = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (stranger === undefined) throw new Skipped('there is no network but the loopback');
  const flood = join(home.dir, 'handshake-flood');
  await requireProgram(
    'the flood could not be compiled',
    ...['gcc', '-Wall', '-Wextra', '-Werror', '-O2', '-o', flood],
    join(import.meta.dir, 'lib', 'handshake-flood.c'),
  );
  const certificate = makeCertificate();
  home.defer(() => certificate.remove());
  const [victim, ...dark] = seedSites(home, 3);
  if (victim === undefined) throw new Error('there is no board');
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({
    telegram,
    args: [
      ...['--host', '0.0.0.0'],
      ...['--tls-cert', certificate.certFile, '--tls-key', certificate.keyFile],
    ],
  });
  const boards = dark.map((board) => new MqttDevice(board, { port: server.mqtt ?? 0 }));
  for (const board of boards) {
    await board.connects();
    await board.beats();
  }
  const hello = await recordHello();
  const open = () => openBoard(server.http, certificate.cert);
  const heart = new Heart(await open(), victim.token);

  const quiet = await heart.beatFor(4_000);
  const memoryBefore = readMemory(server);
  const attacker = Bun.spawn([flood, stranger, `${server.http}`, `${connections}`, `${holdMs}`], {
    stdin: hello,
    stdout: 'pipe',
  });
  home.defer(() => attacker.kill('SIGKILL'));
  const beating = heart.beatFor(lastsMs);
  const newcomers = comeNew(open, lastsMs);
  await Bun.sleep(2_000);
  let drainedMs = 0;
  for (const board of boards) {
    const startedAt = performance.now();
    await board.losesMains();
    drainedMs = Math.max(drainedMs, performance.now() - startedAt);
  }
  const dueAt = Date.now() + thresholdMs;
  const beats = await beating;
  const waits = await newcomers;
  const memory = readMemory(server);
  attacker.kill('SIGTERM');
  const [opened, answered] = (await new Response(attacker.stdout).text()).trim().split(' ');
  const told = telegram.sent.filter(
    ({ chatId, text }) => chatId > firstChatId && text.startsWith('🔴'),
  );
  const lateMs = Math.max(0, ...told.map(({ arrivedAt }) => arrivedAt - dueAt));
  const after = await heart.beatFor(3_000);
  fault.expect(
    'the fault took place',
    Number(opened) > connections,
    `${opened} connections, ${answered} answered in ${seconds(lastsMs)}`,
  );
  fault.note('heartbeats without it', sayTimes(quiet));
  // Neither is promised: docs/security.md says why.
  fault.note('heartbeats of a board that is connected', sayTimes(beats));
  fault.note('who connects meanwhile, from elsewhere', sayTimes(waits));
  fault.expect(
    'losses are told meanwhile',
    told.length === boards.length && drainedMs + lateMs <= worstAlertMs,
    `taken after ${seconds(drainedMs)}, ${told.length} of ${boards.length} told, the last ${seconds(lateMs)} late`,
  );
  fault.note('memory', `${Math.round(memoryBefore)} MB, then ${Math.round(memory)} MB`);
  fault.expect(
    'all is as before after it',
    Math.max(...after) <= worstHeartbeatMs,
    sayTimes(after),
  );
  for (const board of boards) board.vanishes();
});

function sayTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return `${times.length}, median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
}

/** What a true client says first. */
async function recordHello(): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const server = createServer((socket) => socket.once('data', resolve).on('error', () => {}));
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = connectTls({ host: '127.0.0.1', port, servername: 'localhost' });
  client.on('error', () => {});
  const hello = await promise;
  client.destroy();
  server.close();
  return hello;
}

function openBoard(port: number, ca: string): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca }, () =>
    resolve(socket),
  );
  socket.on('error', reject);
  return promise;
}

/** How long each took that connected anew, one after the other, in ms. */
async function comeNew(open: () => Promise<TLSSocket>, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const socket = await Promise.race([
      open().catch(() => null),
      Bun.sleep(20_000).then(() => null),
    ]);
    times.push(performance.now() - startedAt);
    socket?.destroy();
    await Bun.sleep(200);
  }
  return times;
}

/** A board over one TLS connection that stays. */
class Heart {
  readonly #socket: TLSSocket;
  readonly #token: string;
  #beats = 0;

  constructor(socket: TLSSocket, token: string) {
    this.#socket = socket;
    this.#token = token;
  }

  /** @returns after how many ms each heartbeat was answered */
  async beatFor(ms: number): Promise<number[]> {
    const times: number[] = [];
    const endsAt = performance.now() + ms;
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await this.#beat();
      times.push(performance.now() - startedAt);
      await Bun.sleep(Math.max(0, 60 - (performance.now() - startedAt)));
    }
    return times;
  }

  async #beat(): Promise<void> {
    this.#beats += 1;
    const body = JSON.stringify({
      ...{ boot_id: 'be0a7000', seq: this.#beats, uptime_ms: this.#beats * 60 },
      ...{ reset_reason: 'power_on', power: 'UP', has_mains_sense: false },
    });
    const answer = new Promise<string>((resolve, reject) => {
      const end = () => reject(new Error('the board’s connection was ended'));
      this.#socket.once('close', end);
      this.#socket.once('data', (bytes) => {
        this.#socket.off('close', end);
        resolve(bytes.toString());
      });
    });
    this.#socket.write(
      `POST /api/device/v1/heartbeat HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${this.#token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const said = await answer;
    if (!said.startsWith('HTTP/1.1 200')) throw new Error(`a heartbeat was answered: ${said}`);
  }
}
