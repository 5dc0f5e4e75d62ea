import { digestKey } from '../../domain/devices/setup-network.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { endJoiningLinks } from '../../store/alerts/messenger-links.ts';
import { findDeviceIds, findSiteName } from '../../store/devices/device-owners.ts';
import type { Store } from '../../store/engine/open.ts';
import { findDeviceRow, updateDevice } from '../../store/fleet/device-changes.ts';
import { findHeldKey } from '../../store/keys/held-keys.ts';
import { findKeyOfDevice, type KeyRow } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { deleteKeySessions } from '../../store/people/sessions.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import type { CustomerAccount } from '../people/find-account.ts';
import { getKey, keyInactive, replaceKeyCode } from './change-key.ts';
import { noteSeenBy } from './note-seen-key.ts';

/** A key with the code that it has from now on. */
interface ReplacedKey {
  readonly ref: string;
  readonly keyCode: string;
  /** Null: it serves no board. */
  readonly siteName: string | null;
}

/**
 * Gives keys of a customer other codes, all or none, so that whoever knows the old ones neither logs in nor
 * sets up a board with them. What was logged in with a key ends, but for the session that asks, and so do unused
 * links and codes of the account that let somebody join. Boards keep their tokens and go on; each needs the new code
 * when it is set up the next time. All chats are told.
 * @param refs the names of the keys in lists
 * @throws AppError NOT_FOUND, for a key of somebody else and for one that is questioned, too; KEY_INACTIVE
 */
export function replaceCodes(
  monitor: Monitor,
  { id: customerId, sessionId, recipientId }: CustomerAccount,
  refs: readonly string[],
  actor: Actor,
  now: Instant,
): ReplacedKey[] {
  const { store } = monitor;
  const replaced = store.transaction(() => {
    const keys = [...new Set(refs)].map((ref) => {
      const code = findHeldKey(store, customerId, ref)?.keyCode;
      if (code === undefined) throw new AppError('NOT_FOUND', 'There is no such key.');
      const key = getKey(store, code);
      if (!key.isActive) throw keyInactive();
      return key;
    });
    const done = keys.map((key) => {
      keepSetupNetwork(store, key);
      const { keyCode } = replaceKeyCode(store, key);
      noteSeenBy(store, customerId, recipientId, key.ref, now);
      const entry = { actor, action: 'key.replace-code', subject: keyCode };
      writeAudit(store, entry, now.wallMs);
      return { ref: key.ref, keyCode, siteName: findSiteName(store, key.deviceRow) };
    });
    if (done.length > 0) {
      deleteKeySessions(store, customerId, sessionId);
      // They may have been made there.
      endJoiningLinks(store, customerId);
      const news = { type: 'codes-replaced', count: done.length } as const;
      queueNews(store, customerId, news, now.wallMs);
    }
    return done;
  });
  sendQueued(monitor);
  return replaced;
}

/** The password of a board's set-up network follows from the code that the board was set up with. */
function keepSetupNetwork(store: Store, { deviceRow, keyCode, customerId }: KeyRow): void {
  if (deviceRow === null) return;
  const [deviceId = ''] = findDeviceIds(store, [deviceRow]);
  const isHeld = findKeyOfDevice(store, deviceRow, customerId)?.keyCode === keyCode;
  if (!isHeld || findDeviceRow(store, deviceId)?.heldKeyDigest !== null) return;
  updateDevice(store, deviceRow, { heldKeyDigest: digestKey(keyCode) });
}
