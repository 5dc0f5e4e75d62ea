/** What reports and timelines are made of. Times are epoch ms. */
import type { RecordedOutage } from '../../domain/fleet/device-timeline.ts';
import type { Period } from '../../domain/local-days.ts';
import type { Link } from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

/**
 * Whose history is read: a customer's, of all devices they have now or of one, from when they got it;
 * or, for the administrator, all there is of one device.
 */
export type HistoryScope =
  | { readonly customerId: number; readonly deviceId: string | null }
  | { readonly customerId: null; readonly deviceId: string };

export interface ReportDevice {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly link: Link;
  /** As of the last flush; the live fleet knows better. */
  readonly lastHeardAt: number | null;
  /** The first event, since its owner got it, that tells of the device being heard; null: none. */
  readonly firstHeardAt: number | null;
  /** When the first outage since then began, and the end of the last; null: none, or still open. */
  readonly firstDownAt: number | null;
  readonly lastRecoverAt: number | null;
  readonly hasOpenOutage: boolean;
}

/**
 * Events by which a device shows that it is there; roll-ups, which are not kept for good, follow one of
 * these.
 */
const heard = "('ONLINE', 'POWER_DOWN', 'POWER_RECOVER')";

/**
 * Indexes are named where SQLite, which knows nothing of how the rows are spread, might choose the one
 * by type and walk through the events of everybody.
 */
const selectDevices = (isOwners: boolean, where: string) => {
  const visibleFrom = isOwners ? 'd.owned_since' : '0';
  // At the very moment a device changes hands something may still be told of it to the earlier owner.
  const isTheirs = (row: string) => (isOwners ? `AND ${row}.customer_id = d.customer_id` : '');
  const ofOutages = (column: string, order: string) => `
    (SELECT o.${column} FROM outages o INDEXED BY outages_device
      WHERE o.device_row = d.id AND o.down_at >= ${visibleFrom} ${isTheirs('o')}
      ORDER BY o.down_at ${order} LIMIT 1)`;
  return `
    SELECT d.id AS row, d.device_id AS deviceId, d.site_name AS siteName, d.link,
      v.last_heard_at AS lastHeardAt,
      (SELECT e.occurred_at FROM events e INDEXED BY events_device
        WHERE e.device_row = d.id AND e.occurred_at >= ${visibleFrom} ${isTheirs('e')}
          AND e.event_type IN ${heard}
        ORDER BY e.occurred_at LIMIT 1) AS firstHeardAt,
      ${ofOutages('down_at', 'ASC')} AS firstDownAt,
      ${ofOutages('recover_at', 'DESC')} AS lastRecoverAt,
      EXISTS (SELECT 1 FROM outages o INDEXED BY outages_one_open
        WHERE o.device_row = d.id AND o.confirmed_at IS NULL) AS hasOpenOutage
    FROM devices d
    LEFT JOIN device_vitals v ON v.device_row = d.id
    WHERE ${where}
    ORDER BY d.site_name, d.id`;
};

type DeviceRow = Omit<ReportDevice, 'hasOpenOutage'> & { readonly hasOpenOutage: number };

const devicesOf = perStore((store) => ({
  customer: store.sqlite.query<DeviceRow, [customerId: number]>(
    selectDevices(true, 'd.customer_id = ?'),
  ),
  customerDevice: store.sqlite.query<DeviceRow, [customerId: number, deviceId: string]>(
    selectDevices(true, 'd.customer_id = ? AND d.device_id = ?'),
  ),
  device: store.sqlite.query<DeviceRow, [deviceId: string]>(
    selectDevices(false, 'd.device_id = ?'),
  ),
}));

/** The devices of a scope, by name; none when the one asked for is not there or not theirs. */
export function readReportDevices(
  store: Store,
  { customerId, deviceId }: HistoryScope,
): ReportDevice[] {
  const queries = devicesOf(store);
  let rows: DeviceRow[];
  if (customerId === null) rows = queries.device.all(deviceId);
  else if (deviceId === null) rows = queries.customer.all(customerId);
  else rows = queries.customerDevice.all(customerId, deviceId);
  return rows.map((row) => ({ ...row, hasOpenOutage: row.hasOpenOutage === 1 }));
}

/** An outage as the report shows it. */
export interface ReportOutage extends RecordedOutage {
  readonly deviceRow: number;
  readonly flaps: number;
  readonly acknowledgedBy: string | null;
}

/** Those that touch the period; one without length still counts on its day. */
const selectOutages = (from: string, where: string) => `
  SELECT o.id, o.device_row AS deviceRow, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
    o.confirmed_at IS NULL AS isOpen, o.start_known AS startKnown, o.flaps,
    o.acknowledged_by AS acknowledgedBy
  FROM ${from}
  WHERE ${where} AND o.down_at < $to
    AND (o.confirmed_at IS NULL OR o.recover_at > $from OR o.down_at >= $from)
  ORDER BY o.down_at, o.id`;

type OutageRow = Omit<ReportOutage, 'isOpen'> & { readonly isOpen: number };
type PeriodNames = { readonly from: number; readonly to: number };

const outagesOf = perStore((store) => ({
  customer: store.sqlite.query<OutageRow, [PeriodNames & { readonly customerId: number }]>(
    selectOutages(
      'outages o INDEXED BY outages_customer JOIN devices d ON d.id = o.device_row',
      'o.customer_id = $customerId AND d.customer_id = $customerId',
    ),
  ),
  customerDevice: store.sqlite.query<
    OutageRow,
    [PeriodNames & { readonly customerId: number; readonly deviceId: string }]
  >(
    selectOutages(
      'devices d JOIN outages o INDEXED BY outages_device ON o.device_row = d.id',
      'd.device_id = $deviceId AND d.customer_id = $customerId AND o.customer_id = $customerId',
    ),
  ),
  device: store.sqlite.query<OutageRow, [PeriodNames & { readonly deviceId: string }]>(
    selectOutages(
      'devices d JOIN outages o INDEXED BY outages_device ON o.device_row = d.id',
      'd.device_id = $deviceId',
    ),
  ),
}));

