import type { Store } from './open.ts';
import { auditLog } from './schema.ts';

/** Appends to the audit log: who did what to what; secrets never go in. */
export function writeAudit(
  store: Store,
  entry: {
    /** `admin:NAME`, `customer:ID`, `cli`, `bot:CHAT` or `device:ID`. */
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly before?: unknown;
    readonly after?: unknown;
    readonly address?: string | null;
  },
  nowMs: number,
): void {
  store.db
    .insert(auditLog)
    .values({ ...entry, at: nowMs })
    .run();
}
