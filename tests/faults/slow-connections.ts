/**
 * 600 connections that never get to the point: half of them send HTTP headers a byte at a time, half of
 * them begin an MQTT CONNECT and do not finish it. Each is opened again when the server ends it.
 */
import type { Socket } from 'bun';
import type { Server } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
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
} from './lib/fleet.ts';
import { awaitReadiness, countOpenFiles, readMemory, seconds } from './lib/server-health.ts';

const each = 300;
const lastsMs = 30_000;
const memoryBoundMb = 60;
/** A CONNECT packet of which a byte comes now and then. */
const connectBegun = Buffer.from([0x10, 0x7f, 0x00, 0x04]);
const headersBegun = Buffer.from('GET /api/public/info HTTP/1.1\r\nHost: faiwatch\r\nX-Slow: ');

await runFault('600 slow connections', async (fault, home) => {
  const boards = seedSites(home, 30);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const sites = await openSites(home, boards, server);
  await Bun.sleep(1_000);
  const filesBefore = countOpenFiles(server);
  const memoryBefore = readMemory(server);

  const http = new SlowClients(server.http, headersBegun, 'x');
  const mqtt = new SlowClients(server.mqtt ?? 0, connectBegun, '\0');
  home.defer(() => {
    http.stop();
    mqtt.stop();
  });
  await Promise.all([http.open(each), mqtt.open(each)]);
  const beganAt = performance.now();

  let filesAtMost = filesBefore;
  let memoryPeak = memoryBefore;
  let slowestPageMs = 0;
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, readMemory(server));
    // The server takes a connection some time after the system has.
    filesAtMost = Math.max(filesAtMost, countOpenFiles(server));
  }, 250);
  await loseMains(sites, 3_000);
  const drainedMs = await drain(sites);
  await awaitLosses(telegram, sites);
  while (performance.now() - beganAt < lastsMs) {
    slowestPageMs = Math.max(slowestPageMs, await awaitReadiness(server, 200, 5_000));
    await Bun.sleep(500);
  }
  clearInterval(watch);

  fault.expect(
    'the fault took place',
    filesAtMost - filesBefore >= 2 * each - 10,
    `${filesAtMost - filesBefore} more files open than before`,
  );
  fault.expect(
    'devices go on being served',
    drainedMs < 3_000 && slowestPageMs < 1_000,
    `${sites.length} losses acknowledged, the last after ${seconds(drainedMs)}; slowest of the pages asked for ${Math.round(slowestPageMs)} ms`,
  );
  fault.expect(
    'memory is bounded',
    memoryPeak - memoryBefore < memoryBoundMb,
    `${Math.round(memoryBefore)} MB before, ${Math.round(memoryPeak)} MB at most`,
  );
  fault.expect(
    'a half-open MQTT connection is ended after 5 s',
    mqtt.ended > 0 && mqtt.longestMs < 7_000,
    `${mqtt.ended} ended in ${seconds(lastsMs)}, none lasted longer than ${seconds(mqtt.longestMs)}`,
  );
  fault.expect(
    'a half-sent HTTP request is ended',
    http.ended > 0 && http.longestMs < 20_000,
    `${http.ended} ended in ${seconds(lastsMs)}, none lasted longer than ${seconds(http.longestMs)}`,
  );
  http.stop();
  mqtt.stop();
  const freedFrom = performance.now();
  await waitFor('freed slots', () => countOpenFiles(server) <= filesBefore + 10, 15_000).catch(
    () => {},
  );
  fault.expect(
    'slots are freed',
    countOpenFiles(server) <= filesBefore + 10,
    `${countOpenFiles(server)} files open ${seconds(performance.now() - freedFrom)} later, ${filesBefore} before`,
  );
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  expectToldOnce(fault, telegram, sites);
  await server.kill();
  expectStored(fault, home, sites);
});

/** Connections that say too little, too slowly, and come back. */
class SlowClients {
  ended = 0;
  longestMs = 0;
  readonly #port: number;
  readonly #begun: Buffer;
  readonly #more: string;
  readonly #open = new Map<Socket, number>();
  #timer: Timer | null = null;

  constructor(port: Server['http'], begun: Buffer, more: string) {
    this.#port = port;
    this.#begun = begun;
    this.#more = more;
  }

  async open(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#connect()));
    this.#timer = setInterval(() => {
      for (const [socket, since] of this.#open) {
        socket.write(this.#more);
        this.longestMs = Math.max(this.longestMs, performance.now() - since);
      }
    }, 1_000);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const open = [...this.#open.keys()];
    this.#open.clear();
    for (const socket of open) socket.terminate();
  }

  async #connect(): Promise<void> {
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: this.#port,
      socket: {
        data: () => {},
        error: () => {},
        close: (closed) => this.#closed(closed),
      },
    });
    this.#open.set(socket, performance.now());
    socket.write(this.#begun);
  }

  #closed(socket: Socket): void {
    const since = this.#open.get(socket);
    if (since === undefined) return;
    this.#open.delete(socket);
    this.ended += 1;
    this.longestMs = Math.max(this.longestMs, performance.now() - since);
    if (this.#timer !== null) void this.#connect().catch(() => {});
  }
}
