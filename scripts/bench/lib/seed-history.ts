/** Writes years of stored events at once. */
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
    const insertEvent = database.query(
      `INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at, outage_id,
         boot_id, seq, voltage, details)
       SELECT id, customer_id, ?2, ?3, ?3, ?4, ?5, ?6, 4.97, ?7 FROM devices WHERE id = ?1`,
    );
    const insertOutage = database.query<{ id: number }, [number, number, number]>(
      `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
         recover_at, confirmed_at)
       SELECT id, customer_id, 'mains', ?2, 'reported', ?2, ?3, ?3 + 120000 FROM devices WHERE id = ?1
       RETURNING id`,
    );
    const rollUp = JSON.stringify({ count: 360, rssi: -61, ssid: 'FaiWatch bench' });
    const stepMs = (to - from) / Math.max(1, eventsPerDevice - 1);
    const openOutages = new Map<number, number>();
    for (let i = 0; i < eventsPerDevice; i++) {
      const place = kind === 'mixed' ? i % outageEvery : -1;
      database.transaction(() => {
        for (let device = 1; device <= devices; device++) {
          const at = Math.round(from + i * stepMs) + device;
          if (place === 0) {
            const outage = insertOutage.get(device, at, Math.round(at + stepMs))?.id ?? null;
            if (outage !== null) openOutages.set(device, outage);
            insertEvent.run(device, 'POWER_DOWN', at, outage, 'be0c0000', i, null);
          } else if (place === 1) {
            const outage = openOutages.get(device) ?? null;
            insertEvent.run(device, 'POWER_RECOVER', at, outage, 'be0c0000', i, null);
          } else {
            insertEvent.run(device, 'HEARTBEAT', at, null, null, null, rollUp);
          }
        }
      })();
    }
    // As a server that was stopped leaves it.
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
