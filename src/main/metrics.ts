import type { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { ChannelStanding } from '../domain/system/channel-standing.ts';
import type { ClusterStatus, NodeStanding } from '../domain/system/cluster.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import { systemProblems } from '../domain/system/system-problems.ts';
import type { Metric, SystemProbe } from '../http/system/system-probe.ts';
import type { Broker } from '../mqtt/broker.ts';
import type { Delivery } from '../notify/deliver-pending.ts';
import type { ProcessLog } from '../server/log.ts';
import type { LoopLag } from '../server/loop-lag.ts';
import type { PingWatchdog } from '../server/ping-watchdog.ts';
import type { Scheduler } from '../server/scheduler.ts';
import type { BackupShelf } from '../store/backups/backup-shelf.ts';
import { sumGaps } from '../store/fleet/gaps.ts';
import { readWaiting } from '../store/system/system-facts.ts';
import type { Channels } from './channels.ts';
import type { Mqtt } from './start-mqtt.ts';

interface MetricSources {
  readonly monitor: Monitor;
  readonly delivery: Delivery;
  readonly mqtt: Mqtt;
  readonly channels: Pick<Channels, 'companionOf' | 'standings'>;
  readonly logs: Pick<ProcessLog, 'droppedLines' | 'repeatedLines'>;
  readonly scheduler: Scheduler;
  readonly sweep: DeadlineSweep;
  readonly unexpected: { readonly count: number };
  readonly streams: { readonly size: number; readonly dropped: number };
  readonly ofModules: () => readonly Metric[];
  readonly loopLag: LoopLag;
  /** Null: no address is configured. */
  readonly watchdog: PingWatchdog | null;
  readonly system: SystemProbe;
  readonly backups: BackupShelf;
  /** Finds the problems that the system page shows. */
  readonly findProblems: () => readonly SystemProblem[];
}

/** The figures of /metrics, read when they are asked for. */
export function collectMetrics(sources: MetricSources): Metric[] {
  const {
    monitor,
    delivery,
    logs,
    mqtt,
    channels,
    scheduler,
    sweep,
    unexpected,
    streams,
    ofModules,
  } = sources;
  const bot = channels.companionOf('telegram');
  const { counters } = monitor;
  const outbox = readWaiting(monitor.store, monitor.clock().wallMs);
  return [
    ...fleetMetrics(monitor),
    counter('faiwatch_heartbeats_total', 'Heartbeats received.', counters.heartbeats),
    counter('faiwatch_reports_total', 'Power reports stored.', counters.reports),
    counter('faiwatch_repeated_reports_total', 'Repeated power reports.', counters.repeatedReports),
    counter('faiwatch_outages_opened_total', 'Outages opened.', counters.outagesOpened),
    counter('faiwatch_outages_closed_total', 'Outages closed.', counters.outagesClosed),
    gauge('faiwatch_blind', '1 while our own uplink is dead.', sweep.isBlind ? 1 : 0),
    ...ownMetrics(sources),
    gauge(
      'faiwatch_outbox_waiting',
      'Notifications that are due and not sent, counted up to 10,000.',
      outbox.waiting,
    ),
    gauge(
      'faiwatch_outbox_oldest_seconds',
      'Age of the oldest of them.',
      (outbox.oldestMs ?? 0) / 1000,
    ),
    counter(
      'faiwatch_messages_sent_total',
      'Messages that the messenger took.',
      // What only the log took has told nobody.
      delivery.counters.messages - (delivery.counters.byChannel.get('log')?.messages ?? 0),
    ),
    counter('faiwatch_answers_total', 'Answers given in chats.', delivery.counters.answers),
    counter(
      'faiwatch_answers_dropped_total',
      'Answers in chats that were dropped as too many or too late.',
      delivery.counters.answersDropped,
    ),
    counter('faiwatch_notifications_failed_total', 'Given up.', delivery.counters.failed),
    counter('faiwatch_notifications_superseded_total', 'Overtaken.', delivery.counters.superseded),
    counter('faiwatch_notifications_retried_total', 'Tries to repeat.', delivery.counters.retried),
    counter(
      'faiwatch_possible_duplicates_total',
      'Tries whose outcome is unknown; each may be repeated.',
      delivery.counters.possibleDuplicates,
    ),
    {
      name: 'faiwatch_notifications_sent_total',
      help: 'Notifications sent, by kind.',
      type: 'counter',
      values: Object.entries(delivery.counters.byKind).map(([kind, value]) => ({
        labels: { kind },
        value,
      })),
    },
    ...channelMetrics(delivery.counters, channels.standings()),
    ...(bot === null
      ? []
      : [
          gauge(
            'faiwatch_bot_polling',
            '1 while the bot hears its users.',
            bot.status().state === 'polling' ? 1 : 0,
          ),
        ]),
    gauge(
      'faiwatch_mqtt_listening',
      '0 while an external broker is away.',
      mqtt.isListening() ? 1 : 0,
    ),
    ...(mqtt.broker === null ? [] : brokerMetrics(mqtt.broker)),
    ...ofModules(),
    gauge('faiwatch_streams', 'Listeners of the live stream.', streams.size),
    counter('faiwatch_streams_dropped_total', 'Listeners too slow to keep.', streams.dropped),
    counter('faiwatch_failed_ticks_total', 'Scheduled tasks that failed.', scheduler.failures),
    counter('faiwatch_unexpected_errors_total', 'Uncaught errors.', unexpected.count),
    counter(
      'faiwatch_log_lines_dropped_total',
      'Log lines dropped because nobody read them in time.',
      logs.droppedLines(),
    ),
    counter(
      'faiwatch_log_lines_repeated_total',
      'Repeated log lines counted instead of written.',
      logs.repeatedLines(),
    ),
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
  ];
}

/** Figures of the service itself. */
function ownMetrics(sources: MetricSources): Metric[] {
  const { monitor, system, backups, loopLag, watchdog } = sources;
  const now = monitor.clock();
  const dueMono = monitor.fleet.nextDueMono();
  const { file, wal } = system.databaseBytes();
  const gaps = sumGaps(monitor.store, now.wallMs);
  const disk = system.disk();
  const lastBackup = backups.list()[0];
  const found = new Set(sources.findProblems());
  return [
    gauge(
      'faiwatch_sweep_lag_seconds',
      'How long the first deadline has been due.',
      dueMono === null ? 0 : Math.max(0, now.monoMs - dueMono) / 1000,
    ),
    gauge(
      'faiwatch_event_loop_lag_seconds',
      'The worst delay of the last minute or two.',
      loopLag.worstMs() / 1000,
    ),
    {
      name: 'faiwatch_observation_gap_seconds_total',
      help: 'Time in which the server could not see its devices.',
      type: 'counter',
      values: [
        { labels: { kind: 'server_off' }, value: gaps.off / 1000 },
        { labels: { kind: 'uplink' }, value: gaps.uplink / 1000 },
      ],
    },
    {
      name: 'faiwatch_database_bytes',
      help: 'Size of the database and of its write-ahead log.',
      type: 'gauge',
      values: [
        { labels: { file: 'database' }, value: file },
        { labels: { file: 'wal' }, value: wal },
      ],
    },
    ...(disk === null
      ? []
      : [
          gauge(
            'faiwatch_disk_free_bytes',
            'Free space on the disk with the data.',
            disk.freeBytes,
          ),
        ]),
    ...(lastBackup === undefined
      ? []
      : [
          gauge(
            'faiwatch_backup_age_seconds',
            'Age of the newest backup.',
            Math.max(0, now.wallMs - lastBackup.createdAt) / 1000,
          ),
        ]),
    {
      name: 'faiwatch_problem',
      help: '1 for what the system page complains of.',
      type: 'gauge',
      values: systemProblems.map((problem) => ({
        labels: { problem },
        value: found.has(problem) ? 1 : 0,
      })),
    },
    ...clusterMetrics(system.cluster()),
    ...(watchdog === null
      ? []
      : [
          counter(
            'faiwatch_watchdog_calls_total',
            'Calls of the dead man’s switch that were answered.',
            watchdog.counters.answered,
          ),
          counter(
            'faiwatch_watchdog_failures_total',
            'Calls of it that failed.',
            watchdog.counters.failed,
          ),
        ]),
  ];
}

/** How each machine of the cluster stands. */
function clusterMetrics(cluster: ClusterStatus | null): Metric[] {
  if (cluster === null) return [];
  const { nodes, epoch } = cluster;
  const byNode = (name: string, help: string, of: (one: NodeStanding) => number): Metric => ({
    ...{ name, help, type: 'gauge' },
    values: nodes.map((one) => ({ labels: { node: one.node }, value: of(one) })),
  });
  return [
    gauge('faiwatch_cluster_epoch', 'How many times a machine has begun to lead.', epoch),
    byNode('faiwatch_cluster_leading', '1 for the machine that leads.', ({ role }) =>
      role === 'leading' ? 1 : 0,
    ),
    byNode(
      'faiwatch_cluster_behind_seconds',
      'For how long a machine has not had everything.',
      ({ behindMs }) => behindMs / 1000,
    ),
  ];
}

/** How each channel does. */
function channelMetrics(
  { byChannel }: Delivery['counters'],
  standings: readonly ChannelStanding[],
): Metric[] {
  const counted = (name: string, help: string, of: 'messages' | 'failed' | 'retried'): Metric => ({
    ...{ name, help, type: 'counter' },
    values: [...byChannel].map(([channel, { [of]: value }]) => ({ labels: { channel }, value })),
  });
  const heard = standings.flatMap(({ name, signal }) =>
    signal === undefined || signal.dbm === null ? [] : [[name, signal.dbm] as const],
  );
  const limited = standings.flatMap(({ name, quota }) => (quota === null ? [] : [{ name, quota }]));
  return [
    counted('faiwatch_channel_messages_total', 'Messages that a channel took.', 'messages'),
    counted('faiwatch_channel_failed_total', 'Notifications that it gave up.', 'failed'),
    counted('faiwatch_channel_retried_total', 'Tries that it has to repeat.', 'retried'),
    {
      name: 'faiwatch_channel_working',
      help: '1 while the far end of a channel that is set up answers and accepts its settings.',
      type: 'gauge',
      values: standings.map(({ name, state }) => ({
        labels: { channel: name },
        value: state === 'working' ? 1 : 0,
      })),
    },
    ...(limited.length === 0
      ? []
      : [
          {
            name: 'faiwatch_channel_quota_used_ratio',
            help: 'How much is used of what may be sent today, or in this month.',
            type: 'gauge',
            values: limited.map(({ name, quota: { used, limit } }) => ({
              labels: { channel: name },
              value: limit === 0 ? 1 : used / limit,
            })),
          } as const,
        ]),
    ...(heard.length === 0
      ? []
      : [
          {
            name: 'faiwatch_channel_signal_dbm',
            help: 'How strongly the modem of a channel hears its network; nothing while it hears none.',
            type: 'gauge',
            values: heard.map(([channel, value]) => ({ labels: { channel }, value })),
          } as const,
        ]),
  ];
}

function fleetMetrics(monitor: Monitor): Metric[] {
  const links = { online: 0, offline: 0, unknown: 0 };
  let openOutages = 0;
  for (const { state } of monitor.fleet.all()) {
    links[state.link] += 1;
    if (state.outage !== null) openOutages += 1;
  }
  return [
    {
      name: 'faiwatch_devices',
      help: 'Devices by link.',
      type: 'gauge',
      values: Object.entries(links).map(([link, value]) => ({ labels: { link }, value })),
    },
    gauge('faiwatch_open_outages', 'Outages that are open.', openOutages),
  ];
}

function brokerMetrics(broker: Broker): Metric[] {
  return [
    gauge('faiwatch_mqtt_sessions', 'Open MQTT sessions.', broker.sessions()),
    counter(
      'faiwatch_mqtt_sessions_lost_total',
      'Sessions that died without a DISCONNECT.',
      broker.counters.sessionsLost,
    ),
    counter(
      'faiwatch_mqtt_connections_refused_total',
      'Connections refused by a cap.',
      broker.counters.connectionsRefused,
    ),
    {
      name: 'faiwatch_mqtt_refusals_total',
      help: 'What was not taken of what devices and strangers sent, by reason.',
      type: 'counter',
      values: [...broker.counters.refusals].map(([reason, value]) => ({
        labels: { reason },
        value,
      })),
    },
  ];
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', values: [{ value }] };
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', values: [{ value }] };
}
