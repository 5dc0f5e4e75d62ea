/**
 * HEARTBEAT events, which are most of the timeline: each hour every device that was heard has one. Their index
 * has blocks of six hours, and in a block the devices one after the other. So those of an hour lie on a few
 * pages, where an index by device has a page of its own for each; and a device's month is read in 120 places.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Way } from '../engine/index-walk.ts';
import { perStore, type Store } from '../engine/open.ts';
import { rollUpBlockMs } from './tables.ts';

export interface RollUp {
  /** Epoch ms. */
  readonly at: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The block of an event, written exactly as in the index. */
const blockOf = (event: string) => `${event}.occurred_at / ${rollUpBlockMs}`;

/** SQL: whether it is a roll-up of a device in a block. */
export const isInBlock = (event: string, device: string, block: string) =>
  `${blockOf(event)} = ${block} AND ${event}.device_row = ${device}
    AND ${event}.event_type = 'HEARTBEAT'`;

/** The roll-ups of a device in some blocks. */
export const inBlocks = (event: string, device: string, blocks: string) => `
  json_each(${blocks}) block CROSS JOIN events ${event} INDEXED BY events_beats
    ON ${isInBlock(event, device, 'block.value')}`;

type OfDevice = [deviceRow: number, blocks: string, fromMs: number];

const statements = perStore(({ sqlite }) => ({
  newest: sqlite.query<{ at: number | null }, [beforeMs: number]>(`
    SELECT max(occurred_at) AS at FROM events INDEXED BY events_type
    WHERE event_type = 'HEARTBEAT' AND occurred_at < ?`),
  read: sqlite.query<{ at: number; details: string | null }, OfDevice>(`
    SELECT t.occurred_at AS at, t.details FROM ${inBlocks('t', '?1', '?2')}
    WHERE t.occurred_at >= ?3 ORDER BY t.occurred_at, t.id`),
  mark: sqlite.query<null, OfDevice>(`
    UPDATE events SET customer_id = (SELECT customer_id FROM devices WHERE id = ?1)
    WHERE id IN (SELECT t.id FROM ${inBlocks('t', '?1', '?2')}
      WHERE t.occurred_at >= max(?3, (SELECT owned_since + 1 FROM devices WHERE id = ?1))
        AND t.customer_id IS NULL)`),
  removeOwners: sqlite.query<null, OfDevice>(`
    DELETE FROM events WHERE id IN (SELECT t.id FROM ${inBlocks('t', '?1', '?2')}
      WHERE t.occurred_at >= ?3 AND t.customer_id IS NULL)`),
  remove: sqlite.query<{ id: number }, [deviceRow: number, blocks: string, limit: number]>(`
    DELETE FROM events WHERE id IN (SELECT t.id FROM ${inBlocks('t', '?1', '?2')} LIMIT ?3)
    RETURNING id`),
  prune: sqlite.query<{ id: number }, [beforeMs: number, limit: number]>(`
    DELETE FROM events WHERE id IN (SELECT id FROM events INDEXED BY events_type
      WHERE event_type = 'HEARTBEAT' AND occurred_at < ?1 ORDER BY occurred_at LIMIT ?2)
    RETURNING id`),
}));

/**
 * The blocks that hold roll-ups from `fromMs` on, newest first. Each is looked for: a machine that began with a
 * wrong time may have left decades between two of them.
 */
export function rollUpBlocks(store: Store, fromMs = 0): number[] {
  const { newest } = statements(store);
  const blocks: number[] = [];
  let beforeMs = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const at = newest.get(beforeMs)?.at ?? null;
    if (at === null || at < fromMs) return blocks;
    const block = Math.floor(at / rollUpBlockMs);
    blocks.push(block);
    beforeMs = block * rollUpBlockMs;
  }
}

/** A device's roll-ups from `fromMs` (epoch ms) on, oldest first. */
export function readRollUps(store: Store, deviceRow: number, fromMs: number): RollUp[] {
  const blocks = JSON.stringify(rollUpBlocks(store, fromMs));
  return statements(store)
    .read.all(deviceRow, blocks, fromMs)
    .map(({ at, details }) => ({ at, details: JSON.parse(details ?? '{}') }));
}

/**
 * Gives a device's roll-ups the owner that they have had through the device. Must come before the device
 * gets another.
 */
export function markRollUps(store: Store, deviceRow: number): void {
  statements(store).mark.run(deviceRow, JSON.stringify(rollUpBlocks(store)), 0);
}

/** Deletes a device's roll-ups but those of its former owners. */
export function deleteRollUpsOfOwner(store: Store, deviceRow: number): void {
  statements(store).removeOwners.run(deviceRow, JSON.stringify(rollUpBlocks(store)), 0);
}

/** Deletes up to `limit` of a device's roll-ups, whoever had it. @returns how many */
export function deleteSomeRollUps(store: Store, deviceRow: number, limit: number): number {
  const blocks = JSON.stringify(rollUpBlocks(store));
  return statements(store).remove.all(deviceRow, blocks, limit).length;
}

/** Deletes up to `limit` roll-ups from before `beforeMs`, the oldest first. @returns how many */
export function pruneRollUps(store: Store, beforeMs: number, limit: number): number {
  return statements(store).prune.all(beforeMs, limit).length;
}

/** The roll-ups of some devices, `t`: those of each block are found together. */
export function waysOfRollUps(store: Store, deviceRows: readonly number[]): Way[] {
  const rows = JSON.stringify(deviceRows);
  const isBeat = sql`t.event_type = 'HEARTBEAT'`;
  const isOfDevices: SQL =
    deviceRows.length === 1
      ? sql`t.device_row = ${deviceRows[0]}`
      : sql`t.device_row IN (SELECT value FROM json_each(${rows}))`;
  return rollUpBlocks(store).map((block) => ({
    index: 'events_beats',
    where: sql`${sql.raw(blockOf('t'))} = ${block} AND ${isOfDevices} AND ${isBeat}`,
    places: deviceRows.length,
  }));
}
