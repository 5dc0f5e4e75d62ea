/** A history for new boards: outages as the server would have stored them. */
import type { Board } from '../board.ts';
import type { Data } from '../data.ts';

export interface PastOutage {
  readonly board: Board;
  /** Epoch ms. */
  readonly downAt: number;
  readonly minutes: number;
  /** Default `mains`. */
  readonly cause?: 'mains' | 'silent' | 'network' | 'device' | 'unobserved';
  readonly acknowledgedBy?: string;
  readonly flaps?: number;
}

export const minuteMs = 60_000;
export const dayMs = 86_400_000;
const recoveryDelayMs = 2 * minuteMs;

/** The boards have been heard, by their present owner, since then (epoch ms). */
export function backdate(data: Data, boards: readonly Board[], since: number): void {
  for (const { id } of boards) {
    data.write(
      'UPDATE devices SET owned_since = ?, created_at = ? WHERE device_id = ?',
      since,
      since,
      id,
    );
    addEvent(data, {
      board: { id },
      type: 'ONLINE',
      at: since,
      details: { reset_reason: 'power_on' },
    });
  }
}

/** Outages that are over, with the events that tell of them. */
export function addOutages(data: Data, outages: readonly PastOutage[]): void {
  for (const {
    board,
    downAt,
    minutes,
    cause = 'mains',
    acknowledgedBy = null,
    flaps = 0,
  } of outages) {
    const recoverAt = downAt + minutes * minuteMs;
    const isMains = cause === 'mains';
    data.write(
      `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at,
         recover_at, confirmed_at, flaps, acknowledged_at, acknowledged_by)
       SELECT id, customer_id, ?2, ?3, ?4, ?3, ?5, ?6, ?7, iif(?8 IS NULL, NULL, ?3 + 60000), ?8
       FROM devices WHERE device_id = ?1`,
      ...[board.id, cause, downAt, isMains ? 'reported' : 'silence', recoverAt],
      ...[recoverAt + recoveryDelayMs, flaps, acknowledgedBy],
    );
    const signal = { rssi: -64, ssid: 'ShopWiFi' };
    addEvent(data, { board, type: isMains ? 'POWER_DOWN' : 'OUTAGE', at: downAt, details: signal });
    if (acknowledgedBy !== null) {
      addEvent(data, {
        board,
        type: 'ACKNOWLEDGE',
        at: downAt + minuteMs,
        details: { by: acknowledgedBy },
      });
    }
    addEvent(data, {
      board,
      type: isMains ? 'POWER_RECOVER' : 'ONLINE',
      at: recoverAt,
      details: signal,
    });
  }
}

export interface PastEvent {
  readonly board: Pick<Board, 'id'>;
  readonly type: string;
  /** Epoch ms. */
  readonly at: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function addEvent(data: Data, { board, type, at, details }: PastEvent): void {
  data.write(
    `INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at, details)
     SELECT id, customer_id, ?2, ?3, ?3, ?4 FROM devices WHERE device_id = ?1`,
    ...[board.id, type, at, details === undefined ? null : JSON.stringify(details)],
  );
}
