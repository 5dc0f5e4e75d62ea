import type { Store } from '../../src/store/engine/open.ts';

interface OutageRow {
  readonly site: string;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly alerts: number;
  readonly reminders: number;
  readonly remindersAfterAcknowledgement: number;
  readonly recoveries: number;
}

/**
 * Finds what the story promises and has not come true yet: every outage is alerted, confirmed as over, and told
 * so. The one that is acknowledged is reminded before that and not after.
 * @param sites their names; one outage each
 * @returns one sentence for each thing that is missing; none: the story is told
 */
export function findMissing(
  store: Store,
  sites: readonly string[],
  acknowledgedSite: string,
): string[] {
  const rows = store.sqlite
    .query<OutageRow, []>(`
      SELECT d.site_name AS site, o.confirmed_at AS confirmedAt,
        o.acknowledged_at AS acknowledgedAt,
        count(*) FILTER (WHERE n.kind = 'alert') AS alerts,
        count(*) FILTER (WHERE n.kind = 'reminder') AS reminders,
        count(*) FILTER (WHERE n.kind = 'reminder' AND n.sent_at > o.acknowledged_at)
          AS remindersAfterAcknowledgement,
        count(*) FILTER (WHERE n.kind = 'recovery') AS recoveries
      FROM outages o JOIN devices d ON d.id = o.device_row
      LEFT JOIN notifications n ON n.outage_id = o.id AND n.status = 'sent'
      GROUP BY o.id`)
    .all();
  const missing: string[] = [];
  for (const site of sites) {
    const [row, ...more] = rows.filter((candidate) => candidate.site === site);
    if (row === undefined) {
      missing.push(`${site}: no outage`);
      continue;
    }
    if (more.length > 0) missing.push(`${site}: ${more.length + 1} outages instead of one`);
    if (row.alerts !== 1) missing.push(`${site}: ${row.alerts} alerts`);
    if (row.confirmedAt === null) missing.push(`${site}: not confirmed over`);
    if (row.recoveries !== 1) missing.push(`${site}: ${row.recoveries} recovery messages`);
    if (site !== acknowledgedSite) continue;
    if (row.acknowledgedAt === null) missing.push(`${site}: not acknowledged`);
    if (row.reminders < 1) missing.push(`${site}: no reminder`);
    if (row.remindersAfterAcknowledgement > 0) missing.push(`${site}: reminded all the same`);
  }
  return missing;
}
