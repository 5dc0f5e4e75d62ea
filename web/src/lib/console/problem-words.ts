import type { TFunction } from 'i18next';
import { clusterProblems } from '../../../../src/domain/system/cluster-problems.ts';
import {
  channelTroubleOf,
  isOwnProblem,
  type OwnProblem,
  type SystemProblem,
  systemProblems,
} from '../../../../src/domain/system/system-problems.ts';
import { channelWords } from './channel-words.ts';

/** What is wrong, in a plain sentence that says what to do. */
const problemWords = {
  no_messenger: 'system.problem.no_messenger',
  bot_conflict: 'system.problem.bot_conflict',
  bot_refused: 'system.problem.bot_refused',
  bot_unreachable: 'system.problem.bot_unreachable',
  broker_away: 'system.problem.broker_away',
  alerts_late: 'system.problem.alerts_late',
  alerts_failed: 'system.problem.alerts_failed',
  credentials_due: 'system.problem.credentials_due',
  blind: 'system.problem.blind',
  backup_old: 'system.problem.backup_old',
  backup_failed: 'system.problem.backup_failed',
  disk_low: 'system.problem.disk_low',
  traces_left: 'system.problem.traces_left',
  certificate_failed: 'system.problem.certificate_failed',
  plain_outside: 'system.problem.plain_outside',
  map_unusable: 'system.problem.map_unusable',
  tokens_without_scopes: 'system.problem.tokens_without_scopes',
  quorum_lost: 'system.problem.quorum_lost',
  node_unable: 'system.problem.node_unable',
  node_behind: 'system.problem.node_behind',
  lead_moved: 'system.problem.lead_moved',
} as const satisfies Record<OwnProblem, string>;

const troubleWords = {
  refused: 'system.trouble.refused',
  unreachable: 'system.trouble.unreachable',
  limited: 'system.trouble.limited',
  quota_short: 'system.trouble.quota_short',
} as const;

/** @param counts what some sentences count */
export function sayProblem(
  problem: SystemProblem,
  t: TFunction,
  counts: Readonly<Record<string, number>> = {},
): string {
  const found = channelTroubleOf(problem);
  if (found !== null) {
    return t(troubleWords[found.trouble], { channel: t(channelWords[found.channel]) });
  }
  return isOwnProblem(problem) ? t(problemWords[problem], { ...counts }) : problem;
}

/** The parts of the page, and what may be wrong with each. */
export const problemsOf = {
  messenger: ['bot_conflict', 'bot_refused', 'bot_unreachable'],
  channels: [
    'no_messenger',
    ...systemProblems.filter((problem) => channelTroubleOf(problem) !== null),
  ],
  alerts: ['alerts_late', 'alerts_failed'],
  broker: ['broker_away'],
  boards: ['credentials_due'],
  observation: ['blind'],
  disk: ['disk_low', 'traces_left'],
  map: ['map_unusable'],
  tokens: ['tokens_without_scopes'],
  connections: ['certificate_failed', 'plain_outside'],
  backups: ['backup_failed', 'backup_old'],
  cluster: clusterProblems,
} as const satisfies Record<string, readonly SystemProblem[]>;
