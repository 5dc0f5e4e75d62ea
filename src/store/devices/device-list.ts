/** The operator's list of devices; exports share its conditions. */

import { eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import type { DeviceFilter, DeviceSort, DeviceType } from '../../domain/devices/device-type.ts';
import type { PlaceFields } from '../../domain/devices/place.ts';
import { endingSoonMs } from '../../domain/keys/key-lifecycle.ts';
import type { Cause, ChannelName, Link, Power, Transport } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { outages } from '../alerts/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import {
  type Conditions,
  findPage,
  inOrderOf,
  type Order,
  type Page,
  type Search,
} from '../engine/row-walk.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';
import { nobodyTold, readToldRecipients, type ToldRecipients } from '../outbox/delivery-counts.ts';
import { customers } from '../people/tables.ts';
import { devices } from './tables.ts';

/** `q`: part of a device id, of a site name, or of the customer's name or phone number. */
export interface DeviceQuery extends Words {
  readonly filter: DeviceFilter;
  /** Only devices of this customer. */
  readonly customerId?: number | undefined;
}

/** What some filters need besides the rows. */
export interface DeviceMoment {
  readonly nowMs: number;
  readonly channels: ChannelsInUse;
}

/** The order of a list, and the values that memory knows better than the rows. */
export interface DeviceOrder {
  readonly by: DeviceSort;
  readonly direction: 'asc' | 'desc';
  /** Epoch ms. */
  readonly heardAt: (deviceId: string) => number | null;
}

type DeviceWords = Omit<DeviceQuery, 'filter'>;

/** Devices whose own row or customer's row contains the words, whatever the filter. */
export function searchDevices({ q, isMasked, customerId }: DeviceWords): Search {
  const words = { q: q.trim(), isMasked };
  const narrowed = customerId === undefined ? undefined : eq(devices.customerId, customerId);
  if (words.q === '') return { table: 'devices', narrowed };
  return {
    table: 'devices',
    narrowed,
    joins: sql`LEFT JOIN ${customers} ON ${eq(customers.id, devices.customerId)}`,
    where: or(
      holdsText(devices.deviceId, words),
      holdsText(devices.siteName, words),
      holdsText(customers.name, words),
      holdsPhone(customers.phone, words),
    ),
  };
}

/**
 * The rows are reliable for this: every transition that changes link or power writes the row in its own
 * transaction (effect `device-changed`), and memory follows once that is stored. Only last-heard times,
 * readings, transport, firmware version and kind of sensing lag behind memory until the next flush; no
 * filter or order uses those.
 */
export function deviceConditions(moment: DeviceMoment): Conditions<DeviceFilter> {
  return {
    all: undefined,
    online: eq(devices.link, 'online'),
    offline: ne(devices.link, 'online'),
    unknown: eq(devices.link, 'unknown'),
    down: eq(devices.power, 'DOWN'),
    lost: mayBeLost,
    mains_lost: sql`${mayBeLost} AND ${isMainsLost}`,
    contact_lost: sql`${mayBeLost} AND NOT ${isMainsLost}`,
    unacknowledged: sql`${mayBeLost} AND ${lasting(sql`o.acknowledged_at IS NOT NULL`)} IS NOT 1`,
    untold: sql`NOT ${isTold(moment)}`,
    key_ending: isKeyEnding(moment),
  };
}

/**
 * The conditions of `lossOf` in domain/fleet/loss.ts; a test compares the two. During an outage its
 * device says that power is gone or is silent, so few rows need a look at their outages.
 */
const mayBeLost = sql`(${devices.power} = 'DOWN' OR ${devices.link} = 'offline')`;
const isMainsLost = sql`coalesce(${lasting(sql`o.cause = 'mains'`)}, ${devices.power} = 'DOWN')`;

/** The given column of the open outage whose power is not back. NULL: there is none. */
function lasting(value: SQL): SQL {
  return sql`(SELECT ${value} FROM ${outages} o WHERE o.device_row = ${devices.id}
    AND o.confirmed_at IS NULL AND o.recover_at IS NULL)`;
}

/** Whether `alertStanding` of domain/alerts is `on` or `muted`; a test compares the two. */
function isTold({ nowMs, channels }: DeviceMoment): SQL {
  if (!leadsToPeople(channels)) return sql`0`;
  return sql`(${devices.alertEnabled} = 1
    AND EXISTS (SELECT 1 FROM recipients r WHERE r.customer_id = ${devices.customerId}
      AND r.channel IN (SELECT value FROM json_each(${JSON.stringify([...channels])}))
      AND r.unreachable_at IS NULL)
    AND EXISTS (SELECT 1 FROM customers owner
      WHERE owner.id = ${devices.customerId} AND owner.is_active = 1)
    AND ${isGoodAt(nowMs)})`;
}

