/** Debian's mosquitto as the yardstick: bare, on the loopback interface, nothing kept on disk. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitForPort } from './ports.ts';

export interface RunningBroker {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** @throws Error when mosquitto is not installed or does not listen within 5 s. */
export async function startMosquitto(): Promise<RunningBroker> {
  // Debian puts it where only root looks.
  const binary = Bun.which('mosquitto') ?? Bun.which('mosquitto', { PATH: '/usr/sbin:/usr/bin' });
  if (!binary) throw new Error('mosquitto is not installed (apt-get install mosquitto)');
  const port = findFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'faiwatch-mosquitto-'));
  // Started as root it becomes the user mosquitto, who must be able to read its settings.
  await chmod(directory, 0o755);
  const config = join(directory, 'mosquitto.conf');
  await writeFile(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'set_tcp_nodelay true',
      'max_inflight_messages 0',
      'max_queued_messages 0',
      'persistence false',
      'log_dest none',
      '',
    ].join('\n'),
  );
  const child = Bun.spawn([binary, '-c', config], { stdout: 'ignore', stderr: 'inherit' });
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await waitForPort(port, 5000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid, stop };
}
