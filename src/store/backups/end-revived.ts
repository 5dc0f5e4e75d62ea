/**
 * What a backup must not bring back to life; docs/decisions/018. Works on the restored database before it
 * takes its place.
 */
import type { Store } from '../engine/open.ts';
import { deleteWaysIn } from '../people/kept-by-modules.ts';
import type { Person, Replaced } from './read-replaced.ts';

export interface EndedAgain {
  /** Whether the replaced database could say what has ended since. If it could not, nothing is known. */
  readonly isCompared: boolean;
  /** Codes of keys that were since revoked or transferred. */
  readonly keys: readonly string[];
  /** Codes of keys that have since left their account, or that its owner has not confirmed. */
  readonly questioned: readonly string[];
  /** Ids of devices that have since changed or lost their owner: they must be set up again. */
  readonly devices: readonly string[];
  /** Ids of customers who were deleted since, and are back with the backup: they have to be deleted again. */
  readonly deletedCustomers: readonly number[];
  /** The number of recipients that have since left their account or moved to another. */
  readonly recipients: number;
}

/** Higher than any number that the lost database may have given out since its last backup. */
const largeStep = 1_000_000;

/** @param found null: nothing is known about what happened since the backup */
export function endRevived(store: Store, found: Replaced | null, nowMs: number): EndedAgain {
  const replaced = found !== null && hasSameHistory(store, found) ? found : null;
  return store.transaction(() => {
    endSessions(store, replaced);
    raiseSequences(store, replaced);
    if (replaced !== null) followCodes(store, replaced);
    const ended = {
      keys: replaced === null ? [] : endKeys(store, replaced),
      questioned: replaced === null ? [] : questionKeys(store, replaced),
      devices: endTokens(store, replaced, nowMs),
      deletedCustomers: replaced === null ? [] : askToDelete(store, replaced, nowMs),
      recipients: replaced === null ? 0 : endRecipients(store, replaced),
    };
    // This comes last: until here a customer is who they were in the backup.
    if (replaced !== null) {
      followCustomers(store, replaced);
      endSubscriptions(store, replaced);
    }
    return { isCompared: replaced !== null, ...ended };
  });
}

/**
 * A database of another installation, for example one created for this restore, says nothing about it.
 */
function hasSameHistory({ sqlite }: Store, { customers }: Replaced): boolean {
  const restored = sqlite
    .query<{ person: Person }, []>("SELECT id || '@' || created_at AS person FROM customers")
    .all();
  return restored.some(({ person }) => customers.has(person));
}

/**
 * No session, no one-time link, no API token and no way into an account that a module keeps survives, whatever its
 * token says.
 */
function endSessions(store: Store, replaced: Replaced | null): void {
  const { sqlite } = store;
  sqlite.run('DELETE FROM sessions');
  sqlite.run('DELETE FROM messenger_links');
  sqlite.run('DELETE FROM report_shares');
  deleteWaysIn(store);
  sqlite.run('DELETE FROM api_tokens');
  const above = replaced?.highestTokenVersion ?? largeStep;
  for (const table of ['customers', 'admins']) {
    sqlite.run(`UPDATE ${table} SET token_version = max(token_version, ?) + 1`, [above]);
  }
}

/** Numbers that were given out stay given out, so that a new row is never mistaken for an old one. */
function raiseSequences({ sqlite }: Store, replaced: Replaced | null): void {
  const counted = sqlite
    .query<{ name: string; seq: number }, []>(
      `SELECT t.name, coalesce(s.seq, 0) AS seq FROM sqlite_schema t
      LEFT JOIN sqlite_sequence s ON s.name = t.name
      WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'`,
    )
    .all();
  for (const { name, seq } of counted) {
    const above =
      replaced === null ? seq + largeStep : Math.max(seq, replaced.sequences.get(name) ?? 0);
    sqlite.run('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
    sqlite.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, above]);
  }
}

