import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { ChannelName } from '../../domain/states.ts';
import {
  findRecipient,
  type RecipientRow,
  type RecipientWishes,
  updatePinnedMessage,
  updateRecipientWishes,
} from '../../store/alerts/recipients.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';

/** What may be asked for besides alerts; undefined: as before. */
export interface RecipientChange {
  /** The report of each month. */
  readonly digest?: boolean | undefined;
  /** A pinned message that says how things are. */
  readonly pinned?: boolean | undefined;
}

/** Messengers in which a message can be edited and pinned. */
export const canPin = (channel: ChannelName) => channel === 'telegram';

/**
 * Changes what a recipient gets besides alerts.
 * @throws AppError NOT_FOUND, for one of somebody else, too; CONFLICT where nothing can be pinned
 */
export function editRecipient(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  recipientId: number,
  { digest, pinned }: RecipientChange,
  actor: Actor,
  now: Instant,
): RecipientRow {
  return store.transaction(() => {
    const before = findRecipient(store, customerId, recipientId);
    if (before === undefined) throw new AppError('NOT_FOUND', 'There is no such chat.');
    if (pinned === true && !canPin(before.channel)) {
      throw new AppError('CONFLICT', 'Nothing can be pinned there.');
    }
    const wishes: Partial<RecipientWishes> = {
      ...(pinned !== undefined && { isPinned: pinned }),
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

function describe({ digestSince, isPinned }: RecipientWishes): Record<string, unknown> {
  return { monthlyReport: digestSince !== null, pinnedMessage: isPinned };
}

/** Remembers the pinned message. Null: there is none any more. */
export function notePinnedMessage(
  { store }: Pick<Monitor, 'store'>,
  recipientId: number,
  messageId: string | null,
): void {
  store.transaction(() => updatePinnedMessage(store, recipientId, messageId));
}
