import { hideSetupPassword } from '../../../lib/serial/setup-network.ts';
import type { Sign } from './board-line.ts';
import type { Problem } from './problem.ts';

export type LogType = 'info' | 'success' | 'error';

/** Notes of the page itself; their texts are in the locale files. */
export type Note =
  | 'connecting'
  | 'connected'
  | 'disconnected'
  | 'probing'
  | 'resetting'
  | 'reset_failed'
  | 'lost'
  | 'returned'
  | 'reading_again'
  | 'configuring'
  | 'repeating'
  | 'sending_blind'
  | 'configured'
  | 'checked'
  | 'online';

export type LogContent =
  | { readonly kind: 'note'; readonly note: Note; readonly subject?: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'sign'; readonly sign: Sign }
  /** To the board, secrets hidden. */
  | { readonly kind: 'sent'; readonly line: string }
  /** From the board, secrets hidden. */
  | { readonly kind: 'received'; readonly line: string };

export interface LogEntry {
  readonly id: number;
  /** Epoch ms. */
  readonly at: number;
  readonly type: LogType;
  readonly content: LogContent;
}

const keptEntries = 400;

/** The log with one entry more; the oldest go. */
export function addEntry(
  log: readonly LogEntry[],
  entry: Omit<LogEntry, 'id'>,
): readonly LogEntry[] {
  const id = (log.at(-1)?.id ?? 0) + 1;
  return [...log.slice(-keptEntries + 1), { id, ...entry }];
}

/** The line without secrets: others may see a log, or get it to help. */
export function hideSecrets(line: string): string {
  return (
    hideSetupPassword(line)
      .replace(/^(wifi_pass=).+$/, '$1••••••••')
      // The last group is enough for the owner to recognise the key.
      .replace(/^(activation_key=).+(.{5})$/, '$1*****-*****-*****-$2')
  );
}
