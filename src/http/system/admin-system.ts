import { handOutBackup } from '../../actions/backups/hand-out-backup.ts';
import { isBackupFailing } from '../../actions/backups/keep-backups.ts';
import { makeBackup } from '../../actions/backups/make-backup.ts';
import type { Monitor } from '../../actions/monitor.ts';
import {
  type BackupAnswer,
  backupParams,
  makeBackupAnswerSchema,
  type SystemAnswer,
  systemAnswerSchema,
} from '../../contract/system/system.ts';
import { leadsToPeople } from '../../domain/alerts/channels.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Steps } from '../../domain/steps.ts';
import type { ClusterStatus } from '../../domain/system/cluster.ts';
import {
  findProblems,
  type SystemProblem,
  spaceForBackup,
} from '../../domain/system/system-problems.ts';
import { type Rate, TokenBucket } from '../../domain/token-bucket.ts';
import type { Backup } from '../../store/backups/backup-shelf.ts';
import type { BackupFailure } from '../../store/backups/backup-state.ts';
import { isSweepDue } from '../../store/engine/sweep-file.ts';
import { countByChannel } from '../../store/fleet/status-subscriptions.ts';
import { listUndecidedTokens } from '../../store/people/api-tokens.ts';
import {
  countFailedSince,
  type GapRow,
  readLastSentAt,
  readMadeAt,
  readNewestClockJumps,
  readNewestGaps,
  readTableCounts,
  readWaiting,
} from '../../store/system/system-facts.ts';
import { describeMistakes } from '../devices/describe-refusals.ts';
import { type ApiContext, isFollowOffered } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { sendDownload } from '../engine/send-download.ts';
import { rememberedMs } from '../people/plain-people.ts';

const tag = 'System';
const dayMs = 86_400_000;
const shownBackups = 50;
const shownGaps = 50;
const shownJumps = 20;
const shownDue = 5;
/** Each backup keeps the disk busy, and stays on it until somebody removes it. */
const backupRate: Rate = { perSecond: 6 / 3600, burst: 6 };
/** A download that makes no progress for this long is cut off. */
const downloadPatienceSeconds = 120;

