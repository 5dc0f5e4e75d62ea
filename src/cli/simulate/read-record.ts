/** The server's record, read from its database without writing to it. */
import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import type { Cause, NotificationKind, NotificationStatus } from '../../domain/states.ts';
import { defaultSettings, type Settings } from '../../domain/system/settings.ts';
import { databasePath } from '../../installation/paths.ts';

export interface RecordedOutage {
  readonly deviceId: string;
  readonly cause: Cause;
  /** Epoch ms, as all times here. */
  readonly downAt: number;
  readonly detectedAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly flaps: number;
  readonly acknowledgedAt: number | null;
  readonly thresholdSeconds: number;
  /** Whether somebody is alerted: alerts are on, the device is not muted, the customer has a chat. */
  readonly isAlertDue: boolean;
  /** The status of the first alert to each recipient. */
  readonly alertStatuses: readonly NotificationStatus[];
}

export interface RecordedReport {
  readonly deviceId: string;
  readonly bootId: string;
  readonly seq: number;
  readonly type: string;
  readonly occurredAt: number;
}

export interface ServerRecord {
  readonly outages: readonly RecordedOutage[];
  readonly reports: readonly RecordedReport[];
  readonly notifications: readonly {
    readonly kind: NotificationKind;
    readonly status: NotificationStatus;
    readonly count: number;
  }[];
  /** Times in which the server could not see its devices. */
  readonly gaps: readonly { readonly fromAt: number; readonly toAt: number }[];
}

/** A read-only view of a server's database. */
export class RecordReader {
  readonly #sqlite: Database;

  /** @throws Error when the database is not there or cannot be read */
  constructor(dataDir: string) {
    const path = databasePath(dataDir);
    if (!existsSync(path)) throw new Error(`there is no database in ${dataDir}`);
    this.#sqlite = new Database(path, { readonly: true, strict: true });
    try {
      this.#sqlite.run('PRAGMA busy_timeout = 5000');
      this.#sqlite.query('SELECT 1 FROM devices LIMIT 1').all();
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  settings(): Settings {
    const rows = this.#sqlite
      .query<{ key: string; value: string }, []>('SELECT key, value FROM settings')
      .all();
    const saved = Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as number]));
    return { ...defaultSettings, ...saved };
  }

  /** Counts the devices that the server knows. */
  countDevices(deviceIds: readonly string[]): number {
    const row = this.#sqlite
      .query<{ count: number }, [ids: string]>(`
        SELECT count(*) AS count FROM devices
        WHERE device_id IN (SELECT value FROM json_each(?1))`)
      .get(JSON.stringify(deviceIds));
    return row?.count ?? 0;
  }

  /** Reads outages, reports and notifications of these devices from `sinceMs` on. */
  read(deviceIds: readonly string[], sinceMs: number, nowMs: number): ServerRecord {
    const ids = JSON.stringify(deviceIds);
    return {
      outages: this.#outages(ids, sinceMs, nowMs),
      reports: this.#sqlite
        .query<RecordedReport, [ids: string, since: number]>(`
          SELECT d.device_id AS deviceId, e.boot_id AS bootId, e.seq, e.event_type AS type,
            e.occurred_at AS occurredAt
          FROM events e JOIN devices d ON d.id = e.device_row
          WHERE e.boot_id IS NOT NULL AND e.occurred_at >= ?2
            AND d.device_id IN (SELECT value FROM json_each(?1))`)
        .all(ids, sinceMs),
      notifications: this.#sqlite
        .query<ServerRecord['notifications'][number], [ids: string, since: number]>(`
          SELECT n.kind, n.status, count(*) AS count
          FROM notifications n JOIN outages o ON o.id = n.outage_id
          JOIN devices d ON d.id = o.device_row
          WHERE o.down_at >= ?2 AND d.device_id IN (SELECT value FROM json_each(?1))
          GROUP BY n.kind, n.status ORDER BY n.kind, n.status`)
        .all(ids, sinceMs),
      gaps: this.#sqlite
        .query<ServerRecord['gaps'][number], [now: number, since: number]>(`
          SELECT from_at AS fromAt, coalesce(to_at, ?1) AS toAt FROM observation_gaps
          WHERE kind IN ('server_off', 'uplink') AND coalesce(to_at, ?1) >= ?2`)
        .all(nowMs, sinceMs),
    };
  }

  #outages(ids: string, sinceMs: number, nowMs: number): RecordedOutage[] {
    const rows = this.#sqlite
      .query<
        Omit<RecordedOutage, 'isAlertDue' | 'alertStatuses'> & {
          readonly isAlertDue: number;
          readonly alertStatuses: string | null;
        },
        [ids: string, since: number, now: number]
      >(`
        SELECT d.device_id AS deviceId, o.cause, o.down_at AS downAt, o.detected_at AS detectedAt,
          o.recover_at AS recoverAt, o.confirmed_at AS confirmedAt, o.flaps,
          o.acknowledged_at AS acknowledgedAt, d.downtime_threshold_seconds AS thresholdSeconds,
          d.alert_enabled = 1 AND coalesce(d.muted_until, 0) <= ?3 AND o.customer_id IS NOT NULL
            AND (EXISTS (SELECT 1 FROM recipients r
                WHERE r.customer_id = o.customer_id AND r.unreachable_at IS NULL)
              OR EXISTS (SELECT 1 FROM notifications l
                WHERE l.customer_id = o.customer_id AND l.channel = 'log')) AS isAlertDue,
          (SELECT group_concat(n.status) FROM notifications n
            WHERE n.outage_id = o.id AND n.kind = 'alert') AS alertStatuses
        FROM outages o JOIN devices d ON d.id = o.device_row
        WHERE o.down_at >= ?2 AND d.device_id IN (SELECT value FROM json_each(?1))
        ORDER BY o.down_at`)
      .all(ids, sinceMs, nowMs);
    return rows.map((row) => ({
      ...row,
      isAlertDue: row.isAlertDue === 1,
      alertStatuses: (row.alertStatuses?.split(',') ?? []) as NotificationStatus[],
    }));
  }
}