/**
 * A key whose code its account has replaced since has the new one here, too: somebody who should not have seen the
 * old one would log in with it.
 */
function followCodes({ sqlite }: Store, { keys }: Replaced): void {
  const since = new Map([...keys].map(([code, { ref, owner }]) => [ref, { code, owner }]));
  const restored = sqlite
    .query<{ code: string; ref: string; owner: Person }, []>(
      `SELECT k.key_code AS code, k.ref, c.id || '@' || c.created_at AS owner
      FROM activation_keys k JOIN customers c ON c.id = k.customer_id WHERE k.ref <> ''`,
    )
    .all();
  // Notifications refer to keys by code.
  sqlite.run('PRAGMA defer_foreign_keys = ON');
  for (const { code, ref, owner } of restored) {
    const now = since.get(ref);
    if (now === undefined || now.owner !== owner || now.code === code) continue;
    sqlite.run('UPDATE activation_keys SET key_code = ? WHERE key_code = ?', [now.code, code]);
    sqlite.run('UPDATE notifications SET key_code = ? WHERE key_code = ?', [now.code, code]);
  }
}

function endKeys({ sqlite }: Store, { endedCodes }: Replaced): string[] {
  return sqlite
    .query<{ code: string }, [codes: string]>(
      `UPDATE activation_keys SET is_active = 0
      WHERE is_active = 1 AND key_code IN (SELECT value FROM json_each(?))
      RETURNING key_code AS code`,
    )
    .all(JSON.stringify([...endedCodes]))
    .map(({ code }) => code);
}

/**
 * A key that its account refused, or was still to be asked about, opens nothing until the account
 * confirms it.
 */
function questionKeys({ sqlite }: Store, { keys }: Replaced): string[] {
  const restored = sqlite
    .query<{ code: string; owner: Person }, []>(
      `SELECT k.key_code AS code, c.id || '@' || c.created_at AS owner
      FROM activation_keys k JOIN customers c ON c.id = k.customer_id
      WHERE k.is_active = 1 AND k.standing <> 'questioned'`,
    )
    .all();
  const question = sqlite.query(
    "UPDATE activation_keys SET standing = 'questioned' WHERE key_code = ?",
  );
  return restored.flatMap(({ code, owner }) => {
    const since = keys.get(code);
    if (since === undefined || (since.owner === owner && !since.isQuestioned)) return [];
    question.run(code);
    return [code];
  });
}

interface RestoredDevice {
  readonly id: number;
  readonly deviceId: string;
  readonly owner: Person | null;
  readonly tokenHash: string | null;
  readonly nextTokenHash: string | null;
  readonly dueAt: number | null;
}

/**
 * A device keeps the token it has by now if its owner is still the same; otherwise it has none. A token
 * that was offered when the backup was made counts as used, because the old one was about to end.
 */
function endTokens({ sqlite }: Store, replaced: Replaced | null, nowMs: number): string[] {
  const devices = sqlite
    .query<RestoredDevice, []>(
      `SELECT d.id, d.device_id AS deviceId, c.id || '@' || c.created_at AS owner,
        d.token_hash AS tokenHash, d.next_token_hash AS nextTokenHash, d.credentials_due_at AS dueAt
      FROM devices d LEFT JOIN customers c ON c.id = d.customer_id`,
    )
    .all();
  const change = sqlite.query(
    `UPDATE devices SET token_hash = ?, next_token_hash = NULL, credentials_due_at = ?,
      held_key_digest = coalesce(?, held_key_digest) WHERE id = ?`,
  );
  const ended: string[] = [];
  for (const device of devices) {
    const since = replaced?.devices.get(device.deviceId);
    if (since !== undefined && since.owner !== device.owner) {
      change.run(null, nowMs, null, device.id);
      ended.push(device.deviceId);
      continue;
    }
    const { tokenHash, nextTokenHash } = since ?? device;
    const dueAt = since === undefined ? device.dueAt : since.credentialsDueAt;
    const isPending = nextTokenHash !== null;
    const hash = isPending ? nextTokenHash : tokenHash;
    change.run(hash, isPending ? nowMs : dueAt, since?.heldKeyDigest ?? null, device.id);
  }
  return ended;
}

