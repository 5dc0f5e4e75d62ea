/** The composition root: builds every part, starts it, and stops it in the right order. */
import { version } from '../../package.json';
import { letAreasGo } from '../actions/alerts/let-areas-go.ts';
import { CommandWatch } from '../actions/engine/follow-commands.ts';
import type { Monitor } from '../actions/monitor.ts';
import { PasswordCheck } from '../actions/people/password-check.ts';
import { makeSessionTokens, type SessionTokens } from '../actions/people/session-tokens.ts';
import { Tickets } from '../actions/people/tickets.ts';
import { lineDialog } from '../bot/line/line-bot.ts';
import type { Replication } from '../cluster/replication.ts';
import { mostServers } from '../contract/fleet/device.ts';
import type { Tick, Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { AppOptions } from '../http/app.ts';
import type { ExtrasAccess, PublicPage } from '../http/engine/api-context.ts';
import { readTemplate } from '../http/pages/web-files.ts';
import { webDistDir } from '../installation/assets.ts';
import { backupRules, keepBackups } from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { announceFirmware } from '../installation/firmware.ts';
import { loadMetricsToken } from '../installation/metrics-token.ts';
import { operatorAddresses } from '../installation/operator-addresses.ts';
import { configPath, databasePath, firmwareDir } from '../installation/paths.ts';
import { loadSessionSecret } from '../installation/session-secret.ts';
import type { ModuleBody } from '../modules/module.ts';
import { makeDeviceIngest } from '../mqtt/ingest.ts';
import { type Closer, closeAll } from '../server/close-all.ts';
import { makeCrowdTick } from '../server/connection-crowd.ts';
import { createFirstAdmin } from '../server/first-admin.ts';
import type { ProcessLog } from '../server/log.ts';
import { tellOperatorTick } from '../server/look-after-service.ts';
import { tellRunningConfig } from '../server/running-config.ts';
import { Scheduler } from '../server/scheduler.ts';
import { makeRestart } from '../server/systemd.ts';
import type { Store } from '../store/engine/open.ts';
import { damagedStore, isDamage, type StoreUnusable } from '../store/engine/unusable.ts';
import { FirmwareShelf } from '../store/firmware/firmware-shelf.ts';
import { listWithoutOwnWayIn } from '../store/people/admins.ts';
import { Channels } from './channels.ts';
import { lookAfterItself, type SelfCare } from './look-after-itself.ts';
import { collectMetrics } from './metrics.ts';
import { openData, type Replicate } from './open-data.ts';
import { type Doors, openDoors } from './open-doors.ts';
import { type Mqtt, startMqtt } from './start-mqtt.ts';
import { switchOnModules } from './switch-on-modules.ts';
import { ticksOf } from './ticks.ts';
import { storeTheRest, type WatchedFleet, watchFleet } from './watch-fleet.ts';

/** What `serve` prints once both listeners answer. */
interface ReadyLine {
  readonly ready: true;
  readonly http: number;
  /** With a domain, once there is a certificate. `http` is then the plain port. */
  readonly https?: number;
  /** Null: no plain MQTT port is open. */
  readonly mqtt: number | null;
  readonly mqtts?: number;
  readonly version: string;
}

/** A server with its process's signals. */
export interface RunningServer {
  readonly ready: ReadyLine;
  /**
   * Settles once the server has stopped after SIGTERM or SIGINT. Rejects with StoreUnusable when the database
   * turns out to be damaged; the process must end then.
   */
  readonly stopped: Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly logs: ProcessLog;
  /** Uncaught errors of this process. */
  readonly unexpected: { readonly count: number };
  /** Left out: this is the only machine. */
  readonly cluster?: {
    readonly replicate: Replicate;
    /** With what machines prove to each other who they are. */
    readonly nodeSecret: string;
  };
}

export interface ComposedServer {
  readonly ready: ReadyLine;
  /** Settles only if the database turns out to be damaged: the server must go no further. */
  readonly damage: Promise<StoreUnusable>;
  /** Resolves once all work that timers have started is done. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a whole server on one clock. Signals, the log and the process belong to the caller.
 * @throws ServerRunning, StoreUnusable, ConfigError, and errors of taken ports, each in one sentence
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
    // Without closing anything: that would copy the log into the damaged file.
    if (isDamage(error)) throw damagedStore(databasePath(options.config.data), error);
    await stop();
    throw error;
  }
}

/** @param closers gets a closer of each part, in the order of opening */
async function compose(
  { config, logs, unexpected, cluster }: ServerOptions,
  time: Time,
  closers: Closer[],
): Promise<Omit<ComposedServer, 'stop'>> {
  const { log } = logs;
  const opened = await openData(config, time, closers, cluster?.replicate);
  const { store, tls, replication, damage, sweep } = opened;
  if (sweep === 'swept')
    log.info({}, 'the database was rewritten, so that nothing is left of what was deleted');
  else if (sweep !== null) {
    log.warn(
      { reason: sweep },
      'the database could not be rewritten without what was deleted; the next start tries again',
    );
  }
  const { extras, start } = await switchOnModules(config, store);
  // Watching begins before anything is read that a command may change.
  const commands = new CommandWatch(store);
  const fleet = watchFleet(store, config, log, time, replication);
  const { monitor, changes, streams, links } = fleet;

  const secret = loadSessionSecret(config);
  const tickets = new Tickets(secret);
  const outbound = { allowPrivate: config.allow_private_outbound };
  const ingest = makeDeviceIngest(monitor);
  const tokens = makeSessionTokens(secret);
  const bodies = start({
    ...{ monitor, changes, config, version, time, outbound, tickets, tokens },
    mqttEndpoint: (isSecure) => mqtt.endpoint(isSecure),
    pushKey: () => channels.pushKey(),
  });
  const channels = new Channels(fleet, config, logs, tickets, {
    commands: bodies.flatMap(({ chatCommands }) => chatCommands ?? []),
    composeDigest: bodies.flatMap((body) => body.composeDigest ?? [])[0] ?? null,
  });
  links.delivery = channels.outbox;
  const publicPage = bodies.flatMap((body) => body.publicPage ?? [])[0] ?? null;
  const provider = bodies.flatMap((body) => body.provider ?? [])[0] ?? null;
  if (provider === null) tellWhoIsLockedOut(store, log);
  if (!bodies.some(({ findsAreas }) => findsAreas)) letAreasGo(store);
  const guests = bodies.flatMap(({ guests: door }) => door ?? []);
  const mqtt = await startMqtt(config, tls, { ingest, guests, log, time });
  links.mqtt = mqtt;
  // Parts stop in the opposite order: first those that bring work in, then those that finish it.
  closers.push(() => channels.stop());
  closers.push(() => storeTheRest(monitor));
  closers.push(fleet.followClock);

  const scheduler = new Scheduler(time.setTimer, log);
  let doors: Doors | null = null;
  const probes = {
    doors: () => doors,
    cluster: () => replication?.status() ?? null,
  };
  const care = lookAfterItself(fleet, channels, mqtt, probes, config, time);
  const firmware = new FirmwareShelf(firmwareDir(config.data));
  const served = {
    ...{ fleet, channels, mqtt, care, firmware, scheduler, logs, unexpected },
    ...{ tokens, tickets, nodeSecret: cluster?.nodeSecret ?? null },
    ...{ extras, bodies, provider, publicPage },
  };
  doors = await openDoors(servedBy(served, config, tls !== null), {
    ...{ config, tls, broker: mqtt.broker, log, time },
  });
  closers.push(doors.close);
  // Open streams would delay the stop. Their pages reconnect by themselves.
  closers.push(() => streams.close());
  closers.push(() => mqtt.stop());
  for (const { stop } of bodies) if (stop !== undefined) closers.push(stop);

  const { outbox } = channels;
  scheduler.start([
    ...ticksOf(fleet, care.sweep, commands, config, publicPage?.isOffered === true),
    care.writes.tick,
    ...bodies.flatMap(({ ticks }) => ticks ?? []),
    keepBackups(care.keeper, monitor.clock),
    announceFirmware(monitor, firmware),
    care.loopLag.tick,
    channels.tick,
    channels.pinTick,
    ...doors.ticks,
    // Behind a proxy all addresses are the proxy's.
    ...(config.trust_proxy ? [] : [watchCrowd(mqtt, doors, log)]),
    tellOperatorTick(config, monitor, care),
    ...(replication === undefined ? [] : [noteMachines(monitor, replication)]),
    ...(care.watchdog === null ? [] : [care.watchdog.tick]),
  ]);
  closers.push(() => scheduler.stop());
  closers.push(await tellRunningConfig(openedPorts(config, doors, mqtt), log));
  // The last step that may fail: the password is shown once, by a server that is there to take it.
  await createFirstAdmin(store, config, time.clock());
  channels.start();

  return {
    ready: readyLine(doors, mqtt),
    damage,
    async settled() {
      await scheduler.settled();
      await care.sweep.settled();
      await channels.settled();
      await outbox.settled();
    },
  };
}

/** Operators who can log in at an OpenID provider only, where none is in use: switched off, or not set up any more. */
function tellWhoIsLockedOut(store: Store, log: Logger): void {
  const operators = listWithoutOwnWayIn(store);
  if (operators.length === 0) return;
  log.warn(
    { operators },
    'these operators log in at an OpenID provider only, and none is in use; faiwatch admin reset-password NAME gives them a password',
  );
}

/** MQTT bounds its own connections. */
function watchCrowd({ broker }: Mqtt, { gates }: Doors, log: Logger): Tick {
  const spared = () => [broker?.port ?? null, broker?.tlsPort ?? null];
  return makeCrowdTick({ log, spared, gates: () => gates });
}

/** Boards are told where all machines are. */
function noteMachines(monitor: Monitor, replication: Replication): Tick {
  return {
    name: 'note-machines',
    everyMs: 2_000,
    run() {
      const nodes = replication.status()?.nodes ?? [];
      const servers = nodes.flatMap(({ address }) => address ?? []).slice(0, mostServers);
      if (servers.length > 0 && !Bun.deepEquals(servers, monitor.servers))
        monitor.servers = servers;
    },
  };
}

interface Served {
  readonly fleet: WatchedFleet;
  readonly channels: Channels;
  readonly mqtt: Mqtt;
  readonly care: SelfCare;
  readonly firmware: FirmwareShelf;
  readonly scheduler: Scheduler;
  readonly logs: ProcessLog;
  readonly unexpected: ServerOptions['unexpected'];
  /** Null: this is the only machine. */
  readonly nodeSecret: string | null;
  readonly tokens: SessionTokens;
  readonly tickets: Tickets;
  readonly extras: ExtrasAccess;
  readonly bodies: readonly ModuleBody[];
  readonly provider: ModuleBody['provider'] | null;
  readonly publicPage: PublicPage | null;
}

/** The parts from which pages and calls are served. */
function servedBy(served: Served, config: Config, isTls: boolean): AppOptions {
  const { fleet, channels, mqtt, care, firmware, scheduler, logs } = served;
  const { unexpected, tokens, tickets } = served;
  const { monitor, streams } = fleet;
  const { timezone, public_url: publicUrl } = config;
  return {
    ...{ monitor, log: logs.log, version, timezone, publicUrl, firmware, streams, isTls },
    ...{
      plainPeople: care.plainPeople,
      system: care.system,
      backups: care.backups,
      settings: care.settings,
    },
    trustProxy: config.trust_proxy,
    nodeSecret: served.nodeSecret,
    extras: served.extras,
    moduleRoutes: served.bodies.flatMap(({ routes }) => routes ?? []),
    referenceTemplate: () => readTemplate(webDistDir(), 'reference.html'),
    backupPlan: { ...backupRules(config), minuteOfDay: config.backup_time },
    uplinkTargets: config.uplink_targets?.map(({ host }) => host) ?? [],
    hasDeadMansSwitch: care.watchdog !== null,
    publicPage: served.publicPage,
    ...{ tokens, tickets },
    provider: served.provider ?? null,
    passwords: new PasswordCheck(),
    telegram: {
      token: () => channels.settingsOf('telegram')?.settings.token ?? null,
      isConfigured: config.channels.telegram.isConfigured,
      adminChat: config.telegram_admin_chat ?? null,
      connect: async (token) => (await channels.save('telegram', { token })) ?? 'bot',
      disconnect: () => channels.remove('telegram'),
    },
    line: {
      basicId: () => channels.identityOf('line'),
      dialogOf: lineDialog,
      isSetUp: () => channels.companionOf('line') !== null,
      take: (body, signature) => channels.companionOf('line')?.take(body, signature) ?? null,
    },
    channels,
    operatorAddresses: operatorAddresses(config),
    mqttEndpoint: (isSecure) => mqtt.endpoint(isSecure),
    configFile: configPath(config.data),
    restart: makeRestart(process.env, monitor.setTimer),
    botUsername: () => channels.companionOf('telegram')?.status().username ?? null,
    metricsToken: loadMetricsToken(config, monitor.store),
    metrics: () =>
      collectMetrics({
        ...{
          monitor,
          delivery: channels.outbox,
          logs,
          mqtt,
          channels,
          scheduler,
          unexpected,
          streams,
          ofModules: () => served.bodies.flatMap(({ metrics }) => metrics?.() ?? []),
        },
        ...care,
      }),
    spa: {
      ...{
        distDir: webDistDir(),
        publicUrl,
        extras: served.extras.on,
        reload: !Bun.isStandaloneExecutable,
      },
      made: served.bodies.flatMap(({ pages }) => pages ?? []),
    },
  };
}

/** The ports that 0 stands for are known by now. */
function openedPorts(config: Config, doors: Doors, { broker }: Mqtt): Config {
  return {
    ...config,
    port: doors.port,
    mqtt_port: broker?.port ?? config.mqtt_port,
    mqtts_port: broker?.tlsPort ?? config.mqtts_port,
  };
}

function readyLine(doors: Doors, { broker }: Mqtt): ReadyLine {
  return {
    ready: true,
    http: doors.port,
    mqtt: broker?.port ?? null,
    ...(doors.httpsPort !== null && { https: doors.httpsPort }),
    ...(broker?.tlsPort != null && { mqtts: broker.tlsPort }),
    version,
  };
}
