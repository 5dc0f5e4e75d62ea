/**
 * The fake as a process of its own, for tests that kill the server and keep the messenger:
 *
 *   node_modules/.bin/bun tests/fakes/telegram/serve.ts --port 0 --log sent.jsonl
 *
 * Prints one JSON line when it listens, appends every message it takes to the log as one JSON line
 * before it answers, and prints a summary when it is told to stop (SIGTERM, SIGINT). Every chat
 * is known unless --chats names some.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startFakeTelegram } from './fake-telegram.ts';
import { type Limits, noLimits } from './limits.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    log: { type: 'string' },
    token: { type: 'string' },
    /** Comma-separated ids; others answer "chat not found". */
    chats: { type: 'string' },
    'per-second': { type: 'string' },
    'per-chat': { type: 'string' },
    'no-limits': { type: 'boolean', default: false },
  },
});

function readLimits(): Partial<Limits> {
  if (values['no-limits']) return noLimits;
  return {
    ...(values['per-second'] && { perSecond: Number(values['per-second']) }),
    ...(values['per-chat'] && { perChatPerSecond: Number(values['per-chat']) }),
  };
}

const { log } = values;
const telegram = await startFakeTelegram({
  port: Number(values.port),
  chats: values.chats === undefined ? 'any' : values.chats.split(',').map(Number),
  limits: readLimits(),
  ...(values.token !== undefined && { token: values.token }),
  onSent: (message) => {
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(message)}\n`);
  },
});

async function stop(): Promise<void> {
  await telegram.stop();
  const { sent, limitViolations, calls } = telegram;
  const summary = { sent: sent.length, limitViolations, calls: Object.fromEntries(calls) };
  console.log(JSON.stringify(summary));
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const { apiRoot, port, token } = telegram;
console.log(JSON.stringify({ ready: true, apiRoot, port, token, pid: process.pid }));
