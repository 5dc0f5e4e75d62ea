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

/** As @BotFather gives them; in a file of ours anything else is as good as nothing. */
export const botTokenPattern = /^\d+:[\w-]+$/;

type Where = Pick<Config, 'data' | 'telegram_token'>;

/** The bot's token: the one that is configured, or one that an operator gave in the console. */
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

/** Keeps a token for the next start, readable by its owner only; whole or not at all. */
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
