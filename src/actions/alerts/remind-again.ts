import type { Instant } from '../../domain/instant.ts';
import { maskText } from '../../domain/people/mask.ts';
import {
  readOutagesToAcknowledge,
  unmarkAcknowledged,
} from '../../store/alerts/acknowledgements.ts';
import { hasSeveralContacts } from '../../store/alerts/contacts.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { queueAnswer } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { type Acknowledgement, maxNameLength } from './acknowledge-outages.ts';
import { resumeTelling } from './resume-alerts.ts';

/**
 * Withdraws acknowledgements: of those among these outages that go on, people are reminded again. Messages that
 * the acknowledgement dropped wait again at their times, or go at once where these have passed.
 * @param withdrawal as for the acknowledgement; outages that are over, or that nobody acknowledged, are left alone
 * @returns the outages that are reminded of again
 */
export function remindAgain(
  monitor: Monitor,
  { customerId, outageIds, by: name = 'customer', actor }: Acknowledgement,
  now: Instant,
): number[] {
  const { store } = monitor;
  const by = maskText(name).slice(0, maxNameLength);
  const reminded = store.transaction(() => {
    const isToldToOthers = hasSeveralContacts(store, customerId);
    const withdrawn = readOutagesToAcknowledge(store, outageIds, customerId).filter(({ id }) =>
      unmarkAcknowledged(store, id),
    );
    for (const { id, deviceRow, siteName, acknowledgedBy } of withdrawn) {
      insertEvent(store, {
        deviceRow,
        customerId,
        eventType: 'ACK_WITHDRAWN',
        occurredAt: now.wallMs,
        createdAt: now.wallMs,
        outageId: id,
        details: { by },
      });
      const entry = { actor, action: 'outage.remind', subject: `outage:${id}` };
      const before = { by: maskText(acknowledgedBy ?? '') };
      writeAudit(store, { ...entry, before, after: { by } }, now.wallMs);
      if (isToldToOthers) {
        const answer = { type: 'acknowledgement-withdrawn', by, site: siteName } as const;
        queueAnswer(store, { id, customerId }, answer, now.wallMs, actor.name);
      }
    }
    const ids = withdrawn.map(({ id }) => id);
    resumeTelling(monitor, customerId, ids, now);
    return ids;
  });
  sendQueued(monitor);
  return reminded;
}
