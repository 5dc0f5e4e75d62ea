import { and, asc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
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
    VALUES ($deviceRow, $customerId, $eventType, $occurredAt, $createdAt, $outageId,
      $bootId, $seq, $voltage, $batteryLevel, $message, $details)
    ON CONFLICT DO NOTHING`),
);

/**
 * Appends to the timeline.
 * @returns the new row's id, or null when a report with the same boot id and seq is already there
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
      WHERE device_row = ? AND occurred_at >= ? AND event_type IN ('POWER_DOWN', 'POWER_RECOVER')`),
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
        inArray(events.eventType, ['POWER_DOWN', 'POWER_RECOVER']),
      ),
    )
    .orderBy(asc(events.occurredAt))
    .limit(limit)
    .all()
    .map((row) => ({ at: row.at, power: row.eventType === 'POWER_DOWN' ? 'DOWN' : 'UP' }));
}

export interface RollUp {
  /** Epoch ms. */
  readonly at: number;
  readonly details: Readonly<Record<string, unknown>>;
}

const rollUps = perStore((store) =>
  store.sqlite.query<{ at: number; details: string }, [deviceRow: number, fromAt: number]>(
    // Only the newest events of a device that reports without end, so that the work is bounded.
    `SELECT at, details FROM (
      SELECT occurred_at AS at, event_type AS type, details FROM events
      WHERE device_row = ?1 AND occurred_at >= ?2 ORDER BY occurred_at DESC LIMIT 2000)
    WHERE type = 'HEARTBEAT' ORDER BY at`,
  ),
);

/** A device's hourly roll-ups of heartbeats from `fromAt` (epoch ms) on, oldest first. */
export function readRollUps(store: Store, deviceRow: number, fromAt: number): RollUp[] {
  return rollUps(store)
    .all(deviceRow, fromAt)
    .map(({ at, details }) => ({ at, details: JSON.parse(details) }));
}

const oldestRollUp = perStore((store) =>
  store.sqlite.query<{ at: number | null }, []>(
    "SELECT min(occurred_at) AS at FROM events WHERE event_type = 'HEARTBEAT'",
  ),
);

const removeRollUps = perStore((store) =>
  store.sqlite.query<null, [deviceRow: number, fromMs: number, beforeMs: number]>(
    // The plus keeps SQLite from the index by type, which has those of all devices.
    `DELETE FROM events WHERE device_row = ?1 AND +event_type = 'HEARTBEAT'
      AND occurred_at >= ?2 AND occurred_at < ?3`,
  ),
);

const markedRollUps = perStore((store) =>
  store.sqlite.query<null, [deviceRow: number, fromMs: number]>(`
    UPDATE events SET customer_id = d.customer_id FROM devices d
    WHERE d.id = ?1 AND device_row = d.id AND occurred_at >= max(?2, d.owned_since + 1)
      AND +event_type = 'HEARTBEAT' AND events.customer_id IS NULL`),
);

/**
 * Gives a device's roll-ups the owner that they have had through the device. Must come before the device
 * gets another.
 */
export function markRollUps(store: Store, deviceRow: number): void {
  const fromMs = oldestRollUp(store).get()?.at ?? null;
  if (fromMs !== null) markedRollUps(store).run(deviceRow, fromMs);
}

const ownersRollUps = perStore((store) =>
  store.sqlite.query<null, [deviceRow: number, fromMs: number]>(`
    DELETE FROM events WHERE device_row = ?1 AND occurred_at >= ?2
      AND +event_type = 'HEARTBEAT' AND customer_id IS NULL`),
);

/** Deletes a device's roll-ups but those of its former owners. */
export function deleteRollUpsOfOwner(store: Store, deviceRow: number): void {
  const fromMs = oldestRollUp(store).get()?.at ?? null;
  if (fromMs !== null) ownersRollUps(store).run(deviceRow, fromMs);
}

/** Deletes some devices' roll-ups from before `beforeMs`; outages and all other events are kept. */
export function pruneRollUps(store: Store, deviceRows: Iterable<number>, beforeMs: number): void {
  // A device's other events, which are kept for years, are not looked through.
  const fromMs = oldestRollUp(store).get()?.at ?? beforeMs;
  if (fromMs >= beforeMs) return;
  for (const row of deviceRows) removeRollUps(store).run(row, fromMs, beforeMs);
}
