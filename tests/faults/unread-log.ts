/**
 * The log goes into a pipe that is full and that nobody reads, while four connections send malformed
 * requests of 8 kB. Devices are heard and owners told all the same, and the log goes on once it is read.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Home, Server } from '../e2e/harness.ts';
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
import { requireProgram } from './lib/run-program.ts';
import { awaitReadiness, seconds } from './lib/server-health.ts';

const floods = 4;
const badRequest = `GET /healthz?${'a'.repeat(8_000)} HTTP/1.1\r\nHost: a b\r\n\r\n`;

await runFault('a log that nobody reads', async (fault, home) => {
  const boards = seedSites(home, 30);
  const telegram = await home.startTelegram({ chats: 'any' });
  const pipe = await makeFullPipe(home);
  // Every change of a device is a line, and so is every session that is refused.
  const env = { FAIWATCH_LOG_LEVEL: 'debug' };
  const server = await home.serve({ telegram, env, stderr: pipe.writer });
  const sites = await openSites(home, boards, server);

  const flood = await startFlood(server);
  let slowestMs = 0;
  await loseMains(sites, 3_000);
  const drainedMs = await drain(sites);
  const told = await awaitLosses(telegram, sites);
  for (let n = 0; n < 20; n += 1) {
    slowestMs = Math.max(slowestMs, await awaitReadiness(server, 200, 5_000));
    await Bun.sleep(250);
  }
  fault.expect(
    'devices go on being heard, and owners told',
    drainedMs < 3_000 && told === sites.length && slowestMs < 1_000,
    `${told} of ${sites.length} losses told, the last report taken after ${seconds(drainedMs)}; slowest answer ${Math.round(slowestMs)} ms`,
  );
  flood.stop();
  fault.expect(
    'malformed requests are refused',
    flood.answers.size === 1 && flood.answers.has('400'),
    `${flood.sent} of 8 kB over ${floods} connections, answered ${[...flood.answers].join(', ')}`,
  );
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  expectToldOnce(fault, telegram, sites);

  const lines = await pipe.read();
  const longest = Math.max(...lines.map((line) => line.length));
  fault.expect(
    'the log goes on once it is read, and holds nothing of what was sent',
    lines.some((line) => line.includes('device changed')) &&
      lines.every((line) => !line.includes('a'.repeat(201))),
    `${lines.length} lines had waited, the longest of ${longest} characters`,
  );
  await server.kill();
  expectStored(fault, home, sites);
  pipe.close();
});

/** A pipe without room for one more line. */
async function makeFullPipe(home: Home) {
  const path = join(home.dir, 'log');
  await requireProgram('no pipe could be made', 'mkfifo', path);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const chunk = Buffer.alloc(1_024, '\n');
  try {
    for (;;) writeSync(filler, chunk);
  } catch {
    // EAGAIN says that the pipe is full.
  }
  closeSync(filler);
  const writer = openSync(path, constants.O_WRONLY);
  return {
    writer,
    /** Reads what waits, and what comes within a second after it. */
    async read(): Promise<string[]> {
      const buffer = Buffer.alloc(1 << 20);
      let text = '';
      const until = performance.now() + 2_000;
      while (performance.now() < until) {
        try {
          text += buffer.toString('utf8', 0, readSync(reader, buffer));
        } catch {
          // EAGAIN says that the pipe is empty just now.
        }
        await Bun.sleep(20);
      }
      return text.split('\n').filter((line) => line !== '');
    },
    close() {
      closeSync(reader);
      closeSync(writer);
    },
  };
}

async function startFlood({ http }: Pick<Server, 'http'>) {
  const flood = { sent: 0, answers: new Set<string>(), stop: () => {} };
  const sockets = Array.from({ length: floods }, () => {
    const socket = connect(http, '127.0.0.1', () => socket.write(badRequest));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      flood.sent += 1;
      const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1];
      if (status !== undefined) flood.answers.add(status);
      socket.write(badRequest);
    });
    return socket;
  });
  flood.stop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return flood;
}
