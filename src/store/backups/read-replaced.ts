/** What the database that a restore replaces knows about what has ended since the backup was made. */
import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import type { ChatRole } from '../../domain/alerts/chat-role.ts';

/** A customer is the same in both databases if id and moment of creation are the same. */
export type Person = `${number}@${number}`;

interface ReplacedCustomer {
  readonly phone: string;
  readonly phoneProvenAt: number | null;
  readonly isActive: boolean;
  readonly calendarHash: string | null;
}

interface ReplacedDevice {
  readonly owner: Person | null;
  readonly tokenHash: string | null;
  readonly nextTokenHash: string | null;
  readonly credentialsDueAt: number | null;
  readonly heldKeyDigest: string | null;
}

interface ReplacedRecipient {
  readonly owner: Person;
  readonly role: ChatRole;
  readonly isAllowedToMute: boolean;
}

interface ReplacedKey {
  /** The key's name, which it keeps whatever its code is. */
  readonly ref: string;
  readonly owner: Person | null;
  /** The owner has not confirmed the key. */
  readonly isQuestioned: boolean;
}

export interface Replaced {
  /** The highest number that each table has given out. */
  readonly sequences: ReadonlyMap<string, number>;
  readonly highestTokenVersion: number;
  readonly customers: ReadonlyMap<Person, ReplacedCustomer>;
  /** Ids of customers who were deleted, with what was stored about them. */
  readonly deletedCustomers: ReadonlySet<number>;
  /** By device_id. */
  readonly devices: ReadonlyMap<string, ReplacedDevice>;
  /** By channel and address. */
  readonly recipients: ReadonlyMap<string, ReplacedRecipient>;
  /** Who follows an area of the public page: channel, address and area. */
  readonly subscriptions: ReadonlySet<string>;
  /** By code. */
  readonly keys: ReadonlyMap<string, ReplacedKey>;
  /** Codes of keys that were revoked, or got another code with another owner. */
  readonly endedCodes: ReadonlySet<string>;
}

/**
 * @returns null: it is not there, or damaged, or of an earlier release
 * @throws what SQLite says when somebody else is working on it
 */
export function readReplaced(path: string): Replaced | null {
  if (!existsSync(path)) return null;
  let sqlite: Database | null = null;
  try {
    sqlite = new Database(path);
    sqlite.run('PRAGMA busy_timeout = 2000');
    sqlite.run('PRAGMA query_only = ON');
    return read(sqlite);
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw error;
    return null;
  } finally {
    sqlite?.close();
  }
}

function read(sqlite: Database): Replaced {
  const all = <T>(sql: string): T[] => {
    const statement = sqlite.prepare<T, []>(sql);
    try {
      return statement.all();
    } finally {
      // Otherwise the database stays open and locked, a damaged one as well.
      statement.finalize();
    }
  };
  const customers = all<{
    person: Person;
    phone: string;
    phoneProvenAt: number | null;
    isActive: number;
    calendarHash: string | null;
  }>(`SELECT id || '@' || created_at AS person, phone, phone_proven_at AS phoneProvenAt,
    is_active AS isActive, calendar_hash AS calendarHash FROM customers`);
  const deleted = all<{ subject: string }>(
    "SELECT subject FROM audit_log WHERE action IN ('customer.erase', 'customer.delete')",
  );
  const devices = all<ReplacedDevice & { deviceId: string }>(`
    SELECT d.device_id AS deviceId, c.id || '@' || c.created_at AS owner,
      d.token_hash AS tokenHash, d.next_token_hash AS nextTokenHash,
      d.credentials_due_at AS credentialsDueAt, d.held_key_digest AS heldKeyDigest
    FROM devices d LEFT JOIN customers c ON c.id = d.customer_id`);
  const recipients = all<{
    recipient: string;
    owner: Person;
    role: ChatRole;
    isAllowedToMute: number;
  }>(`
    SELECT r.channel || ':' || r.address AS recipient, c.id || '@' || c.created_at AS owner,
      r.role, r.is_allowed_to_mute AS isAllowedToMute
    FROM recipients r JOIN customers c ON c.id = r.customer_id`);
  const subscriptions = all<{ subscription: string }>(`
    SELECT channel || ':' || address || ' ' || area AS subscription FROM status_subscriptions`);
  const keys = all<{ code: string; ref: string; owner: Person | null; isQuestioned: number }>(`
    SELECT k.key_code AS code, k.ref, c.id || '@' || c.created_at AS owner,
      k.standing = 'questioned' AS isQuestioned
    FROM activation_keys k LEFT JOIN customers c ON c.id = k.customer_id`);
  const codes = all<{ code: string | null }>(`
    SELECT key_code AS code FROM activation_keys WHERE is_active = 0
    UNION SELECT json_extract(before, '$.keyCode') FROM audit_log WHERE action = 'key.transfer'`);
  const [versions] = all<{ highest: number | null }>(`
    SELECT max(version) AS highest FROM (SELECT max(token_version) AS version FROM customers
      UNION ALL SELECT max(token_version) FROM admins)`);
  return {
    sequences: new Map(
      all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').map(
        ({ name, seq }) => [name, seq],
      ),
    ),
    highestTokenVersion: versions?.highest ?? 0,
    customers: new Map(
      customers.map(({ person, isActive, ...customer }) => [
        person,
        { ...customer, isActive: isActive === 1 },
      ]),
    ),
    deletedCustomers: new Set(deleted.map(({ subject }) => Number(subject.split(':')[1]))),
    devices: new Map(devices.map(({ deviceId, ...device }) => [deviceId, device])),
    recipients: new Map(
      recipients.map(({ recipient, isAllowedToMute, ...since }) => [
        recipient,
        { ...since, isAllowedToMute: isAllowedToMute === 1 },
      ]),
    ),
    subscriptions: new Set(subscriptions.map(({ subscription }) => subscription)),
    keys: new Map(
      keys.map(({ code, isQuestioned, ...key }) => [
        code,
        { ...key, isQuestioned: isQuestioned === 1 },
      ]),
    ),
    endedCodes: new Set(codes.flatMap(({ code }) => (code === null ? [] : [code]))),
  };
}
