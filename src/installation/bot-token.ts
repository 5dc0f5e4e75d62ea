import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Config } from './config.ts';
import { botTokenPath } from './paths.ts';

/** Tokens as @BotFather gives them. Any other text in the file counts as no token. */
export const botTokenPattern = /^\d+:[\w-]+$/;

type Where = Pick<Config, 'data' | 'telegram_token'>;

/** Finds the bot's token: the configured one, or the one that an operator gave in the console. */
export function findBotToken({ data, telegram_token: configured }: Where): string | undefined {
  return configured ?? readKept(botTokenPath(data));
}

function readKept(path: string): string | undefined {
  try {
    const token = readFileSync(path, 'utf8').trim();
    return botTokenPattern.test(token) ? token : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps a token for the next start, in a file that only its owner can read. The write is atomic. */
export function keepBotToken(dataDir: string, token: string): void {
  const path = botTokenPath(dataDir);
  const written = `${path}.new`;
  rmSync(written, { force: true });
  const file = openSync(written, 'wx', 0o600);
  try {
    writeSync(file, `${token}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(written, path);
}

export function forgetBotToken(dataDir: string): void {
  rmSync(botTokenPath(dataDir), { force: true });
}
