/** The composition root: builds every part, starts it, and stops it in the right order. */
import { mkdirSync } from 'node:fs';
import { isatty } from 'node:tty';
import { version } from '../package.json';
import { resumeAlerts } from './actions/alerts/resume-alerts.ts';
import { authenticateDevice } from './actions/devices/authenticate-device.ts';
import { CommitQueue } from './actions/engine/commit-queue.ts';
import { CommandWatch } from './actions/engine/follow-commands.ts';
import { ChangeFeed } from './actions/feed/change-feed.ts';
import { ClockWatch } from './actions/fleet/correct-clock.ts';
import { flushVitals } from './actions/fleet/flush-vitals.ts';
import { LiveFleet } from './actions/fleet/live-fleet.ts';
import { loadFleet } from './actions/fleet/load-fleet.ts';
import { loseSession } from './actions/fleet/lose-session.ts';
import { recordAbsence, recordAlive } from './actions/fleet/observe-self.ts';
import { openSession } from './actions/fleet/open-session.ts';
import { recordEvents } from './actions/fleet/record-events.ts';
import { recordHeartbeat } from './actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from './actions/fleet/roll-up-heartbeats.ts';
import { DeadlineSweep } from './actions/fleet/sweep-deadlines.ts';
import type { Monitor } from './actions/monitor.ts';
import { PasswordCheck } from './actions/people/password-check.ts';
import { SessionUses } from './actions/people/session-uses.ts';
import { Tickets } from './actions/people/tickets.ts';
import { createBot } from './bot/create-bot.ts';
import type { Clock, Time } from './domain/instant.ts';
import type { Logger } from './domain/logger.ts';
import { type AppOptions, createApp, makeShares } from './http/app.ts';
import { type AddressSource, readArrival } from './http/engine/client-address.ts';
import { OidcClient } from './http/people/oidc-client.ts';
import { PlainPeople } from './http/people/plain-people.ts';
import { makeSessionTokens } from './http/people/session-tokens.ts';
import { StreamHub } from './http/stream/stream-hub.ts';
import { readProblems } from './http/system/admin-system.ts';
import { migrationsDir, webDistDir } from './installation/assets.ts';
import {
  backUpBeforeMigration,
  keepBackups,
  makeBackupKeeper,
  openBackupShelf,
} from './installation/backups.ts';
import type { Config } from './installation/config.ts';
import { announceFirmware } from './installation/firmware.ts';
import { loadMetricsToken } from './installation/metrics-token.ts';
import { backupsDir, databasePath, firmwareDir, lockPath } from './installation/paths.ts';
import { loadSessionSecret } from './installation/session-secret.ts';
import type { Ingest } from './mqtt/ingest.ts';
import { mqttWebSocket } from './mqtt/websocket.ts';
import { makeLogChannel } from './notify/channels/log.ts';
import { makeTelegramChannel } from './notify/channels/telegram.ts';
import { createDelivery, type Delivery } from './notify/deliver-pending.ts';
import { type CertificateFiles, readCertificate, watchCertificate } from './server/certificate.ts';
import { challengePath } from './server/challenge-door.ts';
import { realTime } from './server/clock.ts';
import { DiskWrites } from './server/disk-writes.ts';
import { createFirstAdmin } from './server/first-admin.ts';
import { HttpListener } from './server/http-listener.ts';
import { openSink } from './server/log/sink.ts';
import { createLog, type ProcessLog } from './server/log.ts';
import { makeWatchdog, tellOperatorTick } from './server/look-after-service.ts';
import { LoopLag } from './server/loop-lag.ts';
import { collectMetrics } from './server/metrics.ts';
import { probeSystem } from './server/probe-system.ts';
import { Scheduler } from './server/scheduler.ts';
import { type DomainService, serveDomain } from './server/serve-domain.ts';
import { startMqtt } from './server/start-mqtt.ts';
import { type Closer, closeAll, stopOnSignal } from './server/stop-on-signal.ts';
import { ticksOf } from './server/ticks.ts';
import { watchUnexpectedErrors } from './server/unexpected-errors.ts';
import { clearKilledRestore } from './store/backups/restore-backup.ts';
import type { Store } from './store/engine/open.ts';
import { openSafely } from './store/engine/open-safely.ts';
import { takeServerLock } from './store/engine/server-lock.ts';
import { FirmwareShelf } from './store/firmware/firmware-shelf.ts';
import { readNextOutageId } from './store/fleet/clock-jumps.ts';
import { readSettings } from './store/system/settings.ts';

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

export interface RunningServer {
  readonly ready: ReadyLine;
  /** Settles once the server has stopped after SIGTERM, SIGINT or `stop`. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** At stop: how long messages on their way may take, in ms. */
const tellLimitMs = 1_200;

/**
 * Starts the service.
 * @throws ServerRunning, StoreUnusable, ConfigError, and errors of taken ports; each one sentence
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const logs = createLog(config.log_level, isatty(2), openSink(2));
  process.on('exit', logs.finish);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const closers: Closer[] = [];
  closers.push(takeServerLock(lockPath(config.data)));
  try {
    return await composeServer({ config, logs, closers }, realTime);
  } catch (error) {
    await closeAll(closers, logs.log);
    throw error;
  }
}

export interface ServerOptions {
  readonly config: Config;
  readonly logs: ProcessLog;
  /** Gets what has to be closed, in the order in which it was opened. */
  readonly closers: Closer[];
}

