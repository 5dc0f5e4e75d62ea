import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import type { Language } from '../../domain/states.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import {
  clearOperatorUnreachable,
  deleteOperatorRecipient,
  findOperatorRecipient,
  insertOperatorRecipient,
  type OperatorRecipientRow,
} from '../../store/system/operator-recipients.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

interface NewOperatorRecipient extends OperatorAddress {
  readonly language: Language;
  readonly isForAllSites: boolean;
}

/**
 * Adds an address of the operator that took a test.
 * @throws AppError CONFLICT when it is there already
 */
export function addOperatorRecipient(
  monitor: Monitor,
  recipient: NewOperatorRecipient,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => {
    const row = insertOperatorRecipient(store, recipient, now.wallMs);
    if (row === undefined) throw new AppError('CONFLICT', 'This address is told already.');
    if (row.isForAllSites) resumeAlerts(monitor, { recipient: row }, now);
    const entry = { actor, action: 'operator-recipient.add', subject: subjectOf(row) };
    writeAudit(store, { ...entry, after: describe(row) }, now.wallMs);
    leaveTrace(store, actor, 'recipient', row.id, now.wallMs);
  });
  sendQueued(monitor);
}

/**
 * Removes an address of the operator; what waits for it is dropped.
 * @throws AppError NOT_FOUND
 */
export function removeOperatorRecipient(
  monitor: Monitor,
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => removeRecipientAtOnce(store, id, actor, now));
}

/** The same within the caller's transaction. */
export function removeRecipientAtOnce(
  store: Monitor['store'],
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const row = getOperatorRecipient({ store }, id);
  deleteOperatorRecipient(store, row);
  const entry = { actor, action: 'operator-recipient.remove', subject: subjectOf(row) };
  writeAudit(store, { ...entry, before: describe(row) }, now.wallMs);
}

/** An address has taken a test, so it is told again of whatever goes on. */
export function regainOperatorRecipient(
  monitor: Monitor,
  row: OperatorRecipientRow,
  now: Instant,
): void {
  if (row.unreachableAt === null) return;
  const { store } = monitor;
  store.transaction(() => {
    clearOperatorUnreachable(store, row.id);
    if (row.isForAllSites) resumeAlerts(monitor, { recipient: row }, now);
  });
  sendQueued(monitor);
}

/** @throws AppError NOT_FOUND */
export function getOperatorRecipient(
  { store }: Pick<Monitor, 'store'>,
  id: number,
): OperatorRecipientRow {
  const row = findOperatorRecipient(store, id);
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such recipient.');
  return row;
}

function subjectOf({ id }: OperatorRecipientRow): string {
  return `operator-recipient:${id}`;
}

function describe(row: OperatorRecipientRow) {
  const { channel, address, isForAllSites } = row;
  return { channel, address: showAddress(channel, address), isForAllSites };
}
