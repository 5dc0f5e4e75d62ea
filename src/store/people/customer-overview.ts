import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { PlaceFields } from '../../domain/devices/place.ts';
import { nameOrder } from '../../domain/name-order.ts';
import type { Cause, Link, Power, Transport } from '../../domain/states.ts';
import { inSteps, type Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../engine/open.ts';

/** A site as its rows describe it. Times are epoch ms. */
export interface SiteOverview extends PlaceFields {
  readonly row: number;
  readonly deviceId: string;
  /** Earlier events belong to an earlier owner. 0: there was none. */
  readonly ownedSince: number;
  readonly siteName: string;
  readonly siteAddress: string | null;
  readonly deviceType: DeviceType;
  readonly link: Link;
  readonly power: Power;
  readonly alertEnabled: boolean;
  readonly thresholdSeconds: number;
  readonly reminderSeconds: number;
  readonly alertOnRecovery: boolean;
  readonly mutedUntil: number | null;
  /** As of the last flush, like the readings below. The live fleet is newer. */
  readonly lastHeardAt: number | null;
  readonly hasMainsSense: boolean;
  readonly transport: Transport | null;
  readonly firmwareVersion: string | null;
  readonly rssi: number | null;
  readonly ssid: string | null;
  readonly batteryLevel: number | null;
  /** Why the device was about to sleep when it was last heard. Null: it was not. */
  readonly sleep: string | null;
  readonly hasValidKey: boolean;
  /** The best of the device's keys: an active one first, then the one that ends last. */
  readonly key: {
    readonly keyCode: string;
    readonly isActive: boolean;
    readonly expiresAt: number | null;
  } | null;
  readonly outage: {
    readonly id: number;
    readonly cause: Cause;
    readonly downAt: number;
    readonly recoverAt: number | null;
    readonly acknowledgedAt: number | null;
    readonly acknowledgedBy: string | null;
  } | null;
  /** When the last power outage ended. Null: there is none among the last thousand outages. */
  readonly powerSince: number | null;
}

type SiteRow = Omit<
  SiteOverview,
  | 'isCellOperators'
  | 'isOnStatusPage'
  | 'alertEnabled'
  | 'alertOnRecovery'
  | 'hasMainsSense'
  | 'hasValidKey'
  | 'key'
  | 'outage'
> & {
  readonly isCellOperators: number;
  readonly isOnStatusPage: number;
  readonly alertEnabled: number;
  readonly alertOnRecovery: number;
  readonly hasMainsSense: number;
  readonly hasValidKey: number;
  readonly keyCode: string | null;
  readonly isKeyActive: number;
  readonly keyExpiresAt: number | null;
  readonly outageId: number | null;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
};

const siteRows = perStore((store) =>
  store.sqlite.query<SiteRow, [customerId: number, deviceIds: string, now: number]>(`
    SELECT d.id AS row, d.device_id AS deviceId, d.owned_since AS ownedSince, d.site_name AS siteName,
      d.site_address AS siteAddress, d.cell, d.is_cell_operators AS isCellOperators, d.area,
      d.latitude, d.longitude, d.is_on_status_page AS isOnStatusPage, d.device_type AS deviceType, d.link, d.power,
      d.alert_enabled AS alertEnabled, d.downtime_threshold_seconds AS thresholdSeconds,
      d.reminder_interval_seconds AS reminderSeconds, d.alert_on_recovery AS alertOnRecovery,
      d.muted_until AS mutedUntil, d.has_mains_sense AS hasMainsSense, d.transport,
      d.firmware_version AS firmwareVersion, v.last_heard_at AS lastHeardAt, v.rssi, v.ssid,
      v.battery_level AS batteryLevel, v.sleep,
      k.key_code AS keyCode, k.is_active AS isKeyActive, k.expires_at AS keyExpiresAt,
      o.id AS outageId, o.cause, o.down_at AS downAt, o.recover_at AS recoverAt,
      o.acknowledged_at AS acknowledgedAt, o.acknowledged_by AS acknowledgedBy,
      EXISTS (SELECT 1 FROM activation_keys valid WHERE valid.device_row = d.id
        AND valid.is_active = 1
        AND (valid.expires_at IS NULL OR valid.expires_at > ?3)) AS hasValidKey,
      -- Not among all outages of a board that loses contact every minute.
      (SELECT past.recover_at FROM (
          SELECT recover_at, cause, confirmed_at, down_at FROM outages
          WHERE device_row = d.id AND down_at >= d.owned_since
          ORDER BY down_at DESC LIMIT 1000) past
        WHERE past.cause = 'mains' AND past.confirmed_at IS NOT NULL
        ORDER BY past.down_at DESC LIMIT 1) AS powerSince
    FROM json_each(?2) wanted
    JOIN devices d ON d.device_id = wanted.value AND d.customer_id = ?1
    LEFT JOIN device_vitals v ON v.device_row = d.id
    LEFT JOIN outages o ON o.device_row = d.id AND o.confirmed_at IS NULL
      AND o.customer_id = d.customer_id
    LEFT JOIN activation_keys k ON k.key_code = (SELECT best.key_code FROM activation_keys best
      WHERE best.device_row = d.id AND best.customer_id = d.customer_id
      ORDER BY best.is_active DESC, best.expires_at IS NULL DESC, best.expires_at DESC LIMIT 1)
    ORDER BY wanted.key`),
);

interface SiteName {
  readonly deviceId: string;
  readonly siteName: string;
}

const siteNames = perStore((store) =>
  store.sqlite.query<SiteName, [customerId: number]>(
    'SELECT device_id AS deviceId, site_name AS siteName FROM devices WHERE customer_id = ? ORDER BY id',
  ),
);

function sitesInOrder(store: Store, customerId: number): SiteName[] {
  const sites = siteNames(store).all(customerId);
  return sites.sort((one, other) => nameOrder.compare(one.siteName, other.siteName));
}

/** So many take some milliseconds, on a Pi too. */
const sitesPerStep = 100;

/** A customer's sites, by name. */
export function* readSites(store: Store, customerId: number, nowMs: number): Steps<SiteOverview[]> {
  const ids = sitesInOrder(store, customerId);
  return yield* inSteps(ids, sitesPerStep, (part) => readThese(store, customerId, part, nowMs));
}

/** The first of a customer's sites, by name, and the number of all. */
export function readFirstSites(
  store: Store,
  customerId: number,
  nowMs: number,
  limit: number,
): { readonly sites: readonly SiteOverview[]; readonly total: number } {
  const ids = sitesInOrder(store, customerId);
  return { sites: readThese(store, customerId, ids.slice(0, limit), nowMs), total: ids.length };
}

function readThese(
  store: Store,
  customerId: number,
  ids: readonly { readonly deviceId: string }[],
  nowMs: number,
): SiteOverview[] {
  const deviceIds = JSON.stringify(ids.map(({ deviceId }) => deviceId));
  return siteRows(store).all(customerId, deviceIds, nowMs).map(toSite);
}

/** One site of a customer. Undefined: the device is not theirs. */
export function readSite(
  store: Store,
  customerId: number,
  deviceId: string,
  nowMs: number,
): SiteOverview | undefined {
  return readThese(store, customerId, [{ deviceId }], nowMs)[0];
}

function toSite(found: SiteRow): SiteOverview {
  const { keyCode, isKeyActive, keyExpiresAt, outageId, ...row } = found;
  const { cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy, ...site } = row;
  return {
    ...site,
    isCellOperators: site.isCellOperators === 1,
    isOnStatusPage: site.isOnStatusPage === 1,
    alertEnabled: site.alertEnabled === 1,
    alertOnRecovery: site.alertOnRecovery === 1,
    hasMainsSense: site.hasMainsSense === 1,
    hasValidKey: site.hasValidKey === 1,
    key:
      keyCode === null ? null : { keyCode, isActive: isKeyActive === 1, expiresAt: keyExpiresAt },
    outage:
      outageId === null
        ? null
        : { id: outageId, cause, downAt, recoverAt, acknowledgedAt, acknowledgedBy },
  };
}
