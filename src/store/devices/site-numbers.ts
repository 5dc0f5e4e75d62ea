import type { SiteNumber } from '../../domain/devices/site-number.ts';
import { perStore, type Store } from '../engine/open.ts';

const statements = perStore(({ sqlite }) => ({
  number: sqlite.query<SiteNumber, [deviceId: string]>(`
    SELECT sum(other.id <= site.id) AS number, count(*) AS count
    FROM devices site JOIN devices other ON other.customer_id = site.customer_id
    WHERE site.device_id = ? GROUP BY site.id`),
  names: sqlite.query<{ siteName: string }, [customerId: number]>(
    'SELECT site_name AS siteName FROM devices WHERE customer_id = ? ORDER BY id',
  ),
}));

/** Null: the site is nobody's. */
export function readSiteNumber(store: Store, deviceId: string): SiteNumber | null {
  return statements(store).number.get(deviceId);
}

/** The names of a customer's sites; the first is number one. */
export function readNumberedSites(store: Store, customerId: number): string[] {
  return statements(store)
    .names.all(customerId)
    .map(({ siteName }) => siteName);
}
