/** Writes years of stored events at once, those of all devices with each statement. */
import { Database } from 'bun:sqlite';

export interface HistoryOptions {
  readonly devices: number;
  /** Events of each device, oldest first, evenly spread. */
  readonly eventsPerDevice: number;
  /** Epoch ms of the first and the last. */
  readonly from: number;
  readonly to: number;
  /**
   * `mixed`: ten of every hundred are a power outage's two events, the rest heartbeat roll-ups;
   * `roll-ups`: nothing but those.
   */
  readonly kind: 'mixed' | 'roll-ups';
}

/** Every so many events of a device, two are a loss of mains and its end. */
const outageEvery = 20;

/**
 * Adds events, and outages where there are some, for the devices that `seedFleet` made. In the order
 * of time, as they would have been written: so the pages of the file lie as they would.
 */
export function seedHistory(databasePath: string, options: HistoryOptions): void {
  const { devices, eventsPerDevice, from, to, kind } = options;
  const database = new Database(databasePath);
  try {
    database.run('PRAGMA journal_mode = WAL');
    database.run('PRAGMA synchronous = OFF');
    // Each device has a place of its own in the indexes: all of them are kept at hand.
    database.run('PRAGMA cache_size = -1000000');
    const rollUps = database.query<never, [at: number, details: string, devices: number]>(`
      INSERT INTO events (device_row, event_type, occurred_at, created_at, voltage, details)
      SELECT id, 'HEARTBEAT', ?1 + id, ?1 + id, 4.97, ?2 FROM devices WHERE id <= ?3`);
    const losses = database.query<never, [at: number, lastingMs: number, devices: number]>(`
      INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
        recover_at, confirmed_at)
      SELECT id, customer_id, 'mains', ?1 + id, 'reported', ?1 + id, ?1 + id + ?2, ?1 + id + ?2 + 120000
      FROM devices WHERE id <= ?3`);
    const reports = (type: 'POWER_DOWN' | 'POWER_RECOVER', at: 'down_at' | 'recover_at') =>
      database.query<never, [seq: number, from: number, to: number]>(`
        INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at, outage_id,
          boot_id, seq, voltage)
        SELECT device_row, customer_id, '${type}', ${at}, ${at}, id, 'be0c0000', ?1, 4.97
        FROM outages WHERE down_at BETWEEN ?2 AND ?3 ORDER BY id`);
    const lost = reports('POWER_DOWN', 'down_at');
    const returned = reports('POWER_RECOVER', 'recover_at');
    const rollUp = JSON.stringify({ count: 360, rssi: -61, ssid: 'FaiWatch bench' });
    const stepMs = Math.round((to - from) / Math.max(1, eventsPerDevice - 1));
    for (let i = 0; i < eventsPerDevice; i++) {
      const place = kind === 'mixed' ? i % outageEvery : -1;
      const at = from + i * stepMs;
      database.transaction(() => {
        if (place === 0) {
          losses.run(at, stepMs, devices);
          lost.run(i, at, at + devices);
        } else if (place === 1) {
          returned.run(i, at - stepMs, at - stepMs + devices);
        } else {
          rollUps.run(at, rollUp, devices);
        }
      })();
    }
    // As a server that was stopped leaves it.
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
