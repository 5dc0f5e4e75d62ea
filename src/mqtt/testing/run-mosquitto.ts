import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitForPort } from '../../../scripts/bench/lib/ports.ts';

export interface Mosquitto {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Prepares Debian's mosquitto on a free port. @throws Error when it is not installed */
export function prepareMosquitto(...settings: readonly string[]): Mosquitto {
  // Debian installs it in /usr/sbin, which is not on every PATH.
  const binary = Bun.which('mosquitto', { PATH: `${process.env['PATH']}:/usr/sbin` });
  if (binary === null) throw new Error('mosquitto is not installed: scripts/setup installs it');
  const directory = mkdtempSync(join(tmpdir(), 'faiwatch-mosquitto-'));
  // When root starts it, it becomes the user mosquitto, who must be able to read the settings.
  chmodSync(directory, 0o755);
  const port = findFreePort();
  const config = join(directory, 'mosquitto.conf');
  const isOpen = !settings.some((line) => line.startsWith('allow_anonymous'));
  const access = isOpen ? ['allow_anonymous true'] : [];
  const lines = [`listener ${port} 127.0.0.1`, ...access, ...settings];
  writeFileSync(config, `${lines.join('\n')}\n`);
  let child: Bun.Subprocess | null = null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child?.kill(signal);
    await child?.exited;
    child = null;
  };
  return {
    port,
    async start() {
      child = Bun.spawn([binary, '-c', config], { stdout: 'ignore', stderr: 'ignore' });
      await waitForPort(port, 3_000);
    },
    stop: () => end('SIGTERM'),
    async remove() {
      // It looks only ten times a second whether it was told to end.
      await end('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
