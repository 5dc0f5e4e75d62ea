import { type Clock, within } from '../../../lib/serial/find-again.ts';
import { hideSetupPassword } from '../../../lib/serial/setup-network.ts';
import type { Problem } from './session-state.ts';

/** What a line of the board is; the firmware's serial commands, docs/device-protocol.md. */
export type BoardLine =
  /** A command was done: `OK wifi_ssid`. */
  | { readonly kind: 'ok'; readonly word: string }
  /** It was not: `ERR bad_value wifi_pass: 8 to 63 characters`. */
  | { readonly kind: 'error'; readonly code: string; readonly text: string }
  /** Part of what a command tells before its answer: `- wifi_ssid: Shop`. */
  | { readonly kind: 'detail'; readonly text: string }
  /** Any other line: a notice of the board, or output of another program. */
  | { readonly kind: 'other' };

export function parseBoardLine(line: string): BoardLine {
  const [mark = '', first = '', ...rest] = line.split(' ');
  switch (mark) {
    case 'OK':
      return first === '' ? { kind: 'other' } : { kind: 'ok', word: first };
    case 'ERR':
      return { kind: 'error', code: first, text: rest.join(' ') };
    case '-':
      return { kind: 'detail', text: line.slice(2) };
    default:
      return { kind: 'other' };
  }
}

/** Lines that mean something to whoever reads the log. */
const signs = [
  'wifi_connected',
  'wifi_failed',
  'server_online',
  'server_refused',
  'server_unreachable',
  'config_saved',
  'led_on',
  'led_off',
  'download_mode',
  'no_firmware',
] as const;
export type Sign = (typeof signs)[number];

const patterns: readonly (readonly [RegExp, Sign])[] = [
  [/\bwi-?fi connected\b/i, 'wifi_connected'],
  [/\bwi-?fi not connected\b/i, 'wifi_failed'],
  [/^\* server: online\b/i, 'server_online'],
  [/^\* server refused\b/i, 'server_refused'],
  [/^\* server did not take it\b/i, 'server_unreachable'],
  [/\bconfiguration saved\b/i, 'config_saved'],
  [/\bled on\b/i, 'led_on'],
  [/\bled off\b/i, 'led_off'],
  // Messages of the chip's own loader.
  [/\bwaiting for download\b|\(DOWNLOAD\(/i, 'download_mode'],
  [/\binvalid header: 0xffffffff\b/i, 'no_firmware'],
];

/** Details of a command, above all names of networks, are not notices. */
export function recogniseLine(line: string): Sign | null {
  if (line.startsWith('- ')) return null;
  return patterns.find(([pattern]) => pattern.test(line))?.[1] ?? null;
}

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

export type Answer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  /** The board got something, but not what was sent. */
  | { readonly kind: 'garbled'; readonly code: string; readonly text: string }
  | { readonly kind: 'silence' };

/** Answers to a line that lost bytes on its way. */
const garbledCodes = ['unknown_command', 'unknown_field', 'bad_line', 'line_too_long'];

/** The command that waits for its answer; there is one at a time. */
export class Question {
  #waiting: { name: string; resolve: (answer: Answer) => void } | null = null;

  /** @param name the command, or the field it sets: an answer to anything else is not its own */
  async wait(clock: Clock, name: string, timeoutMs: number): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      this.#waiting = { name, resolve };
    });
    try {
      return await within(clock, timeoutMs, answered, { kind: 'silence' });
    } finally {
      this.#waiting = null;
    }
  }

  /** No answer will come any more. */
  giveUp(): void {
    this.#waiting?.resolve({ kind: 'silence' });
  }

  hear(line: BoardLine): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    if (line.kind === 'ok' && line.word === waiting.name) {
      waiting.resolve({ kind: 'ok' });
    } else if (line.kind === 'error') {
      const { code, text } = line;
      // The second answer to a line that was sent twice.
      if (code === 'bad_value' && !text.startsWith(`${waiting.name}:`)) return;
      waiting.resolve({ kind: garbledCodes.includes(code) ? 'garbled' : 'refused', code, text });
    }
  }
}