/**
 * The outages of a scope that touch a period, oldest first. Those of an earlier owner are not among a
 * customer's; what they had of the device in an earlier time of their own is.
 */
export function readReportOutages(
  store: Store,
  { customerId, deviceId }: HistoryScope,
  { fromAt: from, toAt: to }: Period,
): ReportOutage[] {
  const queries = outagesOf(store);
  let rows: OutageRow[];
  if (customerId === null) rows = queries.device.all({ deviceId, from, to });
  else if (deviceId === null) rows = queries.customer.all({ customerId, from, to });
  else rows = queries.customerDevice.all({ customerId, deviceId, from, to });
  return rows.map((row) => ({ ...row, isOpen: row.isOpen === 1 }));
}

const gapsIn = perStore((store) =>
  store.sqlite.query<
    { readonly fromAt: number; readonly toAt: number | null },
    [to: number, from: number]
  >(`
    SELECT from_at AS fromAt, to_at AS toAt FROM observation_gaps
    WHERE kind IN ('server_off', 'uplink') AND from_at < ? AND (to_at IS NULL OR to_at > ?)
    ORDER BY from_at`),
);

/** Times within a period in which this server could not see; one that lasts ends at `now`. */
export function readGaps(store: Store, { fromAt, toAt }: Period, now: number): Period[] {
  return gapsIn(store)
    .all(toAt, fromAt)
    .map((gap) => ({ fromAt: gap.fromAt, toAt: gap.toAt ?? now }));
}

type StartsQuery = [moments: string, withinMs: number, devices: string];

const startsAfter = perStore((store) => {
  const select = (from: string) => `
    SELECT e.device_row AS deviceRow, e.occurred_at AS at FROM json_each(?1) moment ${from}
      AND e.occurred_at >= moment.value AND e.occurred_at < moment.value + ?2
      AND e.event_type = 'ONLINE' AND json_extract(e.details, '$.reset_reason') IS NOT NULL`;
  type Row = { readonly deviceRow: number; readonly at: number };
  return {
    byDevice: store.sqlite.query<Row, StartsQuery>(
      select(`CROSS JOIN json_each(?3) device
        CROSS JOIN events e INDEXED BY events_device ON e.device_row = device.value`),
    ),
    byTime: store.sqlite.query<Row, StartsQuery>(
      select(`CROSS JOIN events e INDEXED BY events_type
        ON e.device_row IN (SELECT value FROM json_each(?3))`),
    ),
  };
});

/** Above so many look-ups of a device and a moment it is quicker to look at what all devices said. */
const mostLookUps = 5_000;

/**
 * When devices said that they had started anew, within some time of certain moments.
 * @returns by row of the device
 */
export function readStartsAfter(
  store: Store,
  deviceRows: readonly number[],
  moments: readonly number[],
  withinMs: number,
): ReadonlyMap<number, readonly number[]> {
  if (moments.length === 0) return new Map();
  const { byDevice, byTime } = startsAfter(store);
  const query = deviceRows.length * moments.length > mostLookUps ? byTime : byDevice;
  const starts = new Map<number, number[]>();
  for (const { deviceRow, at } of query.all(
    JSON.stringify(moments),
    withinMs,
    JSON.stringify(deviceRows),
  )) {
    const known = starts.get(deviceRow);
    if (known === undefined) starts.set(deviceRow, [at]);
    else known.push(at);
  }
  return starts;
}

/** Word for word what the index asks for: there may be very many that tell of something else. */
const endsWatch = `(json_extract(details, '$.released') = 1
        OR json_extract(details, '$.transferred') = 1
        OR json_extract(details, '$.unwatched') = 1)`;

const unwatchedTimes = perStore((store) =>
  store.sqlite.query<
    { readonly deviceRow: number; readonly fromAt: number; readonly toAt: number | null },
    [deviceRows: string]
  >(`
    SELECT e.device_row AS deviceRow, e.occurred_at AS fromAt,
      (SELECT back.occurred_at FROM events back INDEXED BY events_device
        WHERE back.device_row = e.device_row AND back.occurred_at >= e.occurred_at
          AND back.id > e.id AND back.event_type IN ${heard}
        ORDER BY back.occurred_at LIMIT 1) AS toAt
    FROM events e INDEXED BY events_standing
    WHERE e.device_row IN (SELECT value FROM json_each(?))
      AND e.event_type IN ('CONFIG_CHANGE', 'OFFLINE')
      AND ${endsWatch}`),
);

/**
 * Times in which devices were refused, belonged to nobody or were new to their owner: from when the
 * key was revoked, or the device released or handed on, until it was heard again; not yet: without end.
 * @returns by row of the device
 */
export function readUnwatchedTimes(
  store: Store,
  deviceRows: readonly number[],
): ReadonlyMap<number, readonly Period[]> {
  const found = unwatchedTimes(store).all(JSON.stringify(deviceRows));
  const times = new Map<number, Period[]>();
  for (const { deviceRow, fromAt, toAt } of found) {
    const period = { fromAt, toAt: toAt ?? Number.POSITIVE_INFINITY };
    const known = times.get(deviceRow);
    if (known === undefined) times.set(deviceRow, [period]);
    else known.push(period);
  }
  return times;
}
