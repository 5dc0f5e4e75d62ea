/**
 * One stranger opens more connections than the server may open files, says one letter on each, which fills the places
 * in which everybody waits, and opens each again when it is ended. Boards and pages come from another address.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { runFault, Skipped } from './lib/fault.ts';
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
import { countOpenFiles, seconds } from './lib/server-health.ts';

const mostFiles = 1_000;
const wanted = 1_500;
const lastsMs = 30_000;

await runFault('more connections than files', async (fault, home) => {
  const stranger = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (stranger === undefined) throw new Skipped('there is no network but the loopback');
  const program = `${home.binary}-itself`;
  renameSync(home.binary, program);
  const limited = `#!/bin/sh\nulimit -n ${mostFiles}\nexec ${program} "$@"\n`;
  writeFileSync(home.binary, limited, { mode: 0o755 });

  const boards = seedSites(home, 30);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram, args: ['--host', '0.0.0.0'] });
  const sites = await openSites(home, boards, server);
  const crowd = new Crowd(stranger, server.http);
  home.defer(() => crowd.stop());
  crowd.open();
  const beganAt = performance.now();
  await Bun.sleep(4_000);
  await loseMains(sites, 3_000);
  const drainedMs = await drain(sites);
  const told = await awaitLosses(telegram, sites);
  let slowestPageMs = 0;
  let mostOpen = 0;
  while (performance.now() - beganAt < lastsMs) {
    mostOpen = Math.max(mostOpen, countOpenFiles(server));
    slowestPageMs = Math.max(slowestPageMs, await openPage(server.url));
    await Bun.sleep(200);
  }
  fault.expect(
    'the fault took place',
    crowd.ended > mostFiles,
    `${crowd.ended} connections were ended and opened again, ${mostOpen} of ${mostFiles} files open at most`,
  );
  fault.expect(
    'devices go on being served',
    drainedMs < 5_000 && slowestPageMs < 2_000,
    `${sites.length} losses acknowledged, the last after ${seconds(drainedMs)}; slowest of the pages asked for ${Math.round(slowestPageMs)} ms`,
  );
  fault.expect(
    'losses are told meanwhile',
    told === sites.length,
    `${told} of ${sites.length} told`,
  );
  crowd.stop();
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  expectToldOnce(fault, telegram, sites);
  await server.kill();
  expectStored(fault, home, sites);
});

/** Over a connection of its own. @returns after how many ms it was answered; 30 s: not by then */
async function openPage(url: string): Promise<number> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(30_000);
  const answer = await fetch(`${url}/readyz`, { keepalive: false, signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200 ? performance.now() - startedAt : 30_000;
}

/** Connections that say next to nothing, and come back. */
class Crowd {
  ended = 0;
  #isOver = false;
  readonly #open = new Set<Socket>();
  readonly #where: { readonly host: string; readonly port: number };

  constructor(host: string, port: number) {
    this.#where = { host, port };
  }

  open(): void {
    for (let n = 0; n < wanted; n++) this.#connect();
  }

  stop(): void {
    this.#isOver = true;
    for (const socket of this.#open) socket.destroy();
  }

  #connect(): void {
    const socket = connect(this.#where);
    this.#open.add(socket);
    socket.write('G');
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#open.delete(socket);
      if (this.#isOver) return;
      this.ended += 1;
      setTimeout(() => this.#isOver || this.#connect(), 100);
    });
  }
}
