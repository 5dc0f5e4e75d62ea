import { type ChannelWith, channelsWith } from '../alerts/channel-traits.ts';
import { type ChannelStanding, isShort } from './channel-standing.ts';
import { type ClusterFacts, clusterProblems, findClusterProblems } from './cluster-problems.ts';

/** The problems that an operator has to do something about. */
const ownProblems = [
  /** No channel is set up: nobody is told of anything. */
  'no_messenger',
  /** Another program uses the same bot (409). */
  'bot_conflict',
  /** The messenger does not know the bot's token. */
  'bot_refused',
  'bot_unreachable',
  /** The external broker, through which devices speak, cannot be reached. */
  'broker_away',
  /** A message has been waiting for more than a minute. */
  'alerts_late',
  /** Messages could not be delivered in the last 24 hours. */
  'alerts_failed',
  /** A board's credentials have ended: its site is not watched until the board is set up again. */
  'credentials_due',
  /** Our own internet connection is down, so silent devices are not judged. */
  'blind',
  /** No backup for more than a week. */
  'backup_old',
  /** The nightly backup, or copying one elsewhere, has failed three times in a row. */
  'backup_failed',
  /** Little disk space left, or too little for one more backup. */
  'disk_low',
  /** The database could not be rewritten at the update, and may hold what was deleted before it. */
  'traces_left',
  /** The last try to get or renew the certificate, or to serve it, failed. */
  'certificate_failed',
  /** Boards, or people, connect without encryption from outside private networks. */
  'plain_outside',
  /** The operator's map of streets cannot be shown. */
  'map_unusable',
  /** API tokens from before there were scopes have lost some of what they could do, and no owner has said more. */
  'tokens_without_scopes',
  ...clusterProblems,
] as const;
export type OwnProblem = (typeof ownProblems)[number];

/** Channels that are asked for their state. The bot reports its own. */
const watchedChannels = channelsWith('isWatched');
type WatchedChannel = ChannelWith<'isWatched'>;

/**
 * - `limited`: no more is taken for a while.
 * - `quota_short`: soon no more may be sent, today or in this month.
 */
const channelTroubles = ['refused', 'unreachable', 'limited', 'quota_short'] as const;
export type ChannelTrouble = (typeof channelTroubles)[number];
type ChannelProblem = `${WatchedChannel}_${ChannelTrouble}`;

export type SystemProblem = OwnProblem | ChannelProblem;
export const systemProblems: readonly SystemProblem[] = [
  ...ownProblems,
  ...watchedChannels.flatMap((channel) =>
    channelTroubles.map((trouble) => `${channel}_${trouble}` as const),
  ),
];

/** The channel that a problem is about, and its trouble. Null: it is about something else. */
export function channelTroubleOf(
  problem: SystemProblem,
): { readonly channel: WatchedChannel; readonly trouble: ChannelTrouble } | null {
  for (const channel of watchedChannels) {
    for (const trouble of channelTroubles) {
      if (problem === `${channel}_${trouble}`) return { channel, trouble };
    }
  }
  return null;
}

/** Narrows to the problems that are not about one channel. */
export function isOwnProblem(problem: SystemProblem): problem is OwnProblem {
  return channelTroubleOf(problem) === null;
}

/** Problems that can wait until tomorrow; by all others somebody may not be told of an outage. */
const patientProblems: readonly SystemProblem[] = [
  'backup_old',
  'backup_failed',
  'traces_left',
  'certificate_failed',
  'plain_outside',
  'map_unusable',
  'tokens_without_scopes',
  ...clusterProblems,
];

/** Because of it somebody is not told, or soon will not be. */
export function isSilencing(problem: SystemProblem): boolean {
  return !patientProblems.includes(problem);
}

export function isProblem(text: string): text is SystemProblem {
  return systemProblems.some((problem) => problem === text);
}

