/** The voltage of the mains, hour by hour. Times are epoch ms. */
import {
  joinHours,
  packHour,
  unpackHour,
  type VoltageHour,
} from '../../domain/fleet/mains-voltage.ts';
import type { Period } from '../../domain/local-days.ts';
import { perStore, type Store } from '../engine/open.ts';

interface PackedHour {
  readonly hourAt: number;
  readonly slots: Uint8Array;
}

const statements = perStore(({ sqlite }) => ({
  one: sqlite.query<PackedHour, [deviceRow: number, hourAt: number]>(
    'SELECT hour_at AS hourAt, slots FROM mains_voltages WHERE device_row = ? AND hour_at = ?',
  ),
  write: sqlite.query<null, [deviceRow: number, hourAt: number, slots: Uint8Array]>(
    `INSERT INTO mains_voltages (device_row, hour_at, slots) VALUES (?, ?, ?)
      ON CONFLICT (device_row, hour_at) DO UPDATE SET slots = excluded.slots`,
  ),
  within: sqlite.query<PackedHour, [deviceRow: number, from: number, to: number]>(
    `SELECT hour_at AS hourAt, slots FROM mains_voltages
      WHERE device_row = ? AND hour_at >= ? AND hour_at < ? ORDER BY hour_at`,
  ),
  prune: sqlite.query<null, [before: number]>('DELETE FROM mains_voltages WHERE hour_at < ?'),
  clear: sqlite.query<null, [deviceRow: number]>('DELETE FROM mains_voltages WHERE device_row = ?'),
}));

/** Adds what was measured in an hour to what is stored of it. */
export function addVoltageHour(
  store: Store,
  deviceRow: number,
  hourAt: number,
  hour: VoltageHour,
): void {
  const { one, write } = statements(store);
  const known = one.get(deviceRow, hourAt);
  const whole = known === null ? hour : joinHours(unpackHour(known.slots), hour);
  write.run(deviceRow, hourAt, packHour(whole));
}

/** The hours that begin within a period, oldest first. */
export function readVoltageHours(
  store: Store,
  deviceRow: number,
  { fromAt, toAt }: Period,
): { readonly hourAt: number; readonly hour: VoltageHour }[] {
  return statements(store)
    .within.all(deviceRow, fromAt, toAt)
    .map(({ hourAt, slots }) => ({ hourAt, hour: unpackHour(slots) }));
}

export function pruneVoltages(store: Store, before: number): void {
  statements(store).prune.run(before);
}

/** Deletes all of a device's. */
export function clearVoltages(store: Store, deviceRow: number): void {
  statements(store).clear.run(deviceRow);
}
