import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { endJoiningLinks } from '../../store/alerts/messenger-links.ts';
import { endAdminSessions } from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { deleteSession, listSessions, type SessionOwner } from '../../store/people/sessions.ts';
import type { Monitor } from '../monitor.ts';
import type { Account } from './find-account.ts';

/** Logs an account out everywhere: every earlier token becomes invalid. */
export function endSessions(
  { store }: Pick<Monitor, 'store'>,
  account: Account,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    if (account.kind === 'admin') endAdminSessions(store, account.id);
    else endCustomerSessions(store, account.id);
    writeAudit(store, { actor, action: 'session.end-all', subject: actor.name }, now.wallMs);
  });
}

/** The sessions that somebody may see and end: a person whom a chat's link let in, only those of that chat. */
export function sessionsOf(account: Account): SessionOwner {
  const { kind, id } = account;
  const isGuest = account.kind === 'customer' && !account.isOwner;
  return { kind, id, ...(isGuest && { recipientId: account.recipientId ?? undefined }) };
}

/** The name of a session where it is shown; it opens nothing. */
export function nameSession(id: string): string {
  return new Bun.CryptoHasher('sha256').update(id).digest('hex').slice(0, 16);
}

/**
 * Ends one session of an account; with another than the own, unused links and codes that let somebody join the account.
 * @param name as shown
 * @throws AppError NOT_FOUND
 */
export function endSession(
  { store }: Pick<Monitor, 'store'>,
  account: Account,
  name: string,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const session = listSessions(store, sessionsOf(account)).find(
      ({ id }) => nameSession(id) === name,
    );
    if (session === undefined) throw new AppError('NOT_FOUND', 'There is no such session.');
    deleteSession(store, session.id);
    // Whoever sat there may have made them to come back by.
    const isOthers = session.id !== account.sessionId;
    if (isOthers && account.kind === 'customer' && account.isOwner) {
      endJoiningLinks(store, account.id);
    }
    writeAudit(store, { actor, action: 'session.end', subject: actor.name }, now.wallMs);
  });
}
