import type { Actor } from '../domain/actor.ts';
import type { Instant } from '../domain/instant.ts';
import { endAdminSessions } from '../store/admins.ts';
import { writeAudit } from '../store/audit.ts';
import { endCustomerSessions } from '../store/customers.ts';
import type { Account } from './find-account.ts';
import type { Monitor } from './monitor.ts';

/** Logs an account out everywhere: no token made so far is worth anything any more. */
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
