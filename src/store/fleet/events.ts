import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PowerFact } from '../../domain/fleet/power-history.ts';
import type { TimelineEventType } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { events } from './tables.ts';

interface NewEvent {
  readonly deviceRow: number | null;
  readonly customerId: number | null;
  readonly eventType: TimelineEventType;
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly createdAt: number;
  readonly outageId?: number | null;
  readonly bootId?: string | null;
  readonly seq?: number | null;
  readonly voltage?: number | null;
  readonly batteryLevel?: number | null;
  readonly message?: string | null;
  readonly details?: Readonly<Record<string, unknown>> | null;
}

/** Fields that most entries of the timeline do not have. */
const nothing = {
  outageId: null,
  bootId: null,
  seq: null,
  voltage: null,
  batteryLevel: null,
  message: null,
};

type EventRow = Required<Omit<NewEvent, 'details'>> & { readonly details: string | null };

const insert = perStore(({ sqlite }) =>
  sqlite.query<null, [Readonly<EventRow>]>(`
    INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at, outage_id,
      boot_id, seq, voltage, battery_level, message, details)
    SELECT $deviceRow, $customerId, $eventType, $occurredAt, $createdAt, $outageId,
      $bootId, $seq, $voltage, $batteryLevel, $message, $details
    WHERE $deviceRow IS NULL OR EXISTS (SELECT 1 FROM devices WHERE id = $deviceRow)
    ON CONFLICT DO NOTHING`),
);

/**
 * Appends to the timeline.
 * @returns the new row's id, or null when a report with the same boot id and seq is already there, or the
 * device is gone
 */
export function insertEvent(store: Store, event: NewEvent): number | null {
  const { details = null } = event;
  const row = { ...nothing, ...event, details: details && JSON.stringify(details) };
  const { changes, lastInsertRowid } = insert(store).run(row);
  return changes === 0 ? null : Number(lastInsertRowid);
}

const newestReport = perStore((store) =>
  store.sqlite.query<{ seq: number; at: number }, [deviceRow: number, bootId: string]>(
    `SELECT seq, occurred_at AS at FROM events WHERE device_row = +? AND boot_id = +?
    ORDER BY seq DESC LIMIT 1`,
  ),
);

/** The last report of one boot of a device: its seq and its moment (epoch ms); null: none yet. */
export function readNewestReport(
  store: Store,
  deviceRow: number,
  bootId: string,
): { readonly seq: number; readonly at: number } | null {
  return newestReport(store).get(deviceRow, bootId);
}

interface StoredReport {
  /** Epoch ms. */
  readonly at: number;
  readonly bootId: string;
  readonly seq: number;
  readonly power: 'UP' | 'DOWN';
}

const lastReport = perStore((store) =>
  // Uses an index that has the last report first and no heartbeat roll-ups.
  store.sqlite.query<StoredReport, [deviceRow: number]>(
    `SELECT occurred_at AS at, boot_id AS bootId, seq,
      iif(event_type = 'POWER_DOWN', 'DOWN', 'UP') AS power
    FROM events INDEXED BY events_device_told
    WHERE device_row = +? AND boot_id IS NOT NULL AND event_type <> 'HEARTBEAT'
      AND event_type IN ('POWER_DOWN', 'POWER_RECOVER')
    ORDER BY occurred_at DESC LIMIT 1`,
  ),
);

/** The newest power report of a device. Null: none. */
export function readLastReport(store: Store, deviceRow: number): StoredReport | null {
  return lastReport(store).get(deviceRow);
}

const linking = perStore(({ sqlite }) => {
  const link = `
    UPDATE events SET outage_id = (
      SELECT id FROM outages
      WHERE outages.device_row = events.device_row
        AND down_at <= occurred_at AND (recover_at IS NULL OR recover_at >= occurred_at)
      ORDER BY down_at DESC LIMIT 1)`;
  return {
    one: sqlite.query<never, [id: number]>(`${link} WHERE id = ?`),
    since: sqlite.query<never, [deviceRow: number, fromAt: number]>(`${link}
      WHERE device_row = ? AND occurred_at >= ? AND event_type <> 'HEARTBEAT'
        AND event_type IN ('POWER_DOWN', 'POWER_RECOVER')`),
  };
});

/** Links one power event to the outage it falls into. */
export function linkPowerEvent(store: Store, id: number): void {
  linking(store).one.run(id);
}

/** Links a device's power events from `fromAt` (epoch ms) on to the outages they fall into. */
export function linkPowerEvents(store: Store, deviceRow: number, fromAt: number): void {
  linking(store).since.run(deviceRow, fromAt);
}

/** Deletes an inferred POWER_DOWN once the device's own report is stored. */
export function dropInferredPowerDown(store: Store, outageId: number): void {
  store.db
    .delete(events)
    .where(
      and(eq(events.outageId, outageId), eq(events.eventType, 'POWER_DOWN'), isNull(events.bootId)),
    )
    .run();
}

const eventOfOutage = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, [outageId: number, type: TimelineEventType]>(
    'SELECT id FROM events WHERE outage_id = +? AND event_type = +? LIMIT 1',
  ),
);

/** Whether an outage has an event of a kind already. */
export function hasEvent(store: Store, outageId: number, type: TimelineEventType): boolean {
  return eventOfOutage(store).get(outageId, type) !== null;
}

/**
 * The device's own power reports with a moment at or after `fromAt` (epoch ms), oldest first, at most
 * `limit` of them.
 */
export function readPowerReportsSince(
  store: Store,
  deviceRow: number,
  fromAt: number,
  limit: number,
): PowerFact[] {
  return store.db
    .select({ at: events.occurredAt, eventType: events.eventType })
    .from(events)
    .where(
      and(
        eq(events.deviceRow, deviceRow),
        gte(events.occurredAt, fromAt),
        isNotNull(events.bootId),
        // Said twice, for the index that leaves out roll-ups.
        sql`${events.eventType} <> 'HEARTBEAT'`,
        inArray(events.eventType, ['POWER_DOWN', 'POWER_RECOVER']),
      ),
    )
    .orderBy(asc(events.occurredAt))
    .limit(limit)
    .all()
    .map((row) => ({ at: row.at, power: row.eventType === 'POWER_DOWN' ? 'DOWN' : 'UP' }));
}