async function composeServer(
  { config, logs, closers }: ServerOptions,
  time: Time,
): Promise<RunningServer> {
  const { clock: readClock, setTimer } = time;
  const { log } = logs;
  const tls = readCertificate(config);
  clearKilledRestore(databasePath(config.data), backupsDir(config.data));
  const store = await openSafely(databasePath(config.data), {
    migrationsDir: migrationsDir(),
    backUp: () => backUpBeforeMigration(config, readClock().wallMs),
  });
  closers.push(() => store.close());
  const commands = new CommandWatch(store);

  // The parts know each other only through these; each is set before anything can call it.
  let delivery: Delivery | null = null;
  let feed: ChangeFeed | null = null;
  let endSession: (deviceId: string) => void = () => {};
  let publishCommand: Monitor['publishCommand'] = () => false;
  let clockWatch: ClockWatch | null = null;
  let domain: DomainService | null = null;
  // Every input is dated, and every due message found, through this, so that none is by a clock that
  // jumped unnoticed.
  const clock: Clock = () => {
    const now = readClock();
    try {
      clockWatch?.check(now);
    } catch (error) {
      log.error({ err: error }, 'a jump of the wall clock could not be stored yet');
    }
    return now;
  };
  const monitor = createMonitor(store, config, log, {
    clock,
    setTimer,
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
  const start = readClock();
  const absence = recordAbsence(monitor, start);
  const firstOutageId = readNextOutageId(store);
  loadFleet(monitor, start);
  // The transactions see to it already; this is for rows that an older release left behind.
  store.transaction(() => resumeAlerts(monitor, {}, start));
  clockWatch = new ClockWatch(monitor, start, firstOutageId, absence);

  const { telegram_token: token, telegram_api_root: apiRoot } = config;
  const logChannel = makeLogChannel(logs.unabridged);
  const telegram = token === undefined ? null : makeTelegramChannel({ token, apiRoot });
  const channels = telegram === null ? [logChannel] : [telegram, logChannel];
  delivery = createDelivery({
    store,
    channels,
    clock,
    log,
    timezone: config.timezone,
    setTimer,
    onOutcomes: (ids) => changes.noteDelivered(ids),
  });
  const outbox = delivery;
  if (token === undefined) {
    log.warn({}, 'no Telegram token is set: alerts go to this log, and to nobody else');
  }

  const ingest = createIngest(monitor);
  const mqtt = await startMqtt(config, tls, { ingest, log, time });
  endSession = (deviceId) => mqtt.broker?.disconnectDevice(deviceId);
  publishCommand = (deviceId, command) => mqtt.publishCommand(deviceId, command);

  const bot =
    token === undefined
      ? null
      : createBot({
          monitor,
          token,
          apiRoot,
          timezone: config.timezone,
          publicUrl: config.public_url,
          setTimer,
          answer: (address, send) => outbox.answer('telegram', address, send),
        });
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
  const unexpected = watchUnexpectedErrors(log);
  const sweep = new DeadlineSweep(
    monitor,
    () => outbox.isReachable(monitor.alertChannel),
    () => mqtt.isListening(),
  );
  const passwords = new PasswordCheck();
  const writes = new DiskWrites(() => readClock().monoMs);
  const backups = openBackupShelf(config.data);
  const firmware = new FirmwareShelf(firmwareDir(config.data));
  const keeper = makeBackupKeeper(monitor, backups, config);
  const system = probeSystem({
    config,
    mqtt,
    bot,
    sweep,
    writes,
    keeper,
    certificate: () => domain?.standing() ?? null,
    uptimeMs: () => readClock().monoMs - start.monoMs,
  });
  const plainPeople = new PlainPeople();
  const findProblems = () => readProblems({ monitor, backups, system, plainPeople }, readClock());
  const loopLag = new LoopLag(() => readClock().monoMs);
  const watchdog = makeWatchdog(config, monitor);
  const secret = loadSessionSecret(config);
  const options: AppOptions = {
    monitor,
    log,
    version,
    trustProxy: config.trust_proxy,
    isTls: tls !== null,
    plainPeople,
    timezone: config.timezone,
    tokens: makeSessionTokens(secret),
    tickets: new Tickets(secret),
    publicUrl: config.public_url,
    oidc: makeOidcClient(config),
    passwords,
    telegram: { token: token ?? null, adminChat: config.telegram_admin_chat ?? null },
    mqttEndpoint: (isSecure) => mqtt.endpoint(isSecure),
    botUsername: () => bot?.status().username ?? null,
    metricsToken: loadMetricsToken(config, store),
    metrics: () =>
      collectMetrics({
        monitor,
        delivery: outbox,
        logs,
        mqtt,
        bot,
        scheduler,
        sweep,
        unexpected,
        streams,
        loopLag,
        watchdog,
        system,
        backups,
        findProblems,
      }),
    system,
    backups,
    firmware,
    streams,
    spa: {
      distDir: webDistDir(),
      publicUrl: config.public_url,
      reload: !Bun.isStandaloneExecutable,
    },
  };
  const shares = makeShares(monitor);
  const makeListener = async (port: number, isTls: boolean) => {
    const app = createApp({ ...options, isTls }, shares);
    if (mqtt.broker !== null) {
      const doorway = { trustProxy: config.trust_proxy, isTls };
      const originOf = (request: Request, server: AddressSource | null) =>
        readArrival(request, server, doorway);
      app.use(mqttWebSocket({ broker: mqtt.broker, originOf }));
    }
    await app.modules;
    return { app, listener: new HttpListener(app, config.host, port, setTimer) };
  };
  const { app, listener } = await makeListener(config.port, tls !== null);
  const https = config.domain === undefined ? null : await makeListener(config.https_port, true);
  closers.push(async () => {
    await Promise.all([listener.stop(), https?.listener.stop(), domain?.close()]);
  });
  if (config.domain !== undefined && https !== null) {
    const service = serveDomain({
      ...{ config, domain: config.domain, log },
      https: https.listener,
      broker: mqtt.broker,
      clock: () => readClock().wallMs,
    });
    domain = service;
    // Where the pages have the port at which authorities look, they answer there.
    app.get(`${challengePath}*`, ({ request }) => service.answerChallenge(new URL(request.url)), {
      detail: { hide: true },
    });
  }
  listener.listen(tls);
  const renewCertificate = (certificate: CertificateFiles) => {
    listener.listen(certificate);
    const { mqtts_port: port } = config;
    if (port !== null) mqtt.broker?.listenTls({ port, ...certificate });
  };
  // They would hold the server open; who listens comes back by itself.
  closers.push(() => streams.close());
  closers.push(() => mqtt.stop());

  const operatorTick = tellOperatorTick(config, monitor, telegram, outbox, findProblems);
  scheduler.start([
    ...ticksOf(monitor, sweep, streams, commands, config),
    writes.tick,
    keepBackups(keeper, clock),
    announceFirmware(monitor, firmware),
    loopLag.tick,
    ...(tls === null ? [] : [watchCertificate(config, tls, renewCertificate, log)]),
    ...[domain?.tick, watchdog?.tick, operatorTick].filter((tick) => tick != null),
  ]);
  closers.push(() => scheduler.stop());
  // Last of what may fail: its password is shown once, so the server must be there to use it.
  await createFirstAdmin(store, config, readClock());
  outbox.start();
  bot?.start();

  const ready: ReadyLine = {
    ready: true,
    http: listener.port ?? config.port,
    mqtt: mqtt.broker?.port ?? null,
    ...(https?.listener.port != null && { https: https.listener.port }),
    ...(mqtt.broker?.tlsPort != null && { mqtts: mqtt.broker.tlsPort }),
    version,
  };
  return { ready, ...stopOnSignal(closers, log) };
}

function makeOidcClient(config: Config): OidcClient | null {
  const { oidc_issuer: issuer, oidc_client_id: clientId, public_url: publicUrl } = config;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null;
  return new OidcClient({
    issuer,
    clientId,
    clientSecret: config.oidc_client_secret,
    label: config.oidc_label,
    redirectUri: new URL('/api/auth/oidc/callback', publicUrl).href,
  });
}

function createMonitor(
  store: Store,
  config: Config,
  log: Logger,
  hooks: Pick<Monitor, 'clock' | 'setTimer' | 'wakeOutbox' | 'onDeviceRefused' | 'publishCommand'>,
): Monitor {
  return {
    store,
    fleet: new LiveFleet(),
    commits: new CommitQueue(store, hooks.clock, hooks.wakeOutbox),
    log,
    settings: readSettings(store),
    lastGap: null,
    deviceRate: { perSecond: config.device_rate, burst: config.device_burst },
    alertChannel: config.telegram_token === undefined ? 'log' : 'telegram',
    ...hooks,
    sessionUses: new SessionUses(),
    counters: {
      heartbeats: 0,
      reports: 0,
      repeatedReports: 0,
      outagesOpened: 0,
      outagesClosed: 0,
    },
  };
}

/** What MQTT, embedded or external, does with what it hears. */
function createIngest(monitor: Monitor): Ingest {
  const logLoss = (error: unknown) => {
    monitor.log.error({ err: error }, 'a session change was not stored');
  };
  return {
    authenticate: (deviceId, token) => authenticateDevice(monitor, token, deviceId),
    find: (deviceId) => {
      const device = monitor.fleet.get(deviceId);
      return device?.config.revokedBecause === null ? device : undefined;
    },
    heartbeat: (device, beat) => recordHeartbeat(monitor, device, beat, 'mqtt', monitor.clock()),
    events: (device, events) => recordEvents(monitor, device, events, 'mqtt', monitor.clock()),
    sessionOpened: (device) => {
      openSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    sessionLost: (device) => {
      loseSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
  };
}