export interface SystemFacts {
  /** Null: there is none. */
  readonly bot: {
    readonly state: 'off' | 'polling' | 'conflict' | 'unreachable' | 'refused';
    /** Time in this state. */
    readonly sinceMs: number;
  } | null;
  /** Channels that are set up. */
  readonly channels: readonly (Pick<ChannelStanding, 'name' | 'state' | 'quota'> & {
    /** Time in this state. */
    readonly sinceMs: number;
  })[];
  /** No channel in use leads to people. */
  readonly isNobodyTold: boolean;
  readonly isBrokerListening: boolean;
  readonly isBlind: boolean;
  /** Time since the oldest message that could go was due. Null: none waits. */
  readonly oldestWaitingMs: number | null;
  readonly failedLastDay: number;
  /** Boards whose credentials have ended and that nobody has set up again. */
  readonly boardsDue: number;
  /** Age of the last backup; without one, age of the database. */
  readonly sinceBackupMs: number;
  /** Null: not known. */
  readonly freeBytes: number | null;
  /** The size of one more backup. */
  readonly copyBytes: number;
  /** The nightly backup, or copying one elsewhere, keeps failing. */
  readonly isBackupFailing: boolean;
  /** The file may hold what earlier releases deleted. */
  readonly hasTraces: boolean;
  /** The last try to get or renew the certificate, or to serve it, failed. */
  readonly isCertificateFailing: boolean;
  /** Boards, and people, that connect without encryption from outside private networks. */
  readonly plainOutside: number;
  /** There is a map of streets that cannot be shown. */
  readonly isMapUnusable: boolean;
  /** API tokens of which no owner has said what scopes they have. */
  readonly tokensWithoutScopes: number;
  /** Null: there is no cluster. */
  readonly cluster: ClusterFacts | null;
  /** Epoch ms. */
  readonly nowMs: number;
}

/** A start, or a network that comes and goes, is not a problem yet. */
const unreachableAfterMs = 30_000;
const lateAfterMs = 60_000;
const backupAfterMs = 7 * 86_400_000;
const fewBytes = 500_000_000;
/** Bytes that must stay free besides a backup, so that the database can go on writing. */
export const reserveBytes = 100_000_000;

/** The most bytes that a backup takes: a plain copy and, made from it, a compressed one. */
export function spaceForBackup(databaseBytes: number): number {
  return 2 * databaseBytes;
}

/** @returns the gravest first; empty: all is well */
export function findProblems(facts: SystemFacts): SystemProblem[] {
  const { freeBytes, oldestWaitingMs, cluster, nowMs } = facts;
  const found: [boolean, SystemProblem][] = [
    [facts.isNobodyTold || facts.channels.length === 0, 'no_messenger'],
    ...findBotProblems(facts.bot),
    ...facts.channels.flatMap(findChannelProblems),
    [!facts.isBrokerListening, 'broker_away'],
    [facts.isBlind, 'blind'],
    [oldestWaitingMs !== null && oldestWaitingMs > lateAfterMs, 'alerts_late'],
    [
      freeBytes !== null && freeBytes < Math.max(fewBytes, facts.copyBytes + reserveBytes),
      'disk_low',
    ],
    [facts.failedLastDay > 0, 'alerts_failed'],
    [facts.boardsDue > 0, 'credentials_due'],
    [facts.isBackupFailing, 'backup_failed'],
    [facts.hasTraces, 'traces_left'],
    [facts.isCertificateFailing, 'certificate_failed'],
    [facts.sinceBackupMs > backupAfterMs, 'backup_old'],
    [facts.plainOutside > 0, 'plain_outside'],
    [facts.isMapUnusable, 'map_unusable'],
    [facts.tokensWithoutScopes > 0, 'tokens_without_scopes'],
  ];
  const ofCluster = cluster === null ? [] : findClusterProblems(cluster, nowMs);
  return [
    ...found.filter(([is]) => is).map(([, problem]) => problem),
    ...ofCluster.map(({ problem }) => problem),
  ];
}

function findBotProblems(bot: SystemFacts['bot']): [boolean, SystemProblem][] {
  if (bot === null) return [];
  const { state, sinceMs } = bot;
  return [
    [state === 'conflict', 'bot_conflict'],
    [state === 'refused', 'bot_refused'],
    [
      (state === 'unreachable' || state === 'off') && sinceMs > unreachableAfterMs,
      'bot_unreachable',
    ],
  ];
}

function findChannelProblems({
  name,
  state,
  sinceMs,
  quota,
}: SystemFacts['channels'][number]): [boolean, SystemProblem][] {
  const channel = watchedChannels.find((watched) => watched === name);
  if (channel === undefined) return [];
  return [
    [state === 'refused', `${channel}_refused`],
    [state === 'unreachable' && sinceMs > unreachableAfterMs, `${channel}_unreachable`],
    [state === 'limited', `${channel}_limited`],
    [quota !== null && isShort(quota) && state !== 'limited', `${channel}_quota_short`],
  ];
}
