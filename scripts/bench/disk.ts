/**
 * Bytes written to the disk in an hour: 1,000 devices, a heartbeat every 10 s, nothing happening.
 *
 *   node_modules/.bin/bun scripts/bench/disk.ts [--quick | --nightly] [--binary dist/faiwatch]
 *
 * Watched for a few minutes and extrapolated. What comes every minute (last-heard times) and every
 * 10 s (the server's own sign of life) is measured from one flush to another. What comes once an hour
 * is measured at the stop, which does the same: a HEARTBEAT roll-up of every device, the removal of
 * those older than 30 days, and a checkpoint of the whole write-ahead log. The database holds 30 days
 * of roll-ups, because rows are cheaper to add to an empty one. `--nightly` watches for 70 minutes,
 * an hour's turn included, and extrapolates nothing.
 */
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';
import { startMqttLoad } from './lib/mqtt-load.ts';
import { readWrittenBytes } from './lib/process-stats.ts';
import { formatTable } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { seedHistory } from './lib/seed-history.ts';
import { startServer } from './lib/server.ts';

const goalMb = 4;
const heartbeatSeconds = 10;
const keptDays = 30;
const hourMs = 3_600_000;
/** The first flush writes, once, everything that differs from the rows. Measuring begins after it. */
const settleMs = 75_000;

async function disk({ binary, isQuick, isNightly }: BenchOptions): Promise<BenchReport> {
  const devices = 1_000;
  const minutes = isNightly ? 60 : isQuick ? 1 : 4;
  await using scene = await openScene('disk', { devices });
  const now = Date.now();
  tell(`writing ${keptDays} days of roll-ups`);
  seedHistory(scene.databasePath, {
    devices,
    eventsPerDevice: keptDays * 24,
    // The next roll-up removes the oldest, which are then over 30 days old.
    from: now - keptDays * 24 * hourMs,
    to: now - hourMs,
    kind: 'roll-ups',
  });
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: {
      FAIWATCH_LOG_LEVEL: 'error',
      FAIWATCH_ADMIN_PASSWORD: 'bench-only',
      // The day's copy of the whole database would be extrapolated.
      FAIWATCH_BACKUP_TIME: 'off',
    },
  });
  scene.defer(() => server.stop());
  if (server.mqtt === null) throw new Error('FaiWatch started no broker');
  const load = await startMqttLoad({
    port: server.mqtt,
    connections: devices,
    credentialsPath: scene.credentialsPath,
    intervalSeconds: heartbeatSeconds,
  });
  scene.defer(() => load.stop());
  if (load.connections !== devices) throw new Error(`Only ${load.connections} sessions opened`);

  await Bun.sleep(settleMs);
  if (!isNightly) await avoidHour(minutes);
  const before = readWrittenBytes(server.pid);
  const startedAt = Date.now();
  let after = before;
  for (let minute = 1; minute <= minutes; minute++) {
    await Bun.sleep(60_000);
    const written = readWrittenBytes(server.pid);
    tell(`minute ${minute}: ${((written - after) / 1000).toFixed(0)} kB`);
    after = written;
  }
  const isHourWithin = Math.floor(startedAt / hourMs) !== Math.floor(Date.now() / hourMs);
  // Measured before the sessions end, since the end of a session writes rows.
  const atStop = after;
  const code = await server.stop();
  const total = server.totalWrittenBytes();
  await load.stop().catch(() => {});
  if (code !== 0 || total === null) throw new Error(`The server ended with ${code}`);

  const minutelyMb = (((after - before) / minutes) * 60) / 1e6;
  const hourlyMb = (total - atStop) / 1e6;
  const isWatchedWhole = minutes >= 60 && isHourWithin;
  const perHourMb = isWatchedWhole ? minutelyMb : minutelyMb + hourlyMb;
  return {
    title: 'Bytes written',
    method:
      `${devices.toLocaleString('en-GB')} MQTT devices with a heartbeat every ${heartbeatSeconds} s, ` +
      `nothing happening and no nightly backup, over a database with ${keptDays} days of hourly roll-ups; write_bytes of ` +
      `/proc/PID/io over ${minutes} minutes` +
      (isWatchedWhole
        ? ', an hour’s turn within.'
        : ', extrapolated to an hour, and the stop added to it for what comes once an hour.'),
    findings: [
      {
        what: 'written in an hour',
        goal: `≤ ${goalMb} MB`,
        measured: `${perHourMb.toFixed(1)} MB`,
        isMet: perHourMb <= goalMb,
      },
    ],
    table: formatTable(
      ['what', 'MB an hour'],
      [
        ['last-heard times every 60 s, sign of life every 10 s', round(minutelyMb)],
        [
          isWatchedWhole
            ? 'the stop (a roll-up, removal of old ones, checkpoint), not counted above'
            : 'roll-up of every device, removal of old ones, checkpoint (as at the stop)',
          round(hourlyMb),
        ],
      ],
    ),
  };
}

/** Waits until no new hour begins within the measured minutes: its roll-up would be extrapolated. */
async function avoidHour(minutes: number): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs > (minutes + 1) * 60_000) return;
  tell(`waiting ${Math.ceil(leftMs / 60_000) + 1} minutes for the hour to turn`);
  await Bun.sleep(leftMs + 60_000);
}

function round(mb: number): number {
  return Math.round(mb * 100) / 100;
}

if (import.meta.main) await runBench(disk);
