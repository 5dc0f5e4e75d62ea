/**
 * 10,000 devices lose mains at once.
 *
 *   node_modules/.bin/bun scripts/bench/storm.ts [--quick | --nightly] [--binary dist/faiwatch]
 *
 * Measures how long it takes until every alert is queued, and that the messenger then gets them at
 * its limit of 30 a second, none lost and none twice. `--nightly` waits until the last one is
 * delivered, five and a half minutes; otherwise the server is stopped on the way, and what was not
 * delivered must still be waiting.
 */
import { Database } from 'bun:sqlite';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startMessenger } from './lib/messenger.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';
import { alertCounter, startStormLoad, waitUntil } from './lib/storm-load.ts';

const goalSeconds = 1;
const firstChatId = 900_000_000;
/** This is older than the threshold of 5 s, so every alert is due at once and sending competes with queueing. */
const ageMs = 10_000;
/** Earlier reports and roll-ups slow down the search for what a report means. */
const eventsPerDevice = 100;
const telegramPerSecond = 30;

async function storm({ binary, isQuick, isNightly }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 2_000 : 10_000;
  await using scene = await openScene('storm', {
    devices,
    firstChatId,
    thresholdSeconds: 5,
    eventsPerDevice,
  });
  const messenger = await startMessenger(`${scene.directory}/sent.jsonl`);
  scene.defer(() => messenger.stop());
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { ...messenger.env, FAIWATCH_LOG_LEVEL: 'error' },
  });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  const load = await startStormLoad({
    port: server.mqtt,
    connections: devices,
    credentialsPath: scene.credentialsPath,
    ageMs,
  });
  scene.defer(() => load.stop());
  tell(`${devices} sessions are open; mains fails`);

  const database = new Database(scene.databasePath, { readonly: true });
  scene.defer(() => database.close());
  const count = (where: string) =>
    Number(database.query(`SELECT count(*) FROM notifications WHERE ${where}`).values()[0]?.[0]);
  const struck = await load.strike(alertCounter(database, devices));
  const { firstWriteAt, lastWriteAt, lastPubackAt, pubacks, errors, queuedSeconds } = struck;
  tell(`all queued after ${queuedSeconds.toFixed(2)} s`);

  const drainSeconds = isNightly ? devices / telegramPerSecond + 30 : isQuick ? 10 : 30;
  await waitUntil(() => count("status = 'sent'") >= devices, drainSeconds * 1000);
  await load.stop();
  const exitCode = await server.stop();
  const sent = await messenger.readSent();
  const chats = new Set(sent.map((message) => message.chatId));
  const marked = count("kind = 'alert' AND status = 'sent'");
  const waiting = count("kind = 'alert' AND status IN ('pending', 'sending')");
  const firstAt = sent[0]?.arrivedAt ?? 0;
  const lastAt = sent.at(-1)?.arrivedAt ?? 0;
  const rate = (sent.length - 1) / ((lastAt - firstAt) / 1000);
  const violations = await messenger.stop();
  const doubled = sent.length - chats.size;
  const lost = devices - marked - waiting + Math.abs(sent.length - marked);

  return {
    title: `${devices.toLocaleString('en-GB')} devices lose mains at once`,
    method:
      `${devices.toLocaleString('en-GB')} authenticated MQTT sessions publish POWER_DOWN (QoS 1, ` +
      `threshold 5 s, age ${ageMs / 1000} s: all alerts are due at once; ${eventsPerDevice} events ` +
      `of each device stored before) within ` +
      `${Math.round(lastWriteAt - firstWriteAt)} ms; the fake Bot API keeps Telegram's limits. ` +
      (isNightly
        ? 'Run until the last alert was delivered.'
        : `Stopped ${drainSeconds} s later: what was not delivered must still be queued.`),
    findings: [
      {
        what: 'first publish → all alerts queued',
        goal: `≤ ${goalSeconds} s`,
        measured: `${queuedSeconds.toFixed(2)} s`,
        isMet: queuedSeconds <= goalSeconds && pubacks === devices && errors === 0,
      },
      {
        what: 'sent at the messenger’s limit',
        goal: `${telegramPerSecond}/s, never faster`,
        measured: `${rate.toFixed(1)}/s, ${violations} too fast`,
        isMet: rate >= telegramPerSecond * 0.95 && violations === 0,
      },
      {
        what: 'lost or doubled',
        goal: 'none',
        measured: `${lost} lost, ${doubled} doubled of ${devices} (${sent.length} delivered, ${waiting} waiting)`,
        isMet: lost === 0 && doubled === 0 && exitCode === 0 && (!isNightly || waiting === 0),
      },
      {
        what: 'first publish → last PUBACK, which follows the commit',
        goal: `≤ ${goalSeconds} s`,
        measured: `${((lastPubackAt - firstWriteAt) / 1000).toFixed(2)} s`,
        isMet: lastPubackAt - firstWriteAt <= goalSeconds * 1000,
      },
    ],
  };
}

if (import.meta.main) await runBench(storm);
