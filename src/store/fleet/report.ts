/** The data of reports and timelines. Times are epoch ms. */
import type { RecordedOutage } from '../../domain/fleet/device-timeline.ts';
import type { Period } from '../../domain/local-days.ts';
import type { Link } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import type { KnownSites } from '../alerts/contacts.ts';
import { perStore, type Store } from '../engine/open.ts';

/**
 * The scope of the history: a customer's, of all their present devices or of one, from when they got it; or,
 * for the operator, everything about one device.
 */
export type HistoryScope =
  | {
      readonly customerId: number;
      readonly deviceId: string | null;
      /** Of all devices, these only. Left out, or null: all. */
      readonly known?: KnownSites;
    }
  | { readonly customerId: null; readonly deviceId: string };

export interface ReportDevice {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
  /** Where the site is, as `Place` in domain has it. */
  readonly cell: string | null;
  readonly area: string | null;
  readonly link: Link;
  /** The first event under its present owner that shows that the device was heard. Null: none. */
  readonly firstHeardAt: number | null;
  /** The beginning of the first outage since then, and the end of the last. Null: none, or still open. */
  readonly firstDownAt: number | null;
  readonly lastRecoverAt: number | null;
  readonly hasOpenOutage: boolean;
}

/**
 * Events by which a device shows that it is there. Roll-ups, which are deleted after a time, always
 * follow one of these. Roll-ups are most rows, so the index leaves them out.
 */
const isHeard = (event: string) => `${event}.event_type <> 'HEARTBEAT'
  AND ${event}.event_type IN ('ONLINE', 'POWER_DOWN', 'POWER_RECOVER')`;

/**
 * Indexes are named, because SQLite does not know how the rows are spread and might choose the one by
 * type, which walks through everybody's events.
 */
const selectDevices = (isOwners: boolean, where: string) => {
  const visibleFrom = isOwners ? 'd.owned_since' : '0';
  // At the very moment a device changes hands, the earlier owner may still be told something about it.
  const isTheirs = (row: string) => (isOwners ? `AND ${row}.customer_id = d.customer_id` : '');
  const ofOutages = (column: string, order: string) => `
    (SELECT o.${column} FROM outages o INDEXED BY outages_device
      WHERE o.device_row = d.id AND o.down_at >= ${visibleFrom} ${isTheirs('o')}
      ORDER BY o.down_at ${order} LIMIT 1)`;
  return `
    SELECT d.id AS row, d.device_id AS deviceId, d.site_name AS siteName,
      d.customer_id AS customerId, d.cell, d.area, d.link,
      (SELECT e.occurred_at FROM events e INDEXED BY events_device_told
        WHERE e.device_row = d.id AND e.occurred_at >= ${visibleFrom} ${isTheirs('e')}
          AND ${isHeard('e')}
        ORDER BY e.occurred_at LIMIT 1) AS firstHeardAt,
      ${ofOutages('down_at', 'ASC')} AS firstDownAt,
      ${ofOutages('recover_at', 'DESC')} AS lastRecoverAt,
      EXISTS (SELECT 1 FROM outages o INDEXED BY outages_one_open
        WHERE o.device_row = d.id AND o.confirmed_at IS NULL) AS hasOpenOutage
    FROM devices d
    WHERE ${where}
    ORDER BY d.site_name, d.id`;
};

type DeviceRow = Omit<ReportDevice, 'hasOpenOutage'> & { readonly hasOpenOutage: number };

const devicesOf = perStore((store) => {
  const ids = '(SELECT value FROM json_each(?))';
  return {
    idsOfCustomer: store.sqlite.query<{ id: number }, [customerId: number]>(
      'SELECT id FROM devices WHERE customer_id = ? ORDER BY site_name, id',
    ),
    customers: store.sqlite.query<DeviceRow, [ids: string, customerId: number]>(
      selectDevices(true, `d.id IN ${ids} AND d.customer_id = ?`),
    ),
    customerDevice: store.sqlite.query<DeviceRow, [customerId: number, deviceId: string]>(
      selectDevices(true, 'd.customer_id = ? AND d.device_id = ?'),
    ),
    device: store.sqlite.query<DeviceRow, [deviceId: string]>(
      selectDevices(false, 'd.device_id = ?'),
    ),
    areas: store.sqlite.query<{ id: number; area: string | null }, [after: number, limit: number]>(
      'SELECT id, area FROM devices WHERE id > ? ORDER BY id LIMIT ?',
    ),
    devices: store.sqlite.query<DeviceRow, [ids: string]>(selectDevices(false, `d.id IN ${ids}`)),
  };
});

const devicesPerStep = 200;

/** The devices of a scope, by name. None if the requested device does not exist or is not theirs. */
export function* readReportDevices(store: Store, scope: HistoryScope): Steps<ReportDevice[]> {
  const queries = devicesOf(store);
  if (scope.customerId === null) return queries.device.all(scope.deviceId).map(toReportDevice);
  const { customerId, deviceId, known = null } = scope;
  if (deviceId !== null) {
    return queries.customerDevice.all(customerId, deviceId).map(toReportDevice);
  }
  const ids = queries.idsOfCustomer
    .all(customerId)
    .map(({ id }) => id)
    .filter((id) => known === null || known.has(id));
  const found: ReportDevice[] = [];
  for (let at = 0; at < ids.length; at += devicesPerStep) {
    const some = JSON.stringify(ids.slice(at, at + devicesPerStep));
    found.push(...queries.customers.all(some, customerId).map(toReportDevice));
    yield;
  }
  return found;
}

