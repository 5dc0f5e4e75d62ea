import { perStore, type Store } from '../engine/open.ts';

/** A name as its owner spoke it. */
interface SpokenName {
  /** 8 kHz, µ-law. */
  readonly sound: Uint8Array;
  /** Epoch ms. */
  readonly recordedAt: number;
}

const statements = perStore(({ sqlite }) => ({
  read: sqlite.query<SpokenName, [deviceRow: number]>(
    'SELECT sound, recorded_at AS recordedAt FROM spoken_names WHERE device_row = ?',
  ),
  readOf: sqlite.query<Pick<SpokenName, 'sound'>, [deviceId: string]>(`
    SELECT s.sound FROM devices d JOIN spoken_names s ON s.device_row = d.id
    WHERE d.device_id = ?`),
  write: sqlite.query<null, [deviceRow: number, sound: Uint8Array, recordedAt: number]>(`
    INSERT INTO spoken_names (device_row, sound, recorded_at) VALUES (?, ?, ?)
    ON CONFLICT (device_row) DO UPDATE SET sound = excluded.sound,
      recorded_at = excluded.recorded_at`),
  remove: sqlite.query<{ one: number }, [deviceRow: number]>(
    'DELETE FROM spoken_names WHERE device_row = ? RETURNING 1 AS one',
  ),
}));

export function readSpokenName(store: Store, deviceRow: number): SpokenName | null {
  return statements(store).read.get(deviceRow);
}

/** The sound alone, of µ-law. Null: none is kept. */
export function readSpokenSound(store: Store, deviceId: string): Uint8Array | null {
  return statements(store).readOf.get(deviceId)?.sound ?? null;
}

export function writeSpokenName(store: Store, deviceRow: number, name: SpokenName): void {
  statements(store).write.run(deviceRow, name.sound, name.recordedAt);
}

/** @returns whether there was one */
export function removeSpokenName(store: Store, deviceRow: number): boolean {
  return statements(store).remove.get(deviceRow) !== null;
}
