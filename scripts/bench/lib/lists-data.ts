/** Years of what the console lists, besides the events of `seedHistory`. */
import { Database } from 'bun:sqlite';

export interface ListsOptions {
  /** How many outages, notifications and entries of the audit log there are to be of each. */
  readonly rows: number;
  /** How many of the outages belong to the first device. */
  readonly outagesOfOne: number;
  /** Administrators, with the ids from 1. */
  readonly operators: number;
  /** Epoch ms of the newest. */
  readonly now: number;
}

const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)';

/** In the order of time, as it would have been written. */
export function fillLists(
  databasePath: string,
  { rows, outagesOfOne, operators, now }: ListsOptions,
): void {
  const database = new Database(databasePath);
  try {
    database.run('PRAGMA synchronous = OFF');
    database.transaction(() => {
      // No device falls silent, however long the benchmark takes.
      database.run("INSERT INTO settings (key, value) VALUES ('heartbeatTimeout', '86400')");
      database.run("UPDATE devices SET link = iif(id % 2, 'online', 'offline'), power = 'UP'");
      database.run('UPDATE customers SET is_active = 0 WHERE id % 5 = 0');
      // Over three years: were they all to end now, their owners would be told of it during the lists.
      database.run(
        'UPDATE activation_keys SET expires_at = ? - device_row * 1000000 WHERE device_row % 4 = 0',
        [now],
      );
      database.run(
        `${numbers} INSERT INTO admins (id, username, password_hash, created_at)
        SELECT i, 'operator ' || i, '!', 0 FROM n`,
        [operators],
      );
      // One in a thousand is of another cause than most, and one in five thousand is open.
      database.run(
        `${numbers} INSERT INTO outages
          (device_row, customer_id, cause, down_at, start_known, detected_at, recover_at, confirmed_at)
        SELECT d.id, d.customer_id, iif(i % 1000, 'mains', 'device'), ?3 + i * 1000, 'reported',
          ?3 + i * 1000, ?3 + i * 1000 + 500, ?3 + i * 1000 + 500
        FROM n JOIN devices d
          ON d.id = iif(i % (?1 / ?2) = 0, 1, 2 + i % (SELECT count(*) - 1 FROM devices))`,
        [rows, outagesOfOne, now - rows * 1000],
      );
      database.run(
        `UPDATE outages SET recover_at = NULL, confirmed_at = NULL
        WHERE id IN (SELECT max(id) FROM outages WHERE device_row % 500 = 2 GROUP BY device_row)`,
      );
      database.run(
        `UPDATE devices SET power = 'DOWN', link = 'online'
        WHERE id IN (SELECT device_row FROM outages WHERE confirmed_at IS NULL)`,
      );
      database.run(
        `INSERT INTO notifications (outage_id, customer_id, kind, channel, recipient, language,
          status, due_at, next_attempt_at, sent_at, created_at)
        SELECT id, customer_id, 'alert', 'log', customer_id, 'th',
          iif(id % 100, 'sent', 'failed'), down_at, down_at, down_at, down_at FROM outages LIMIT ?`,
        [rows],
      );
      database.run(
        `${numbers} INSERT INTO audit_log (at, actor, action, subject)
        SELECT ?2 + i * 1000, 'admin:operator ' || i % 4, 'customer.edit', 'customer:' || i FROM n`,
        [rows, now - rows * 1000],
      );
    })();
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
