import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { maskText } from '../../domain/people/mask.ts';
import { markAcknowledged, readOutagesToAcknowledge } from '../../store/alerts/acknowledgements.ts';
import { hasSeveralContacts } from '../../store/alerts/contacts.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { queueAnswer } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { CommandMonitor, Monitor } from '../monitor.ts';

export interface Acknowledgement {
  /** The customer whose outages these are. Those of others are left alone. */
  readonly customerId: number;
  readonly outageIds: readonly number[];
  /** Shown to the others; default `customer`. */
  readonly by?: string;
  /** As the audit log names them. */
  readonly actor: Actor;
}

interface AcknowledgedOutage {
  readonly outageId: number;
  readonly siteName: string;
  /** The name of whoever acknowledged, as it was stored. */
  readonly by: string;
  /** Power was already back, steady or not. */
  readonly isBack: boolean;
  /** When somebody had acknowledged it before; epoch ms. */
  readonly earlier: { readonly by: string; readonly at: number } | null;
}

export const maxNameLength = 64;

/**
 * Somebody has seen these outages: no more reminders go out. The first acknowledgement stands; repeating
 * it changes nothing.
 * @returns one entry for each outage that is the customer's
 */
export function acknowledgeOutages(
  monitor: Monitor | CommandMonitor,
  acknowledgement: Acknowledgement,
  now: Instant,
): AcknowledgedOutage[] {
  const { store } = monitor;
  const { customerId, outageIds, actor } = acknowledgement;
  // An account that nobody has named is called by its phone number, which its contacts are not to know.
  const by = maskText(acknowledgement.by ?? 'customer').slice(0, maxNameLength);
  const acknowledged = store.transaction(() =>
    readOutagesToAcknowledge(store, outageIds, customerId).map((outage) => {
      const { id, deviceRow, siteName, acknowledgedAt, acknowledgedBy } = outage;
      const isBack = outage.recoverAt !== null;
      const isFirst = markAcknowledged(store, id, by, now.wallMs);
      if (isFirst) {
        insertEvent(store, {
          deviceRow,
          customerId,
          eventType: isBack ? 'ACK_RECOVER' : 'ACKNOWLEDGE',
          occurredAt: now.wallMs,
          createdAt: now.wallMs,
          outageId: id,
          details: { by },
        });
        const entry = { actor, action: 'outage.acknowledge', subject: `outage:${id}` };
        writeAudit(store, { ...entry, after: { by } }, now.wallMs);
        if (hasSeveralContacts(store, customerId)) {
          const news = { type: 'acknowledged', by, site: siteName } as const;
          queueAnswer(store, { id, customerId }, news, now.wallMs, actor.name);
        }
      }
      const earlier = isFirst
        ? null
        : { by: maskText(acknowledgedBy ?? ''), at: acknowledgedAt ?? 0 };
      return { outageId: id, siteName, by, isBack, earlier };
    }),
  );
  sendQueued(monitor);
  return acknowledged;
}
