import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
      await waitForPort(port);
    },
    stop: () => end('SIGTERM'),
    async remove() {
      // It looks only ten times a second whether it was told to end.
      await end('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

async function waitForPort(port: number): Promise<void> {
  const deadline = performance.now() + 3000;
  for (;;) {
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } });
      socket.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await Bun.sleep(10);
    }
  }
}
