import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../engine/open.ts';
import { auditLog } from './tables.ts';

/** Appends to the audit log who did what to what. Entries must not contain secrets. */
export function writeAudit(
  store: Store,
  entry: {
    readonly actor: Actor;
    /** A verb and its object: `key.revoke`, `admin.reset-password`. */
    readonly action: string;
    readonly subject: string;
    readonly before?: unknown;
    readonly after?: unknown;
  },
  nowMs: number,
): void {
  const { actor, ...what } = entry;
  store.db
    .insert(auditLog)
    .values({ ...what, actor: actor.name, address: actor.address, at: nowMs })
    .run();
}
