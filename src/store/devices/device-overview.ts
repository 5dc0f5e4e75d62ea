/** A device as the operator sees it, with its owner, key and open outage. */
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { PlaceFields } from '../../domain/devices/place.ts';
import type { Cause, ChannelName, Link, Power, Transport } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { nobodyTold, readToldRecipients, type ToldRecipients } from '../outbox/delivery-counts.ts';

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
