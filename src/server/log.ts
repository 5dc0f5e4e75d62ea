import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino from 'pino';
import type { Logger } from '../domain/logger.ts';
import { cutFields, cutText } from './log/cut-fields.ts';
import { LogOutput } from './log/log-output.ts';
import { type LogLine, Repeats } from './log/repeats.ts';
import type { Sink } from './log/sink.ts';

export interface ProcessLog {
  readonly log: Logger;
  /** Writes every line whole: for alerts that go nowhere else. */
  readonly unabridged: Logger;
  /** Lines that were dropped because nobody read them in time. */
  droppedLines(): number;
  /** Lines that were counted instead of written. */
  repeatedLines(): number;
  /** Writes the last lines, at the end of the process. */
  finish(): void;
}

/** The reader of the log; the journal is systemd's. */
type LogReader = 'terminal' | 'journal' | 'program';

/**
 * Finds out who reads what is written to an open file.
 * @param env the process's environment
 */
export function findReader(
  fd: number,
  env: Readonly<Record<string, string | undefined>>,
): LogReader {
  if (isatty(fd)) return 'terminal';
  const { dev, ino } = fstatSync(fd);
  // The variable is inherited by processes whose output goes elsewhere; systemd.exec(5).
  return env['JOURNAL_STREAM'] === `${dev}:${ino}` ? 'journal' : 'program';
}

/** syslog(3), as the journal reads them at the beginning of a line; sd-daemon(3). */
const priorities: Readonly<Record<string, number>> = { debug: 7, info: 6, warn: 4, error: 3 };

function withPriority(line: string): string {
  const [, level = 'info'] = /^\{"level":"(\w+)"/.exec(line) ?? [];
  return `<${priorities[level] ?? 6}>${line}`;
}

/** The form of a line for its reader. */
const dressers = {
  async terminal() {
    const { prettyFactory } = await import('pino-pretty');
    return prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss' });
  },
  journal: () => withPriority,
  program: () => (line: string) => line,
};

/**
 * Logs one JSON object per line, with its priority to the journal, or coloured lines to a terminal. Logging never waits for a reader. A line
 * has at most 200 characters of any text that somebody else chose. Lines that repeat are counted. Secrets
 * are not logged; the paths below are a second line of defence.
 */
export async function createLog(level: string, reader: LogReader, sink: Sink): Promise<ProcessLog> {
  const isTerminal = reader === 'terminal';
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // `cutFields` has described errors already.
    serializers: { err: (error: unknown) => error },
    redact: {
      paths: ['token', 'password', 'authorization', 'activation_key', '*.token', '*.password'],
      censor: '[hidden]',
    },
  };
  const dress = await dressers[reader]();
  const output = new LogOutput(sink, (lines) => {
    writer.warn({ lines }, 'lines of this log were dropped, because nobody took them in time');
  });
  const writer = pino(
    isTerminal ? options : { ...options, formatters: { level: (label) => ({ level: label }) } },
    { write: (line) => output.write(dress(line) ?? line) },
  );
  const write = ({ level, fields, message }: LogLine) => {
    writer[level](cutFields(fields) as object, cutText(message));
  };
  const repeats = new Repeats((last, more) => {
    write({ ...last, fields: { ...last.fields, more } });
  });
  const writeUnlessRepeated = (line: LogLine) => {
    if (!writer.isLevelEnabled(line.level)) return;
    if (repeats.admit(line, performance.now())) write(line);
  };
  return {
    log: makeLogger(writeUnlessRepeated),
    unabridged: makeLogger(({ level, fields, message }) => writer[level](fields, message)),
    droppedLines: () => output.dropped,
    repeatedLines: () => repeats.counted,
    finish() {
      repeats.flush();
      output.finish();
    },
  };
}

function makeLogger(write: (line: LogLine) => void): Logger {
  const at = (level: LogLine['level']) => (fields: object, message: string) =>
    write({ level, fields, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
