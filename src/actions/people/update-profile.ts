import { differences } from '../../domain/differences.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { type CustomerRow, updateCustomer } from '../../store/people/customers.ts';
import type { Monitor } from '../monitor.ts';

type Profile = Pick<CustomerRow, 'name' | 'language'>;

/**
 * A customer changes their name and language. Each recipient keeps the language chosen in it.
 * @param before the present profile
 * @param wanted checked by the caller
 */
export function updateProfile(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  before: Profile,
  wanted: {
    readonly [K in keyof Profile]?: Profile[K] | undefined;
  },
  actor: Actor,
  now: Instant,
): Profile {
  const changed = differences<Profile>(before, wanted);
  if (changed === null) return before;
  store.transaction(() => {
    updateCustomer(store, customerId, changed.after);
    const subject = `customer:${customerId}`;
    writeAudit(store, { actor, action: 'customer.profile', subject, ...changed }, now.wallMs);
  });
  return { ...before, ...changed.after };
}
