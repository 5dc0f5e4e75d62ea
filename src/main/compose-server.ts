/** The composition root: builds every part, starts it, and stops it in the right order. */
import { mkdirSync } from 'node:fs';
import { version } from '../../package.json';
import { CommandWatch } from '../actions/engine/follow-commands.ts';
import { ChangeFeed } from '../actions/feed/change-feed.ts';
import type { ClockWatch } from '../actions/fleet/correct-clock.ts';
import { flushVitals } from '../actions/fleet/flush-vitals.ts';
import { recordAlive } from '../actions/fleet/observe-self.ts';
import { resumeWatch } from '../actions/fleet/resume-watch.ts';
import { rollUpHeartbeats } from '../actions/fleet/roll-up-heartbeats.ts';
import { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import type { Monitor } from '../actions/monitor.ts';
import { PasswordCheck } from '../actions/people/password-check.ts';
import { makeSessionTokens } from '../actions/people/session-tokens.ts';
import { Tickets } from '../actions/people/tickets.ts';
import { createBot } from '../bot/create-bot.ts';
import type { Clock, Time } from '../domain/instant.ts';
import { PlainPeople } from '../http/people/plain-people.ts';
import { StreamHub } from '../http/stream/stream-hub.ts';
import { readProblems } from '../http/system/admin-system.ts';
import { migrationsDir, webDistDir } from '../installation/assets.ts';
import {
  backUpBeforeMigration,
  keepBackups,
  makeBackupKeeper,
  openBackupShelf,
} from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { announceFirmware } from '../installation/firmware.ts';
import { loadMetricsToken } from '../installation/metrics-token.ts';
import { backupsDir, databasePath, firmwareDir, lockPath } from '../installation/paths.ts';
import { loadSessionSecret } from '../installation/session-secret.ts';
import { makeLogChannel } from '../notify/channels/log.ts';
import { makeTelegramChannel } from '../notify/channels/telegram.ts';
import { createDelivery, type Delivery } from '../notify/deliver-pending.ts';
import { readCertificate } from '../server/certificate.ts';
import { type Closer, closeAll } from '../server/close-all.ts';
import { DiskWrites } from '../server/disk-writes.ts';
import { createFirstAdmin } from '../server/first-admin.ts';
import type { ProcessLog } from '../server/log.ts';
import { makeWatchdog, tellOperatorTick } from '../server/look-after-service.ts';
import { LoopLag } from '../server/loop-lag.ts';
import { makeMonitor } from '../server/make-monitor.ts';
import { Scheduler } from '../server/scheduler.ts';
import { clearKilledRestore } from '../store/backups/restore-backup.ts';
import { openSafely } from '../store/engine/open-safely.ts';
import { takeServerLock } from '../store/engine/server-lock.ts';
import { FirmwareShelf } from '../store/firmware/firmware-shelf.ts';
import { makeDeviceIngest } from './device-ingest.ts';
import { makeHomeDoor, tellHomes } from './make-home-door.ts';
import { makeOidcClient } from './make-oidc-client.ts';
import { collectMetrics } from './metrics.ts';
import { type Doors, openDoors } from './open-doors.ts';
import { probeSystem } from './probe-system.ts';
import { startMqtt } from './start-mqtt.ts';
import { ticksOf } from './ticks.ts';

/** What `serve` prints once both listeners answer. */
export interface ReadyLine {
  readonly ready: true;
  readonly http: number;
  /** With a domain, once there is a certificate; `http` is plain then. */
  readonly https?: number;
  /** Null when no plain MQTT port is open. */
  readonly mqtt: number | null;
  readonly mqtts?: number;
  readonly version: string;
}

export interface ServerOptions {
  readonly config: Config;
  readonly logs: ProcessLog;
  /** Errors of this process that nobody caught. */
  readonly unexpected: { readonly count: number };
}

export interface ComposedServer {
  readonly ready: ReadyLine;
  /** Resolves once nothing is at work that the passing of time has started. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** At stop: how long messages on their way may take, in ms. */
const tellLimitMs = 1_200;

/**
 * A whole server on one clock. What it owns of the process, signals and the log, is its caller's.
 * @throws ServerRunning, StoreUnusable, ConfigError, and errors of taken ports; each one sentence
 */
export async function composeServer(options: ServerOptions, time: Time): Promise<ComposedServer> {
  const closers: Closer[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= closeAll(closers, options.logs.log);
    return stopping;
  };
  try {
    return { ...(await compose(options, time, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param closers gets what has to be closed, in the order in which it was opened */
async function compose(
  { config, logs, unexpected }: ServerOptions,
  time: Time,
  closers: Closer[],
): Promise<Omit<ComposedServer, 'stop'>> {
  const { log } = logs;
  const { setTimer } = time;
  const monoMs = () => time.clock().monoMs;
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  closers.push(takeServerLock(lockPath(config.data)));
  const tls = readCertificate(config);
  clearKilledRestore(databasePath(config.data), backupsDir(config.data));
  const store = await openSafely(databasePath(config.data), {
    migrationsDir: migrationsDir(),
    backUp: () => backUpBeforeMigration(config, time.clock().wallMs),
  });
  closers.push(() => store.close());
  const commands = new CommandWatch(store);

  // The parts know each other only through these; each is set before anything can call it.
  let delivery: Delivery | null = null;
  let feed: ChangeFeed | null = null;
  let endSession: (deviceId: string) => void = () => {};
  let publishCommand: Monitor['publishCommand'] = () => false;
  let clockWatch: ClockWatch | null = null;
  let doors: Doors | null = null;
  // Every input is dated, and every due message found, through this, so that none is by a clock that
  // jumped unnoticed.
  const clock: Clock = () => {
    const now = time.clock();
    try {
      clockWatch?.check(now);
    } catch (error) {
      log.error({ err: error }, 'a jump of the wall clock could not be stored yet');
    }
    return clockWatch?.date(now) ?? now;
  };
  const monitor = makeMonitor(store, config, {
    ...{ log, clock, monoMs, setTimer },
    wakeOutbox: () => {
      delivery?.wake();
      feed?.wake();
    },
    onDeviceRefused: (deviceId) => endSession(deviceId),
    publishCommand: (deviceId, command) => publishCommand(deviceId, command),
  });
  const changes = new ChangeFeed(monitor);
  feed = changes;
  const streams = new StreamHub(monitor, changes);
  const start = time.clock();
  clockWatch = resumeWatch(monitor, start);

  const {
    telegram_token: token,
    telegram_api_root: apiRoot,
    timezone,
    public_url: publicUrl,
  } = config;
  const logChannel = makeLogChannel(logs.unabridged);
  const telegram = token === undefined ? null : makeTelegramChannel({ token, apiRoot });
  const outbox = createDelivery({
    ...{ store, clock, setTimer, log, timezone },
    channels: telegram === null ? [logChannel] : [telegram, logChannel],
    onOutcomes: (ids) => changes.noteDelivered(ids),
  });
  delivery = outbox;
  if (token === undefined) {
    log.warn({}, 'no Telegram token is set: alerts go to this log, and to nobody else');
  }

  const home = makeHomeDoor(monitor, { version, publicUrl });
  const ingest = makeDeviceIngest(monitor);
  const mqtt = await startMqtt(config, tls, { ingest, home, log, time });
  endSession = (deviceId) => mqtt.broker?.disconnectDevice(deviceId);
  publishCommand = (deviceId, command) => mqtt.publishCommand(deviceId, command);

  const answer = (address: string, send: () => Promise<unknown>) =>
    outbox.answer('telegram', address, send);
  const bot =
    token === undefined
      ? null
      : createBot({ monitor, token, apiRoot, timezone, publicUrl, setTimer, answer });
  // What follows stops in the opposite order: first what brings work in, then what finishes it.
  closers.push(async () => {
    // What was just asked is still answered.
    await bot?.stop(tellLimitMs);
    await outbox.stop(tellLimitMs);
  });
  closers.push(() => {
    monitor.commits.flush();
    flushVitals(monitor);
    monitor.sessionUses.flush(store, clock().wallMs);
    rollUpHeartbeats(monitor, clock());
    recordAlive(monitor, clock());
  });

  const scheduler = new Scheduler(setTimer, log);
  const sweep = new DeadlineSweep(
    monitor,
    () => outbox.isReachable(monitor.alertChannel),
    () => mqtt.isListening(),
  );
  const writes = new DiskWrites(monoMs);
  const backups = openBackupShelf(config.data);
  const firmware = new FirmwareShelf(firmwareDir(config.data));
  const keeper = makeBackupKeeper(monitor, backups, config);
  const system = probeSystem({
    ...{ config, mqtt, bot, sweep, writes, keeper },
    certificate: () => doors?.certificate() ?? null,
    uptimeMs: () => monoMs() - start.monoMs,
  });
  const plainPeople = new PlainPeople();
  const findProblems = () => readProblems({ monitor, backups, system, plainPeople }, time.clock());
  const loopLag = new LoopLag(monoMs);
  const watchdog = makeWatchdog(config, monitor);
  const secret = loadSessionSecret(config);
  const metricSources = {
    ...{ monitor, delivery: outbox, logs, mqtt, bot, scheduler, sweep, unexpected, streams },
    ...{ loopLag, watchdog, system, backups, findProblems },
  };
  doors = await openDoors(
    {
      ...{ monitor, log, version, timezone, publicUrl, plainPeople, system, backups, firmware },
      streams,
      trustProxy: config.trust_proxy,
      isTls: tls !== null,
      tokens: makeSessionTokens(secret),
      tickets: new Tickets(secret),
      oidc: makeOidcClient(config),
      passwords: new PasswordCheck(),
      telegram: { token: token ?? null, adminChat: config.telegram_admin_chat ?? null },
      mqttEndpoint: (isSecure) => mqtt.endpoint(isSecure),
      homeConnections: (customerId) => home.connectionsOf(customerId),
      botUsername: () => bot?.status().username ?? null,
      metricsToken: loadMetricsToken(config, store),
      metrics: () => collectMetrics(metricSources),
      spa: { distDir: webDistDir(), publicUrl, reload: !Bun.isStandaloneExecutable },
    },
    { config, tls, broker: mqtt.broker, log, time },
  );
  closers.push(doors.close);
  // They would hold the server open; who listens comes back by itself.
  closers.push(() => streams.close());
  closers.push(() => mqtt.stop());

  const operatorTick = tellOperatorTick(config, monitor, telegram, outbox, findProblems);
  scheduler.start([
    ...ticksOf(monitor, sweep, streams, commands, config),
    writes.tick,
    tellHomes(home),
    keepBackups(keeper, clock),
    announceFirmware(monitor, firmware),
    loopLag.tick,
    ...doors.ticks,
    ...[watchdog?.tick, operatorTick].filter((tick) => tick != null),
  ]);
  closers.push(() => scheduler.stop());
  // Last of what may fail: its password is shown once, so the server must be there to use it.
  await createFirstAdmin(store, config, time.clock());
  outbox.start();
  bot?.start();

  return {
    ready: {
      ready: true,
      http: doors.port,
      mqtt: mqtt.broker?.port ?? null,
      ...(doors.httpsPort !== null && { https: doors.httpsPort }),
      ...(mqtt.broker?.tlsPort != null && { mqtts: mqtt.broker.tlsPort }),
      version,
    },
    async settled() {
      await scheduler.settled();
      await sweep.settled();
      await outbox.settled();
    },
  };
}
