import type { SystemProblem } from '../../../../src/domain/system/system-problems.ts';

/** What is wrong, in a plain sentence that says what to do. */
export const problemWords = {
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
  certificate_failed: 'system.problem.certificate_failed',
  plain_outside: 'system.problem.plain_outside',
} as const satisfies Record<SystemProblem, string>;

/** The parts of the page, and what may be wrong with each. */
export const problemsOf = {
  messenger: ['no_messenger', 'bot_conflict', 'bot_refused', 'bot_unreachable'],
  alerts: ['alerts_late', 'alerts_failed'],
  broker: ['broker_away'],
  boards: ['credentials_due'],
  observation: ['blind'],
  disk: ['disk_low'],
  connections: ['certificate_failed', 'plain_outside'],
  backups: ['backup_failed', 'backup_old'],
} as const satisfies Record<string, readonly SystemProblem[]>;