/** The state of the service, and copies of its database; for operators. */
export function adminSystemRoutes(context: ApiContext): Route[] {
  const { monitor, backups } = context;
  const asked = new TokenBucket(backupRate);
  const takeBackup = ({ monoMs }: Instant) => {
    const waitMs = asked.waitMs(monoMs);
    if (waitMs > 0) {
      throw new AppError('RATE_LIMITED', 'Too many backups in a short time. Please wait.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    }
    asked.take(monoMs);
  };
  return [
    route(
      {
        method: 'GET',
        path: '/api/system',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'See how the service stands',
        description:
          'Messenger, broker, database, outbox, backups, the times in which the server could not see, disk and clock. `problems` says what should be looked after.',
        answer: systemAnswerSchema,
      },
      function* ({ now }) {
        return { ok: true as const, data: yield* describeSystem(context, now) };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/system/backups',
        access: 'owner',
        scope: 'backups',
        tag,
        summary: 'Make a backup',
        description:
          'Copies the database while everything goes on; one at a time; six at once, and then six in an hour. It is answered once the copy is on the disk.',
        answer: makeBackupAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
      },
      async ({ actor, now, setIdleTimeout }) => {
        // On an SD card this takes longer than a silent connection may last.
        setIdleTimeout(0);
        takeBackup(now);
        const made = await makeBackup(monitor, backups, actor, now);
        return { ok: true as const, data: describeBackup(made), message: 'Backup made' };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/system/backups/:name',
        access: 'owner',
        needsProof: true,
        scope: 'backups',
        tag,
        summary: 'Download a backup',
        description:
          'Everything there is: an SQLite database, compressed with zstd unless its name ends in `.db`. Who takes it is written down.',
        params: backupParams,
        answerType: 'application/octet-stream',
        errors: ['NOT_FOUND'],
      },
      ({ params: { name }, actor, now, setIdleTimeout }) => {
        const path = handOutBackup(monitor, backups, name, actor, now);
        setIdleTimeout(downloadPatienceSeconds);
        return sendDownload(Bun.file(path), name, 'application/octet-stream');
      },
    ),
  ];
}

/** The problems to look after, the gravest first. */
export function readProblems(
  context: Pick<ApiContext, 'monitor' | 'backups' | 'system' | 'plainPeople'>,
  now: Instant,
): SystemProblem[] {
  const { monitor, backups, system } = context;
  const { store } = monitor;
  const bot = system.bot();
  const { file, wal } = system.databaseBytes();
  const lastBackupAt = backups.list()[0]?.createdAt;
  const plain = countPlainOutside(context, now);
  return findProblems({
    bot: bot && { state: bot.state, sinceMs: now.wallMs - bot.since },
    channels: system
      .channels()
      .map((channel) => ({ ...channel, sinceMs: now.wallMs - channel.since })),
    isNobodyTold: !leadsToPeople(monitor.channels),
    isBrokerListening: system.broker().isListening,
    isBlind: system.isBlind(),
    oldestWaitingMs: readWaiting(store, now.wallMs).oldestMs,
    failedLastDay: countFailedSince(store, now.wallMs - dayMs),
    boardsDue: findBoardsDue(monitor, now).length,
    sinceBackupMs: now.wallMs - (lastBackupAt ?? readMadeAt(store) ?? now.wallMs),
    freeBytes: system.disk()?.freeBytes ?? null,
    copyBytes: spaceForBackup(file + wal),
    isBackupFailing: isBackupFailing(system.backups(now)),
    hasTraces: isSweepDue(store),
    isCertificateFailing: system.certificate()?.failure != null,
    plainOutside: plain.boards + plain.people,
    isMapUnusable: system.map()?.problem != null,
    tokensWithoutScopes: listUndecidedTokens(store).length,
    cluster: system.cluster(),
    nowMs: now.wallMs,
  });
}

export function countPlainOutside(
  { monitor, plainPeople }: Pick<ApiContext, 'monitor' | 'plainPeople'>,
  { wallMs }: Instant,
): SystemAnswer['plain_outside'] {
  let boards = 0;
  for (const { isPlainOutside, state } of monitor.fleet.all()) {
    if (isPlainOutside && wallMs - (state.lastHeardAt ?? 0) < rememberedMs) boards += 1;
  }
  return { boards, people: plainPeople.count(wallMs) };
}

/** Boards whose credentials have ended. While they are being given others, nobody has to do anything. */
function findBoardsDue({ fleet }: Monitor, { wallMs }: Instant): string[] {
  return [...fleet.all()]
    .flatMap(({ deviceId, config: { credentialsDueAt: at } }) =>
      at !== null && at <= wallMs ? [{ deviceId, at }] : [],
    )
    .sort((a, b) => a.at - b.at)
    .map(({ deviceId }) => deviceId);
}

function* describeSystem(context: ApiContext, now: Instant): Steps<SystemAnswer> {
  const { monitor, version, system } = context;
  const { store } = monitor;
  const uptimeMs = system.uptimeMs();
  const backups = context.backups.list();
  const lastBackupAt = backups[0]?.createdAt ?? null;
  const bot = system.bot();
  const broker = system.broker();
  const disk = system.disk();
  const map = system.map();
  const { file, wal } = system.databaseBytes();
  const standing = system.backups(now);
  const certificate = system.certificate();
  const due = findBoardsDue(monitor, now);
  const { waiting, oldestMs } = readWaiting(store, now.wallMs);
  const failedLastDay = countFailedSince(store, now.wallMs - dayMs);
  return {
    version,
    server_time: isoTime(now.wallMs),
    started_at: isoTime(now.wallMs - uptimeMs),
    uptime_seconds: Math.floor(uptimeMs / 1000),
    problems: readProblems(context, now),
    messenger: {
      is_configured: bot !== null,
      // With a conflict it answers; it only tells somebody else what people write.
      is_reachable: bot && (bot.state === 'polling' || bot.state === 'conflict'),
      state: bot?.state ?? null,
      since: isoTime(bot?.since ?? null),
      detail: bot?.detail ?? null,
      username: bot?.username ?? null,
      last_sent_at: leadsToPeople(monitor.channels)
        ? isoTime(readLastSentAt(store, monitor.channels))
        : null,
    },
    channels: system.channels().map(({ name, state, since, detail, quota, signal }) => ({
      ...{ name, state, detail, quota },
      ...(signal !== undefined && { signal }),
      since: isoTime(since),
      last_sent_at: isoTime(readLastSentAt(store, new Set([name]))),
    })),
    broker: {
      kind: broker.kind,
      is_listening: broker.isListening,
      detail: broker.detail,
      port: broker.port,
      tls_port: broker.tlsPort,
      sessions: broker.sessions,
    },
    certificate: certificate && {
      domain: certificate.domain,
      until: isoTime(certificate.until),
      failure: describeFailure(certificate.failure),
    },
    plain_outside: countPlainOutside(context, now),
    cluster: describeCluster(system.cluster()),
    tokens_without_scopes: listUndecidedTokens(store),
    credentials_due: { boards: due.length, device_ids: due.slice(0, shownDue) },
    refusals: describeMistakes(monitor.fleet, now.wallMs),
    database: {
      size_bytes: file,
      wal_bytes: wal,
      ...(yield* readTableCounts(store, now.monoMs)),
      bytes_written_per_hour: system.bytesWrittenPerHour(),
    },
    outbox: {
      waiting,
      oldest_seconds: oldestMs === null ? null : Math.floor(oldestMs / 1000),
      failed_last_day: failedLastDay,
    },
    status_subscriptions: describeSubscriptions(context),
    last_backup_at: isoTime(lastBackupAt),
    backups: backups.slice(0, shownBackups).map(describeBackup),
    backup_schedule: {
      next_at: isoTime(standing.nextAt),
      last_done_at: isoTime(standing.nightly.doneAt),
      failure: describeFailure(standing.nightly.failure),
    },
    backup_targets: standing.targets.map(({ kind, where, doneAt, failure }) => ({
      kind,
      where,
      last_done_at: isoTime(doneAt),
      failure: describeFailure(failure),
    })),
    observation: {
      is_blind: system.isBlind(),
      gaps: readNewestGaps(store, shownGaps).map((gap) => ({
        id: gap.id,
        kind: gap.kind === 'uplink' ? 'uplink' : 'server_off',
        from: isoTime(gap.fromAt),
        to: isoTime(gap.toAt),
      })),
    },
    clock_jumps: readNewestClockJumps(store, shownJumps).map(describeJump),
    map: map && { size_bytes: map.size, problem: map.problem },
    disk: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
  };
}

function describeSubscriptions({
  monitor,
  publicPage,
}: ApiContext): SystemAnswer['status_subscriptions'] {
  if (!isFollowOffered(publicPage?.ways())) return null;
  return countByChannel(monitor.store).map(({ channel, subscriptions: count }) => ({
    channel,
    count,
  }));
}

function describeFailure(
  failure: Omit<BackupFailure, 'lastAt'> | null,
): SystemAnswer['backup_schedule']['failure'] {
  return (
    failure && {
      since: isoTime(failure.firstAt),
      tries: failure.tries,
      next_try_at: isoTime(failure.nextTryAt),
      text: failure.text,
    }
  );
}

function describeCluster(cluster: ClusterStatus | null): SystemAnswer['cluster'] {
  if (cluster === null) return null;
  const { name, epoch, nodes, lastTakeOver: taken } = cluster;
  return {
    ...{ name, epoch },
    nodes: nodes.map(({ node, address, role, behindMs, heardAt, version, obstacle }) => ({
      ...{ node, address, role, version, obstacle },
      behind_seconds: Math.round(behindMs / 1000),
      heard_at: isoTime(heardAt),
    })),
    last_take_over: taken && {
      ...{ node: taken.node, epoch: taken.epoch, at: isoTime(taken.at), from: taken.from },
      is_planned: taken.isPlanned,
      without_leader_seconds: Math.round(taken.silentMs / 1000),
    },
  };
}

function describeJump({ id, fromAt, toAt, jumpMs }: GapRow): SystemAnswer['clock_jumps'][number] {
  return { id, at: isoTime(toAt ?? fromAt), jump_ms: jumpMs ?? 0 };
}

function describeBackup({ name, bytes, createdAt, reason }: Backup): BackupAnswer {
  return { name, size_bytes: bytes, created_at: isoTime(createdAt), reason };
}
