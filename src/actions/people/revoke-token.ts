import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { EndableTrace } from '../../domain/people/token-trace.ts';
import type { Store } from '../../store/engine/open.ts';
import { deleteApiToken } from '../../store/people/api-tokens.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { findTrace, type TraceRow } from '../../store/people/token-traces.ts';
import { removeCalendarAtOnce } from '../alerts/outage-calendars.ts';
import { followUp } from '../engine/follow-up.ts';
import { getKey } from '../keys/change-key.ts';
import { revokeAtOnce } from '../keys/revoke-key.ts';
import type { Monitor } from '../monitor.ts';
import { removeRecipientAtOnce } from '../system/operator-recipients.ts';
import { describeToken, getApiToken, subjectOfToken } from './api-tokens.ts';

/** A thing that a token left behind, and that is to end with it. */
export interface Ending {
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
    const touched = endings.flatMap((ending) => end(store, id, ending, actor, now));
    deleteApiToken(store, id);
    const entry = { actor, action: 'token.revoke', subject: subjectOfToken(row) };
    const after = { ended: endings.length };
    writeAudit(store, { ...entry, before: describeToken(row), after }, now.wallMs);
    return touched;
  });
  followUp(monitor, now, deviceIds);
}

/** @returns the ids of the devices to follow up */
function end(
  store: Store,
  id: number,
  { kind, ref }: Ending,
  actor: Actor,
  now: Instant,
): string[] {
  const { keyCode, customerId } = getTrace(store, id, kind, ref);
  switch (kind) {
    case 'recipient':
      removeRecipientAtOnce(store, Number(ref), actor, now);
      return [];
    case 'calendar':
      removeCalendarAtOnce(store, null, Number(ref), actor, now);
      return [];
    case 'key':
      return revokeAtOnce(store, getKey(store, keyCode ?? ''), actor, now);
    case 'account': {
      endCustomerSessions(store, Number(customerId));
      const entry = { actor, action: 'session.end-all', subject: `customer:${customerId}` };
      writeAudit(store, entry, now.wallMs);
      return [];
    }
  }
}

function getTrace(store: Store, id: number, kind: EndableTrace, ref: string): TraceRow {
  const trace = findTrace(store, id, kind, ref);
  if (trace === undefined) {
    throw new AppError('NOT_FOUND', 'The token left no such thing, or it is gone. Look again.');
  }
  return trace;
}
