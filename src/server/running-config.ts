/**
 * The configuration that a server runs with: flags and the environment of its process are known to it alone.
 * Commands on the same machine ask it at a Unix socket in the data directory, which only the owner of the directory
 * can open.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { version } from '../../package.json';
import type { Logger } from '../domain/logger.ts';
import type { Config } from '../installation/config.ts';
import { runningConfigPath } from '../installation/paths.ts';
import type { Closer } from './close-all.ts';

const patienceMs = 2_000;

/** Sets have no form in JSON. */
type Told = Omit<Config, 'named'> & { readonly named: readonly string[] };

interface Telling {
  /** Of another release, the settings may mean something else. */
  readonly version: string;
  readonly config: Told;
}

/**
 * Tells whoever opens the socket. On a file system without sockets the server goes on without.
 * @param config with the ports that were opened
 * @returns closes it, and removes its file
 */
export async function tellRunningConfig(config: Config, log: Logger): Promise<Closer> {
  const path = runningConfigPath(config.data);
  const telling: Telling = { version, config: { ...config, named: [...config.named] } };
  const text = JSON.stringify(telling);
  const server = createServer((socket) => {
    // The asker may be gone.
    socket.on('error', () => {});
    socket.end(text);
  });
  const opened = Promise.withResolvers<void>();
  server.on('error', opened.reject);
  try {
    // Left there by a server that was killed: this one holds the lock of the directory.
    rmSync(path, { force: true });
    server.listen(path, opened.resolve);
    await opened.promise;
    chmodSync(path, 0o600);
  } catch (error) {
    server.close();
    log.info({ err: error }, 'commands on this machine cannot ask what this server runs with');
    return () => {};
  }
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

/**
 * The configuration of the server that runs on the data directory of this one, or this one: no server of this release
 * runs there, or it cannot be asked.
 */
export async function askRunningConfig(config: Config): Promise<Config> {
  try {
    const telling: Telling = JSON.parse(await readAll(runningConfigPath(config.data)));
    if (telling.version !== version) return config;
    // The server may have been started in another folder, so that its own path leads elsewhere from here.
    return { ...telling.config, named: new Set(telling.config.named), data: config.data };
  } catch {
    return config;
  }
}

function readAll(path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = createConnection(path);
  let text = '';
  socket.setEncoding('utf8');
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
  socket.on('data', (piece) => {
    text += piece;
  });
  socket.on('end', () => resolve(text));
  socket.on('error', reject);
  return promise;
}
