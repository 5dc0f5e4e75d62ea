/** The operator's list of devices; exports share its conditions. */

import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { type ChannelsInUse, leadsToPeople } from '../../domain/alerts/channels.ts';
import type { DeviceFilter, DeviceSort } from '../../domain/devices/device-type.ts';
import { endingSoonMs } from '../../domain/keys/key-lifecycle.ts';
import type { Steps } from '../../domain/steps.ts';
import { outages } from '../alerts/tables.ts';
import { areaOutageLosses } from '../areas/tables.ts';
import type { Store } from '../engine/open.ts';
import {
  type Conditions,
  findPage,
  inOrderOf,
  type Order,
  type Page,
  type Search,
} from '../engine/row-walk.ts';
import { holdsPhone, holdsText, type Words } from '../engine/search.ts';
import { customers } from '../people/tables.ts';
import { type DeviceOverview, readDeviceOverviews } from './device-overview.ts';
import { devices } from './tables.ts';

/** `q`: part of a device id, of a site name, or of the customer's name or phone number. */
export interface DeviceQuery extends Words {
  readonly filter: DeviceFilter;
  /** Only devices of this customer. */
  readonly customerId?: number | undefined;
  /** Only devices that this area outage has taken and that are not back. */
  readonly areaOutageId?: number | undefined;
}

/** Facts that some filters need besides the rows. */
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
export function searchDevices({ q, hidden, customerId, areaOutageId }: DeviceWords): Search {
  const words = { q: q.trim(), hidden };
  const narrowed = and(
    customerId === undefined ? undefined : eq(devices.customerId, customerId),
    areaOutageId === undefined ? undefined : isLostIn(areaOutageId),
  );
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
    // Apart from what is lost: that is silent, or says that power is gone.
    power_on: and(eq(devices.link, 'online'), eq(devices.power, 'UP')),
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

function isLostIn(areaOutageId: number): SQL {
  return sql`${devices.id} IN (SELECT o.device_row FROM ${areaOutageLosses} l
    JOIN ${outages} o ON o.id = l.outage_id
    WHERE l.area_outage_id = ${areaOutageId} AND o.confirmed_at IS NULL AND o.recover_at IS NULL)`;
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
  urgency: lasting(sql`CASE
    WHEN o.acknowledged_at IS NOT NULL THEN 3
    WHEN EXISTS (SELECT 1 FROM notifications n WHERE n.outage_id = o.id AND n.kind = 'alert'
      AND n.channel <> 'log' AND n.customer_id IS NOT NULL AND n.status = 'sent') THEN 2
    ELSE 1 END * 1e14 - o.down_at`),
  key_end: sql`(SELECT k.expires_at FROM activation_keys k WHERE k.device_row = ${devices.id}
    ORDER BY k.is_active DESC, k.expires_at IS NULL DESC, k.expires_at DESC LIMIT 1)`,
};

/** The number of devices that each filter finds. */
type DeviceCounts = Readonly<Record<DeviceFilter, number>>;

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
