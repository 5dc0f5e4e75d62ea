import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { changeKey, getKey, type KeyMonitor } from './change-key.ts';

/**
 * Changes the notes of a key.
 * @param notes null: none
 * @returns its code as it is stored
 * @throws AppError KEY_NOT_FOUND
 */
export function editKey(
  { store }: KeyMonitor,
  code: string,
  notes: string | null,
  actor: Actor,
  now: Instant,
): string {
  return store.transaction(() => {
    const key = getKey(store, code);
    if (notes === key.notes) return key.keyCode;
    changeKey(store, key, { notes });
    const entry = {
      actor,
      action: 'key.edit',
      subject: key.keyCode,
      before: { notes: key.notes },
      after: { notes },
    };
    writeAudit(store, entry, now.wallMs);
    return key.keyCode;
  });
}
