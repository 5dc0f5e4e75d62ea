import { expect, test } from 'bun:test';
import { join } from 'node:path';

const module = JSON.stringify(join(import.meta.dir, 'stop-on-signal.ts'));

/** A process whose stop takes 300 ms. */
const slow = `
  import { stopOnSignal } from ${module};
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const stop = async () => {
    await Bun.sleep(300);
    console.log('stopped');
  };
  setInterval(quiet, 1_000);
  void stopOnSignal(stop, log).then(() => process.exit(0));
  console.log('ready');
`;

test('signals that come while it stops do no harm', async () => {
  const child = Bun.spawn([process.execPath, '-e', slow], { stdout: 'pipe' });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('ready\n');
  child.kill('SIGTERM');
  await Bun.sleep(50);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
  expect((await reader.read()).value).toBe('stopped\n');
  expect(await child.exited).toBe(0);
});
