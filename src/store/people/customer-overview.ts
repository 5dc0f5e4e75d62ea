import { nameOrder } from '../../domain/name-order.ts';
import { inSteps, type Steps } from '../../domain/steps.ts';
import type { KnownSites } from '../alerts/contacts.ts';
import {
  type DeviceFacts,
  type DeviceFactsRow,
  factColumns,
  factJoins,
  toDeviceFacts,
} from '../devices/device-facts.ts';
import { perStore, type Store } from '../engine/open.ts';

/** A site as its rows describe it, with its owner's keys and outages. Times are epoch ms. */
export interface SiteOverview extends DeviceFacts {
  /** Earlier events belong to an earlier owner. 0: there was none. */
  readonly ownedSince: number;
  /** The reason that the device was about to sleep when it was last heard. Null: it was not. */
  readonly sleep: string | null;
  readonly hasValidKey: boolean;
  /** When the last power outage ended. Null: there is none among the last thousand outages. */
  readonly powerSince: number | null;
}

interface SiteRow
  extends DeviceFactsRow,
    Pick<SiteOverview, 'ownedSince' | 'sleep' | 'powerSince'> {
  readonly hasValidKey: number;
}

const siteRows = perStore((store) =>
  store.sqlite.query<SiteRow, [customerId: number, deviceIds: string, now: number]>(`
    SELECT ${factColumns}, d.owned_since AS ownedSince, d.sleep,
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
    ${factJoins('owners')}
    ORDER BY wanted.key`),
);

interface SiteName {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
}

const siteNames = perStore((store) =>
  store.sqlite.query<SiteName, [customerId: number]>(
    'SELECT id AS row, device_id AS deviceId, site_name AS siteName FROM devices WHERE customer_id = ? ORDER BY id',
  ),
);

function sitesInOrder(store: Store, customerId: number, known: KnownSites): SiteName[] {
  const all = siteNames(store).all(customerId);
  const sites = known === null ? all : all.filter(({ row }) => known.has(row));
  return sites.sort((one, other) => nameOrder.compare(one.siteName, other.siteName));
}

/** So many take some milliseconds, on a Pi too. */
const sitesPerStep = 100;

/** A customer's sites, by name. @param known of these sites only; null: all */
export function* readSites(
  store: Store,
  customerId: number,
  nowMs: number,
  known: KnownSites = null,
): Steps<SiteOverview[]> {
  const ids = sitesInOrder(store, customerId, known);
  return yield* inSteps(ids, sitesPerStep, (part) => readThese(store, customerId, part, nowMs));
}

/**
 * The first of a customer's sites, by name, and the number of all.
 * @param known of these sites only; null: all
 */
export function readFirstSites(
  store: Store,
  customerId: number,
  nowMs: number,
  limit: number,
  known: KnownSites,
): { readonly sites: readonly SiteOverview[]; readonly total: number } {
  const ids = sitesInOrder(store, customerId, known);
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
  const site = toDeviceFacts(found);
  return { ...site, hasValidKey: site.hasValidKey === 1 };
}
