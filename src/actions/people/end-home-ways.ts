/**
 * Ends of what a home automation comes in by, and is reached by. Customers and operators can end it where nothing of
 * it is served, too. Each must run inside a transaction.
 */
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../../store/engine/open.ts';
import { deleteHomeAccount, deleteHomeBroker } from '../../store/home/ways-in.ts';
import { writeAudit } from '../../store/people/audit.ts';

/** Ends the credentials of a customer's home automation, if there are any. */
export function endHomeAccount(store: Store, customerId: number, actor: Actor, now: Instant): void {
  if (!deleteHomeAccount(store, customerId)) return;
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'home.close', subject }, now.wallMs);
}

/** Ends that a customer's sites are published to a broker of theirs, if they are. */
export function endHomeBroker(store: Store, customerId: number, actor: Actor, now: Instant): void {
  if (!deleteHomeBroker(store, customerId)) return;
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'home.unpublish', subject }, now.wallMs);
}
