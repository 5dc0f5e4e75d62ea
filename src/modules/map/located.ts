/** The devices whose location somebody said. */
import type { Location } from '../../domain/devices/place.ts';
import type { Cause, Link, Power } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../../store/engine/open.ts';

export interface LocatedDevice extends Location {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  /** Null: the device belongs to nobody. */
  readonly customerName: string | null;
  readonly link: Link;
  readonly power: Power;
  /** Of the open outage whose power is not back. Null: there is none. */
  readonly cause: Cause | null;
}

/** Some milliseconds, on a Pi too. */
const rowsPerStep = 500;

const someLocated = perStore(({ sqlite }) =>
  sqlite.query<LocatedDevice, [afterRow: number, limit: number]>(`
    SELECT d.id AS row, d.device_id AS deviceId, d.site_name AS siteName, d.latitude, d.longitude,
      c.name AS customerName, d.link, d.power, o.cause
    FROM devices d INDEXED BY devices_located
    LEFT JOIN customers c ON c.id = d.customer_id
    LEFT JOIN outages o ON o.device_row = d.id AND o.confirmed_at IS NULL
      AND o.recover_at IS NULL
    WHERE d.latitude IS NOT NULL AND d.id > ?1 ORDER BY d.id LIMIT ?2`),
);

/** Up to `limit` of them. */
export function* readLocated(store: Store, limit: number): Steps<LocatedDevice[]> {
  const located: LocatedDevice[] = [];
  for (;;) {
    const wanted = Math.min(rowsPerStep, limit - located.length);
    const rows = someLocated(store).all(located.at(-1)?.row ?? 0, wanted);
    located.push(...rows);
    if (rows.length < rowsPerStep || located.length >= limit) return located;
    yield;
  }
}
