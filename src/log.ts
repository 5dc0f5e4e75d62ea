import pino from 'pino';
import pretty from 'pino-pretty';
import type { Logger } from './domain/logger.ts';

/**
 * Logs to stderr: one JSON object per line, or coloured lines when a person watches a terminal.
 * Secrets never reach it; these paths are a second line of defence.
 */
export function createLogger(level: string, isTerminal: boolean): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.err },
    redact: {
      paths: ['token', 'password', 'authorization', 'activation_key', '*.token', '*.password'],
      censor: '[hidden]',
    },
  };
  if (!isTerminal) return pino(options, pino.destination({ fd: 2, sync: true }));
  const stream = pretty({
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
    destination: 2,
    sync: true,
  });
  return pino({ ...options, formatters: {} }, stream);
}
