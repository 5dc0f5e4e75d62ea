import pino from 'pino';
import { prettyFactory } from 'pino-pretty';
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

/**
 * Logs one JSON object per line, or coloured lines to a terminal. Logging never waits for a reader. A line
 * has at most 200 characters of any text that somebody else chose. Lines that repeat are counted. Secrets
 * are not logged; the paths below are a second line of defence.
 */
export function createLog(level: string, isTerminal: boolean, sink: Sink): ProcessLog {
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
  const pretty = isTerminal
    ? prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss' })
    : (line: string) => line;
  const output = new LogOutput(sink, (lines) => {
    writer.warn({ lines }, 'lines of this log were dropped, because nobody took them in time');
  });
  const writer = pino(
    isTerminal ? options : { ...options, formatters: { level: (label) => ({ level: label }) } },
    { write: (line) => output.write(pretty(line) ?? line) },
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
