import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { EndableTrace } from '../../domain/people/token-trace.ts';
import { endCalendarFeed, endOutageCalendar } from '../../store/alerts/outage-calendars.ts';
import { findRecipient } from '../../store/alerts/recipients.ts';
import { endReportShare } from '../../store/alerts/report-shares.ts';
import type { Store } from '../../store/engine/open.ts';
import { deleteApiToken } from '../../store/people/api-tokens.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { endWayIn, isWayOfModule } from '../../store/people/kept-by-modules.ts';
import { findTrace, type TraceRow } from '../../store/people/token-traces.ts';
import { applyDisconnect } from '../alerts/disconnect-recipient.ts';
import { removeContactAtOnce } from '../alerts/edit-contacts.ts';
import { replanOutages } from '../alerts/resume-alerts.ts';
import { followUp } from '../engine/follow-up.ts';
import { getKey } from '../keys/change-key.ts';
import { revokeAtOnce } from '../keys/revoke-key.ts';
import type { Monitor } from '../monitor.ts';
import { removeRecipientAtOnce } from '../system/operator-recipients.ts';
import { describeToken, getApiToken, subjectOfToken } from './api-tokens.ts';

/** A thing that a token left behind, and that is to end with it. */
interface Ending {
  readonly kind: EndableTrace;
  readonly ref: string;
}

/**
 * Ends a token, at once, and what is wanted of what it left behind: all of it, or nothing.
 * @throws AppError NOT_FOUND when the token, or one of these things, is not there
 */
export function revokeApiToken(
  monitor: Monitor,
  id: number,
  endings: readonly Ending[],
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const deviceIds = store.transaction(() => {
    const row = getApiToken(store, id);
    // Whoever removes a contact removes its chats.
    const found = endings.map((ending) => ({ ...ending, trace: getTrace(store, id, ending) }));
    const touched = found.flatMap((ending) => end(store, ending, actor, now));
    for (const customerId of new Set(found.filter(isTold).map(({ trace }) => trace.customerId))) {
      if (customerId !== null) replanOutages(monitor, customerId, now);
    }
    deleteApiToken(store, id);
    const entry = { actor, action: 'token.revoke', subject: subjectOfToken(row) };
    const after = { ended: endings.length };
    writeAudit(store, { ...entry, before: describeToken(row), after }, now.wallMs);
    return touched;
  });
  followUp(monitor, now, deviceIds);
}

interface Found extends Ending {
  readonly trace: TraceRow;
}

/** Whether outages that go on are told to others once it has ended. */
const isTold = ({ kind }: Found) => kind === 'chat' || kind === 'contact' || kind === 'followed';

/** @returns the ids of the devices to follow up */
function end(store: Store, { kind, ref, trace }: Found, actor: Actor, now: Instant): string[] {
  const { keyCode } = trace;
  const id = Number(ref);
  const customerId = Number(trace.customerId);
  if (isWayOfModule(kind)) {
    endWayIn(store, kind, customerId, actor, now);
    return [];
  }
  switch (kind) {
    case 'recipient':
      removeRecipientAtOnce(store, id, actor, now);
      return [];
    case 'calendar':
      endOutageCalendar(store, null, id, actor, now);
      return [];
    case 'followed':
      endOutageCalendar(store, customerId, id, actor, now);
      return [];
    case 'key':
      return revokeAtOnce(store, getKey(store, keyCode ?? ''), actor, now);
    case 'account': {
      endCustomerSessions(store, customerId);
      const entry = { actor, action: 'session.end-all', subject: `customer:${customerId}` };
      writeAudit(store, entry, now.wallMs);
      return [];
    }
    case 'chat':
      // A contact that ends, too, may have taken it along.
      if (findRecipient(store, customerId, id) === undefined) return [];
      applyDisconnect(store, customerId, id, actor, now);
      return [];
    case 'contact':
      removeContactAtOnce(store, customerId, id, actor, now);
      return [];
    case 'share':
      endReportShare(store, customerId, id, actor, now);
      return [];
    case 'feed':
      endCalendarFeed(store, customerId, actor, now);
      return [];
  }
}

function getTrace(store: Store, id: number, { kind, ref }: Ending): TraceRow {
  const trace = findTrace(store, id, kind, ref);
  if (trace === undefined) {
    throw new AppError('NOT_FOUND', 'The token left no such thing, or it is gone. Look again.');
  }
  return trace;
}