/**
 * All devices of an area, whoever they belong to.
 * @param isIn whether a site's area is in it
 */
export function* readAreaDevices(
  store: Store,
  isIn: (area: string | null) => boolean,
): Steps<ReportDevice[]> {
  const queries = devicesOf(store);
  const found: ReportDevice[] = [];
  for (let last = 0; ; ) {
    const page = queries.areas.all(last, devicesPerStep);
    const ids = page.filter(({ area }) => isIn(area)).map(({ id }) => id);
    if (ids.length > 0) found.push(...queries.devices.all(JSON.stringify(ids)).map(toReportDevice));
    const end = page.at(-1);
    if (end === undefined) return found;
    last = end.id;
    yield;
  }
}

function toReportDevice(row: DeviceRow): ReportDevice {
  return { ...row, hasOpenOutage: row.hasOpenOutage === 1 };
}

/** An outage as the report shows it. */
export interface ReportOutage extends RecordedOutage {
  readonly deviceRow: number;
  readonly flaps: number;
  readonly acknowledgedBy: string | null;
}

type OutageRow = Omit<ReportOutage, 'isOpen'> & {
  readonly isOpen: number;
  readonly customerId: number | null;
};

const outagesOf = perStore((store) =>
  store.sqlite.query<
    OutageRow,
    [deviceRow: number, downAt: number, id: number, to: number, limit: number]
  >(`
    SELECT id, device_row AS deviceRow, customer_id AS customerId, cause, down_at AS downAt,
      recover_at AS recoverAt, confirmed_at IS NULL AS isOpen, start_known AS startKnown, flaps,
      acknowledged_by AS acknowledgedBy
    FROM outages INDEXED BY outages_device
    WHERE device_row = +? AND (down_at, id) > (?, ?) AND down_at < ?
    ORDER BY down_at, id LIMIT ?`),
);

const outagesPerStep = 1_000;

/**
 * The outages of a device that touch a period, oldest first. One without length counts on its day.
 * @param customerId the owner when they began: a customer sees none of an earlier owner, but does see
 * those of an earlier time of their own. Null: any owner
 */
export function* readReportOutages(
  store: Store,
  deviceRow: number,
  customerId: number | null,
  { fromAt, toAt }: Period,
): Steps<ReportOutage[]> {
  const found: ReportOutage[] = [];
  // Everything before the period is walked through: after a wrong clock it may reach far.
  let last = { downAt: Number.MIN_SAFE_INTEGER, id: 0 };
  for (;;) {
    const rows = outagesOf(store).all(deviceRow, last.downAt, last.id, toAt, outagesPerStep);
    for (const { customerId: ownerThen, ...row } of rows) {
      if (customerId !== null && ownerThen !== customerId) continue;
      const outage = { ...row, isOpen: row.isOpen === 1 };
      const isOver = !outage.isOpen && outage.recoverAt !== null && outage.recoverAt <= fromAt;
      if (!isOver || outage.downAt >= fromAt) found.push(outage);
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < outagesPerStep) return found;
    last = end;
    yield;
  }
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

const startsAfter = perStore((store) =>
  store.sqlite.query<{ at: number }, [deviceRow: number, moments: string, withinMs: number]>(`
    SELECT e.occurred_at AS at FROM json_each(?2) moment
    CROSS JOIN events e INDEXED BY events_device_told ON e.device_row = ?1
      AND e.occurred_at >= moment.value AND e.occurred_at < moment.value + ?3
      AND e.event_type <> 'HEARTBEAT' AND e.event_type = 'ONLINE' AND json_extract(e.details, '$.reset_reason') IS NOT NULL`),
);

/** When a device said that it had started anew, within some time of certain moments. */
export function readStartsAfter(
  store: Store,
  deviceRow: number,
  moments: readonly number[],
  withinMs: number,
): number[] {
  if (moments.length === 0) return [];
  const starts = startsAfter(store).all(deviceRow, JSON.stringify(moments), withinMs);
  return starts.map(({ at }) => at);
}

/** Written exactly like the condition of the index: very many other events may exist. */
const endsWatch = `(json_extract(details, '$.released') = 1
        OR json_extract(details, '$.transferred') = 1
        OR json_extract(details, '$.unwatched') = 1)`;

const unwatchedTimes = perStore((store) =>
  store.sqlite.query<
    { readonly fromAt: number; readonly toAt: number | null },
    [deviceRow: number]
  >(`
    SELECT e.occurred_at AS fromAt,
      (SELECT back.occurred_at FROM events back INDEXED BY events_device_told
        WHERE back.device_row = e.device_row AND back.occurred_at >= e.occurred_at
          AND back.id > e.id AND ${isHeard('back')}
        ORDER BY back.occurred_at LIMIT 1) AS toAt
    FROM events e INDEXED BY events_standing
    WHERE e.device_row = +? AND e.event_type IN ('CONFIG_CHANGE', 'OFFLINE') AND ${endsWatch}`),
);

/**
 * Times in which a device was refused, had no owner, or was new to its owner: from when the key was
 * revoked, or the device released or transferred, until it was heard again. Not heard yet: without end.
 */
export function readUnwatchedTimes(store: Store, deviceRow: number): Period[] {
  return unwatchedTimes(store)
    .all(deviceRow)
    .map(({ fromAt, toAt }) => ({ fromAt, toAt: toAt ?? Number.POSITIVE_INFINITY }));
}
