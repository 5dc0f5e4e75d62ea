import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  findRecipient,
  type RecipientRow,
  type RecipientWishes,
  updateRecipientWishes,
} from '../../store/alerts/recipients.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';

/** What may be asked for besides alerts; undefined: as before. */
export interface RecipientChange {
  /** The report of each month. */
  readonly digest?: boolean | undefined;
}

/**
 * Changes what a recipient gets besides alerts.
 * @throws AppError NOT_FOUND, for one of somebody else, too
 */
export function editRecipient(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  recipientId: number,
  { digest }: RecipientChange,
  actor: Actor,
  now: Instant,
): RecipientRow {
  return store.transaction(() => {
    const before = findRecipient(store, customerId, recipientId);
    if (before === undefined) throw new AppError('NOT_FOUND', 'There is no such chat.');
    const wishes: Partial<RecipientWishes> = {
      ...(digest !== undefined && {
        digestSince: digest ? (before.digestSince ?? now.wallMs) : null,
      }),
    };
    const after = { ...before, ...wishes };
    const difference = differences(describe(before), describe(after));
    if (difference === null) return before;
    updateRecipientWishes(store, recipientId, wishes);
    const entry = { actor, action: 'recipient.edit', subject: `customer:${customerId}` };
    const what = { channel: before.channel, chat: recipientId };
    writeAudit(
      store,
      { ...entry, before: difference.before, after: { ...what, ...difference.after } },
      now.wallMs,
    );
    return after;
  });
}

function describe({ digestSince }: RecipientWishes): Record<string, unknown> {
  return { monthlyReport: digestSince !== null };
}