/**
 * A recipient that has moved to another account, or left one that still exists, does not come back. Another has the
 * rights of the backup, but for those that it has lost since.
 */
function endRecipients({ sqlite }: Store, { recipients, customers }: Replaced): number {
  const restored = sqlite
    .query<{ id: number; recipient: string; owner: Person }, []>(
      `SELECT r.id, r.channel || ':' || r.address AS recipient, c.id || '@' || c.created_at AS owner
      FROM recipients r JOIN customers c ON c.id = r.customer_id`,
    )
    .all();
  const gone = restored.filter(({ recipient, owner }) => {
    const since = recipients.get(recipient);
    return since === undefined ? customers.has(owner) : since.owner !== owner;
  });
  for (const { id } of gone) sqlite.run('DELETE FROM recipients WHERE id = ?', [id]);
  const told = sqlite.query("UPDATE recipients SET role = 'told' WHERE id = ?");
  const silent = sqlite.query('UPDATE recipients SET is_allowed_to_mute = 0 WHERE id = ?');
  for (const { id, recipient } of restored) {
    const since = recipients.get(recipient);
    if (since?.role === 'told') told.run(id);
    if (since?.isAllowedToMute === false) silent.run(id);
  }
  return gone.length;
}

/** Whoever follows an area no longer is told nothing again. */
function endSubscriptions({ sqlite }: Store, { subscriptions }: Replaced): void {
  sqlite.run(
    `DELETE FROM status_subscriptions
    WHERE channel || ':' || address || ' ' || area NOT IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...subscriptions])],
  );
}

/**
 * A number that belongs to somebody else by now opens nothing, nor does a deactivated account, nor the address of a
 * calendar that has ended. Whoever has proved a number need not do so again.
 */
function followCustomers({ sqlite }: Store, { customers }: Replaced): void {
  const restored = sqlite
    .query<{ id: number; person: Person; phone: string }, []>(
      `SELECT id, id || '@' || created_at AS person, phone FROM customers`,
    )
    .all();
  for (const { id, person, phone } of restored) {
    const since = customers.get(person);
    if (since === undefined) continue;
    if (!since.isActive) sqlite.run('UPDATE customers SET is_active = 0 WHERE id = ?', [id]);
    sqlite.run('UPDATE customers SET calendar_hash = ? WHERE id = ?', [since.calendarHash, id]);
    if (since.phone === phone) {
      sqlite.run(
        'UPDATE customers SET phone_proven_at = coalesce(phone_proven_at, ?) WHERE id = ?',
        [since.phoneProvenAt, id],
      );
      continue;
    }
    const isTaken = sqlite.query('SELECT 1 FROM customers WHERE phone = ?').get(since.phone);
    if (isTaken !== null) continue;
    sqlite.run('UPDATE customers SET phone = ?, phone_proven_at = ? WHERE id = ?', [
      since.phone,
      since.phoneProvenAt,
      id,
    ]);
  }
}

/** Whoever was deleted is back with what the backup holds of them. The console lists them as asking for it. */
function askToDelete({ sqlite }: Store, replaced: Replaced, nowMs: number): number[] {
  const ask = sqlite.query<{ id: number }, [atMs: number, deleted: string]>(`
    UPDATE customers SET deletion_requested_at = coalesce(deletion_requested_at, ?1)
    WHERE id IN (SELECT value FROM json_each(?2)) RETURNING id`);
  const gone = [...replaced.deletedCustomers].filter((id) => !isThere(replaced, id));
  return ask.all(nowMs, JSON.stringify(gone)).map(({ id }) => id);
}

function isThere({ customers }: Replaced, id: number): boolean {
  return customers.keys().some((person) => person.startsWith(`${id}@`));
}
