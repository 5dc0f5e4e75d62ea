import type { PlannedTime } from '../../domain/alerts/planned-time.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';

interface PlannedRow extends Omit<PlannedTime, 'isWeekly'> {
  readonly isWeekly: number;
}

const columns = `p.kind, p.starts_at AS startsAt, p.ends_at AS endsAt, p.is_weekly AS isWeekly,
  p.ended_at AS endedAt`;

const ofSite = perStore(({ sqlite }) =>
  sqlite.query<PlannedRow, [customerId: number, deviceRow: number]>(`
    SELECT ${columns} FROM planned_times p
    WHERE p.customer_id = ?1 AND p.is_for_chosen_sites = 0
    UNION ALL
    SELECT ${columns} FROM planned_time_devices c JOIN planned_times p ON p.id = c.planned_id
    WHERE c.device_row = ?2 AND (p.customer_id IS NULL OR p.customer_id = ?1)`),
);

/** When power is planned to be off at a site; what belongs to nobody has none. */
export function readPlannedTimes(
  store: Store,
  { siteRow, siteOwner }: { readonly siteRow: number | null; readonly siteOwner: number | null },
): PlannedTime[] {
  if (siteRow === null || siteOwner === null) return [];
  return ofSite(store)
    .all(siteOwner, siteRow)
    .map((row) => ({ ...row, isWeekly: row.isWeekly === 1 }));
}
