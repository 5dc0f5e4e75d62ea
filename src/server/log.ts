import pino from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Logger } from '../domain/logger.ts';
import { cutFields, cutText } from './log/cut-fields.ts';
import { LogOutput } from './log/log-output.ts';
import { type LogLine, Repeats } from './log/repeats.ts';
import type { Sink } from './log/sink.ts';

export interface ProcessLog {
  readonly log: Logger;
  /** Writes each line, and all of it: for alerts of which nobody is told otherwise. */
  readonly unabridged: Logger;
  /** Lines that nobody took in time. */
  droppedLines(): number;
  /** Lines that were counted instead of written. */
  repeatedLines(): number;
  /** Hands the last lines on; for the end of the process. */
  finish(): void;
}

/**
 * Logs one JSON object per line, or coloured lines when a person watches a terminal. Nothing in it
 * waits for a reader, no line holds more than 200 characters of what somebody else chose, and lines that
 * repeat are counted. Secrets never reach it; the paths below are a second line of defence.
 */
export function createLog(level: string, isTerminal: boolean, sink: Sink): ProcessLog {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // `cutFields` has put errors into words already.
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
