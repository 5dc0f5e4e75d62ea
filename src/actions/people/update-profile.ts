import { differences } from '../../domain/differences.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { type CustomerProfile, writeProfile } from '../../store/portal/portal.ts';
import type { Monitor } from '../monitor.ts';

/**
 * A customer says what they are called, and in which language they read. Chats keep the language that
 * was chosen in each.
 * @param before as it stands
 * @param wanted checked by the caller
 */
export function updateProfile(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  before: CustomerProfile,
  wanted: { readonly [K in keyof CustomerProfile]?: CustomerProfile[K] | undefined },
  actor: Actor,
  now: Instant,
): CustomerProfile {
  const changed = differences<CustomerProfile>(before, wanted);
  if (changed === null) return before;
  store.transaction(() => {
    writeProfile(store, customerId, changed.after);
    const subject = `customer:${customerId}`;
    writeAudit(store, { actor, action: 'customer.profile', subject, ...changed }, now.wallMs);
  });
  return { ...before, ...changed.after };
}
