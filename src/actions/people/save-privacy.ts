import { differences } from '../../domain/differences.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { PrivacySettings } from '../../domain/people/privacy.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { readPrivacy, writePrivacy } from '../../store/people/privacy.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Saves the texts of the privacy page and how long events and the audit log are kept. Older entries are
 * removed from then on; see prune-history.ts.
 * @param changed checked by the caller
 */
export function savePrivacy(
  { store }: Pick<Monitor, 'store'>,
  changed: { readonly [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined },
  actor: Actor,
  now: Instant,
): PrivacySettings {
  return store.transaction(() => {
    const before = readPrivacy(store);
    const found = differences<PrivacySettings>(before, changed);
    if (found === null) return before;
    const after = { ...before, ...found.after };
    writePrivacy(store, after);
    const entry = { actor, action: 'settings.privacy', subject: 'settings', ...found };
    writeAudit(store, entry, now.wallMs);
    return after;
  });
}
