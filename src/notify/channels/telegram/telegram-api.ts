import type { ApiClientOptions } from 'grammy';
import { Api } from 'grammy';
import { fetchWithin } from '../../../outbound/call-out.ts';

export interface TelegramAccess {
  readonly token: string;
  /** `https://api.telegram.org`, or the operator's own server; without a trailing slash. */
  readonly apiRoot: string;
}

interface TelegramBounds {
  readonly timeoutSeconds: number;
  /** Of an answer; default 1 MiB. */
  readonly maxBytes?: number;
}

const usualBytes = 1024 * 1024;

/** grammY's calls, made by our own `fetch`. */
export function telegramClient(
  { apiRoot }: TelegramAccess,
  { timeoutSeconds, maxBytes = usualBytes }: TelegramBounds,
): ApiClientOptions {
  // grammY's own time-out comes first: its words are known where errors are described.
  const bounds = { timeoutMs: (timeoutSeconds + 1) * 1000, maxBytes };
  return { apiRoot, timeoutSeconds, fetch: fetchWithin(bounds) as ApiClientOptions['fetch'] };
}

export function openTelegram(access: TelegramAccess, bounds: TelegramBounds): Api {
  return new Api(access.token, telegramClient(access, bounds));
}