/** Whether one of a device's keys is valid. */
function isGoodAt(atMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM activation_keys k WHERE k.device_row = ${devices.id}
    AND k.is_active = 1 AND (k.expires_at IS NULL OR k.expires_at > ${atMs}))`;
}

function isKeyEnding({ nowMs }: DeviceMoment): SQL {
  // In this order most devices need one look: their keys are good for longer.
  return sql`(NOT ${isGoodAt(nowMs + endingSoonMs)} AND ${isGoodAt(nowMs)})`;
}

function orderOf({ by, direction, heardAt }: DeviceOrder): Order {
  if (by === 'heard') {
    return { key: sql`${devices.deviceId}`, direction, read: (id) => heardAt(String(id)) };
  }
  return { key: sortKeys[by], direction, isCode: by === 'device_id' };
}

const sortKeys: Readonly<Record<Exclude<DeviceSort, 'heard'>, SQL>> = {
  site: sql`${devices.siteName}`,
  device_id: sql`${devices.deviceId}`,
  customer: sql`(SELECT owner.name FROM customers owner WHERE owner.id = ${devices.customerId})`,
  type: sql`${devices.deviceType}`,
  since: lasting(sql`o.down_at`),
  key_end: sql`(SELECT k.expires_at FROM activation_keys k WHERE k.device_row = ${devices.id}
    ORDER BY k.is_active DESC, k.expires_at IS NULL DESC, k.expires_at DESC LIMIT 1)`,
};

/** The number of devices that each filter finds. */
export type DeviceCounts = Readonly<Record<DeviceFilter, number>>;

/** A device as its rows describe it; times are epoch ms. */
export interface DeviceOverview extends PlaceFields {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly siteAddress: string | null;
  readonly deviceType: DeviceType;
  readonly link: Link;
  readonly power: Power;
  readonly alertEnabled: boolean;
  readonly mutedUntil: number | null;
  /** Since when it holds credentials that have ended. Null: it does not. */
  readonly credentialsDueAt: number | null;
  readonly createdAt: number;
  /** As of the last flush, like the four below and the readings; the live fleet is newer. */
  readonly lastHeardAt: number | null;
  readonly hasMainsSense: boolean;
  readonly transport: Transport | null;
  readonly firmwareVersion: string | null;
  readonly updateFailed: string | null;
  readonly rssi: number | null;
  readonly ssid: string | null;
  readonly voltage: number | null;
  readonly batteryLevel: number | null;
  /** The device has no owner yet, and somebody is asked whether it is theirs. */
  readonly isAwaitingOwner: boolean;
  /** Null: the device was released, or waits for its owner. */
  readonly customer: {
    readonly id: number;
    readonly name: string;
    readonly phone: string;
    readonly isActive: boolean;
    /** The channels on which a recipient can be reached. */
    readonly reachableOn: readonly ChannelName[];
  } | null;
  /** The best of its keys: an active one first, then the one that ends last. */
  readonly key: {
    readonly keyCode: string;
    readonly isActive: boolean;
    readonly expiresAt: number | null;
  } | null;
  /** The open outage. */
  readonly outage: {
    readonly id: number;
    readonly cause: Cause;
    readonly downAt: number;
    readonly recoverAt: number | null;
    readonly acknowledgedAt: number | null;
    readonly acknowledgedBy: string | null;
    /** The recipients that were told of its beginning. */
    readonly told: ToldRecipients;
  } | null;
}

/**
 * One page of devices, in the order that is wanted or newest first.
 * @returns `counts`: of each filter, over all pages
 */
export function* listDevices(
  store: Store,
  query: DeviceQuery,
  page: Page,
  moment: DeviceMoment,
  order?: DeviceOrder,
): Steps<{ readonly rows: DeviceOverview[]; readonly counts: DeviceCounts }> {
  const { rows, counts } = yield* findPage(
    store,
    searchDevices(query),
    deviceConditions(moment),
    query.filter,
    page,
    order && orderOf(order),
  );
  return { rows: inOrderOf(rows, readDeviceOverviews(store, rows), ({ row }) => row), counts };
}

interface OverviewRow
  extends Omit<
    DeviceOverview,
    | 'isCellOperators'
    | 'isOnStatusPage'
    | 'alertEnabled'
    | 'hasMainsSense'
    | 'isAwaitingOwner'
    | 'customer'
    | 'key'
    | 'outage'
  > {
  readonly isCellOperators: number;
  readonly isOnStatusPage: number;
  readonly alertEnabled: number;
  readonly hasMainsSense: number;
  readonly isAwaitingOwner: number;
  readonly customerId: number | null;
  readonly customerName: string;
  readonly phone: string;
  readonly isCustomerActive: number;
  /** As JSON. */
  readonly reachableOn: string;
  readonly keyCode: string | null;
  readonly isKeyActive: number;
  readonly keyExpiresAt: number | null;
  readonly outageId: number | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
}

/** The page is chosen first: only its devices are joined with other tables. */
const selectOverviews = `
  SELECT d.id AS row, d.device_id AS deviceId, d.site_name AS siteName,
    d.site_address AS siteAddress, d.cell, d.is_cell_operators AS isCellOperators, d.area,
    d.latitude, d.longitude, d.is_on_status_page AS isOnStatusPage, d.device_type AS deviceType, d.link, d.power,
    d.alert_enabled AS alertEnabled, d.muted_until AS mutedUntil,
    CASE WHEN d.next_token_hash IS NULL THEN d.credentials_due_at END AS credentialsDueAt,
    d.created_at AS createdAt,
    d.has_mains_sense AS hasMainsSense, d.transport, d.firmware_version AS firmwareVersion,
    d.update_failed AS updateFailed, v.last_heard_at AS lastHeardAt, v.rssi, v.ssid, v.voltage, v.battery_level AS batteryLevel,
    d.customer_id IS NULL AND EXISTS (SELECT 1 FROM join_requests j
      WHERE j.device_row = d.id AND j.refused_at IS NULL) AS isAwaitingOwner,
    c.id AS customerId, c.name AS customerName, c.phone, c.is_active AS isCustomerActive,
    (SELECT json_group_array(DISTINCT r.channel) FROM recipients r
      WHERE r.customer_id = d.customer_id AND r.unreachable_at IS NULL) AS reachableOn,
    k.key_code AS keyCode, k.is_active AS isKeyActive, k.expires_at AS keyExpiresAt,
    o.id AS outageId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
    o.acknowledged_at AS acknowledgedAt, o.acknowledged_by AS acknowledgedBy
  FROM devices d
  LEFT JOIN device_vitals v ON v.device_row = d.id
  LEFT JOIN customers c ON c.id = d.customer_id
  LEFT JOIN activation_keys k ON k.key_code = (SELECT best.key_code FROM activation_keys best
    WHERE best.device_row = d.id
    ORDER BY best.is_active DESC, best.expires_at IS NULL DESC, best.expires_at DESC LIMIT 1)
  LEFT JOIN outages o ON o.device_row = d.id AND o.confirmed_at IS NULL`;

const overviews = perStore((store) =>
  store.sqlite.query<OverviewRow, [rows: string]>(
    `${selectOverviews} WHERE d.id IN (SELECT value FROM json_each(?))
    ORDER BY d.id DESC`,
  ),
);

/** These devices, newest first; missing ones are left out. */
export function readDeviceOverviews(store: Store, rows: readonly number[]): DeviceOverview[] {
  if (rows.length === 0) return [];
  return withTold(store, overviews(store).all(JSON.stringify(rows)));
}

const newest = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, [limit: number]>('SELECT id FROM devices ORDER BY id DESC LIMIT ?'),
);

/** The devices enrolled last, newest first. */
export function readNewestDevices(store: Store, limit: number): DeviceOverview[] {
  const rows = newest(store).all(limit);
  return readDeviceOverviews(
    store,
    rows.map(({ id }) => id),
  );
}

function withTold(store: Store, found: readonly OverviewRow[]): DeviceOverview[] {
  const outageIds = found.flatMap(({ outageId }) => (outageId === null ? [] : [outageId]));
  const told = readToldRecipients(store, outageIds);
  return found.map((row) => toOverview(row, told.get(row.outageId ?? 0) ?? nobodyTold));
}

const overviewOf = perStore((store) =>
  store.sqlite.query<OverviewRow, [deviceId: string]>(`${selectOverviews} WHERE d.device_id = ?`),
);

export function findDeviceOverview(store: Store, deviceId: string): DeviceOverview | undefined {
  const found = overviewOf(store).get(deviceId);
  return found === null ? undefined : withTold(store, [found])[0];
}

function toOverview(found: OverviewRow, told: ToldRecipients): DeviceOverview {
  const { customerId, customerName, phone, isCustomerActive, reachableOn, ...row } = found;
  const { keyCode, isKeyActive, keyExpiresAt, outageId, ...others } = row;
  const { cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy, ...device } = others;
  return {
    ...device,
    isCellOperators: device.isCellOperators === 1,
    isOnStatusPage: device.isOnStatusPage === 1,
    alertEnabled: device.alertEnabled === 1,
    hasMainsSense: device.hasMainsSense === 1,
    isAwaitingOwner: device.isAwaitingOwner === 1,
    customer:
      customerId === null
        ? null
        : {
            id: customerId,
            name: customerName,
            phone,
            isActive: isCustomerActive === 1,
            reachableOn: JSON.parse(reachableOn),
          },
    key:
      keyCode === null ? null : { keyCode, isActive: isKeyActive === 1, expiresAt: keyExpiresAt },
    outage:
      outageId === null
        ? null
        : { id: outageId, cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy, told },
  };
}
