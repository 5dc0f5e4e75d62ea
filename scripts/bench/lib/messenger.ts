/** The fake Bot API (tests/fakes/telegram) as a process of its own. */
import { join } from 'node:path';
import { z } from 'zod';
import type { SentMessage } from '../../../tests/fakes/telegram/methods.ts';
import { readLines } from './child-lines.ts';
import { once } from './once.ts';

export interface Messenger {
  /** What `serve` needs to send through it. */
  readonly env: Readonly<Record<string, string>>;
  /** Every message taken so far, in order. */
  readSent(): Promise<readonly SentMessage[]>;
  /** Ends it; gives how many messages it refused for coming too fast. */
  stop(): Promise<number>;
}

const script = join(import.meta.dir, '..', '..', '..', 'tests', 'fakes', 'telegram', 'serve.ts');
const readySchema = z.object({ apiRoot: z.string(), token: z.string() });
const summarySchema = z.object({ limitViolations: z.int() });

/**
 * Starts it with Telegram's own limits; every chat is known.
 * @param logPath where it writes down what it takes
 * @throws Error when it does not start
 */
export async function startMessenger(logPath: string): Promise<Messenger> {
  await Bun.write(logPath, '');
  const child = Bun.spawn([process.execPath, script, '--log', logPath], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = readLines(child.stdout);
  const readJson = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null');
  const { apiRoot, token } = readySchema.parse(await readJson());
  return {
    env: {
      FAIWATCH_TELEGRAM_TOKEN: token,
      FAIWATCH_TELEGRAM_API_ROOT: apiRoot,
      FAIWATCH_UPLINK_TARGETS: apiRoot,
    },
    async readSent() {
      const text = await Bun.file(logPath).text();
      // The last line may be half written.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      return whole
        .split('\n')
        .filter(Boolean)
        .map((line): SentMessage => JSON.parse(line));
    },
    stop: once(async () => {
      child.kill('SIGTERM');
      const { limitViolations } = summarySchema.parse(await readJson());
      await child.exited;
      return limitViolations;
    }),
  };
}
