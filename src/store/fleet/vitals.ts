/**
 * When devices were last heard, and their readings. Every flush writes them, so many devices share a record:
 * a thousand of them are two records on one page, where rows of their own were twenty pages.
 */
import type { HeardRow } from '../../domain/fleet/device-state.ts';
import { perStore, type Store } from '../engine/open.ts';

/** What the last heartbeats of a device said in numbers. */
export interface StoredVitals extends HeardRow {
  readonly deviceRow: number;
  readonly lastHeardAt: number;
  readonly rssi: number | null;
  readonly voltage: number | null;
  readonly batteryLevel: number | null;
}

/** The values of a device that was never heard. */
export const unheard = {
  lastHeardAt: null,
  lastUpAt: null,
  rssi: null,
  voltage: null,
  batteryLevel: null,
} as const;

type Values = readonly [
  deviceRow: number,
  lastHeardAt: number,
  lastUpAt: number | null,
  rssi: number | null,
  voltage: number | null,
  batteryLevel: number | null,
];

/** Devices whose rows differ in the last nine bits only share a record. Half a page holds it. */
const rowBits = 9;

const partOf = (deviceRow: number) => deviceRow >> rowBits;

/**
 * A record's columns one after the other, packed: neighbours in a column are alike, or nearly. Times are told
 * by their distance from a later one.
 */
interface Columns {
  /** The newest of the times. */
  readonly at: number;
  /** Distances from the row before. */
  readonly rows: readonly number[];
  /** How long before `at` it was heard, in ms. */
  readonly heard: readonly number[];
  /** How long before that its power was last known to be up. Null: that is not known. */
  readonly up: readonly (number | null)[];
  readonly rssi: readonly (number | null)[];
  readonly voltage: readonly (number | null)[];
  readonly battery: readonly (number | null)[];
}

function pack(vitals: Iterable<StoredVitals>): Uint8Array {
  const sorted = [...vitals].sort((one, other) => one.deviceRow - other.deviceRow);
  const at = sorted.reduce((newest, { lastHeardAt }) => Math.max(newest, lastHeardAt), 0);
  const columns: Columns = {
    at,
    rows: sorted.map(({ deviceRow }, place) => deviceRow - (sorted[place - 1]?.deviceRow ?? 0)),
    heard: sorted.map(({ lastHeardAt }) => at - lastHeardAt),
    up: sorted.map(({ lastHeardAt, lastUpAt }) => lastUpAt && lastHeardAt - lastUpAt),
    rssi: sorted.map(({ rssi }) => rssi),
    voltage: sorted.map(({ voltage }) => voltage),
    battery: sorted.map(({ batteryLevel }) => batteryLevel),
  };
  return Bun.deflateSync(Buffer.from(JSON.stringify(columns)));
}

/** @param record as it is stored */
export function unpackVitals(record: Uint8Array<ArrayBuffer> | string): StoredVitals[] {
  // The migration from rows of their own could write text only.
  if (typeof record === 'string') return JSON.parse(record).map(toVitals);
  const columns: Columns = JSON.parse(new TextDecoder().decode(Bun.inflateSync(record)));
  const { at, rows, heard, up, rssi, voltage, battery } = columns;
  let deviceRow = 0;
  return rows.map((distance, place) => {
    deviceRow += distance;
    const lastHeardAt = at - (heard[place] ?? 0);
    const sinceUp = up[place] ?? null;
    return {
      deviceRow,
      lastHeardAt,
      lastUpAt: sinceUp === null ? null : lastHeardAt - sinceUp,
      rssi: rssi[place] ?? null,
      voltage: voltage[place] ?? null,
      batteryLevel: battery[place] ?? null,
    };
  });
}

function toVitals([deviceRow, lastHeardAt, lastUpAt, rssi, voltage, batteryLevel]: Values) {
  return { deviceRow, lastHeardAt, lastUpAt, rssi, voltage, batteryLevel };
}

interface RecordRow {
  readonly record: Uint8Array<ArrayBuffer> | string;
}

const records = perStore(({ sqlite }) => ({
  all: sqlite.query<RecordRow, []>('SELECT record FROM vitals'),
  one: sqlite.query<RecordRow, [part: number]>('SELECT record FROM vitals WHERE part = ?'),
  // An update in place: a row that is replaced takes another page's worth of freed space along.
  write: sqlite.query<null, [part: number, record: Uint8Array]>(
    `INSERT INTO vitals (part, record) VALUES (?, ?)
    ON CONFLICT (part) DO UPDATE SET record = excluded.record`,
  ),
  remove: sqlite.query<null, [part: number]>('DELETE FROM vitals WHERE part = ?'),
  present: sqlite.query<{ id: number }, [from: number, to: number]>(
    'SELECT id FROM devices WHERE id >= ? AND id < ?',
  ),
}));

/**
 * The vitals of devices, as of the last flush, by row.
 * @param deviceRows these devices, maybe with others; undefined: all
 */
export function readVitals(
  store: Store,
  deviceRows?: readonly number[],
): ReadonlyMap<number, StoredVitals> {
  const { all, one } = records(store);
  const found =
    deviceRows === undefined
      ? all.all()
      : [...new Set(deviceRows.map(partOf))].flatMap((part) => one.get(part) ?? []);
  return new Map(
    found.flatMap(({ record }) => unpackVitals(record)).map((vitals) => [vitals.deviceRow, vitals]),
  );
}

/** The vitals of one device, as of the last flush. */
export function readVitalsOf(store: Store, deviceRow: number): StoredVitals | typeof unheard {
  return readVitals(store, [deviceRow]).get(deviceRow) ?? unheard;
}

/** Changes one record. Devices that are gone leave it, whoever deleted them. */
function changePart(
  store: Store,
  part: number,
  change: (vitals: Map<number, StoredVitals>) => void,
): void {
  const { write, remove, present } = records(store);
  const first = part << rowBits;
  const known = new Map(readVitals(store, [first]));
  change(known);
  const kept = present.all(first, first + (1 << rowBits)).flatMap(({ id }) => known.get(id) ?? []);
  if (kept.length > 0) write.run(part, pack(kept));
  else remove.run(part);
}

/** Writes the vitals of devices that were heard. Must run within a transaction. */
export function writeVitals(store: Store, heard: Iterable<StoredVitals>): void {
  const parts = Map.groupBy(heard, ({ deviceRow }) => partOf(deviceRow));
  for (const [part, some] of parts) {
    changePart(store, part, (known) => {
      for (const vitals of some) known.set(vitals.deviceRow, vitals);
    });
  }
}

/** Changes what is stored of a device that was heard. Must run within a transaction. */
function amendVitals(store: Store, deviceRow: number, values: Partial<StoredVitals>): void {
  changePart(store, partOf(deviceRow), (known) => {
    const vitals = known.get(deviceRow);
    if (vitals !== undefined) known.set(deviceRow, { ...vitals, ...values });
  });
}

/** Clears everything known about its power. Must run within a transaction. */
export function forgetLastUp(store: Store, deviceRow: number): void {
  amendVitals(store, deviceRow, { lastUpAt: null });
}

/** Clears what it measured. Must run within a transaction. */
export function clearMeasured(store: Store, deviceRow: number): void {
  amendVitals(store, deviceRow, { rssi: null, voltage: null, batteryLevel: null });
}

/** Deletes what is known of devices that are gone. Must run within a transaction. */
export function dropVitals(store: Store, deviceRow: number): void {
  changePart(store, partOf(deviceRow), (known) => known.delete(deviceRow));
}
