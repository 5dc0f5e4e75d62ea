import type { Monitor } from '../../actions/monitor.ts';
import { isoTime } from '../../http/engine/iso-time.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { describeAreaOutage } from '../../http/stream/describe-area-outage.ts';
import type { AreaOutageRow } from '../../store/areas/area-outages.ts';
import type { Store } from '../../store/engine/open.ts';
import { listAreaOutages, readAreaSites } from './area-rows.ts';
import {
  type AreaOutageAnswer,
  areaOutagesAnswerSchema,
  areaOutagesQuerySchema,
} from './contract.ts';

/** At most this many sites of one area outage are shown with it. */
const maxSites = 500;

export function areaOutageRoutes({ store }: Monitor): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/area-outages',
        access: 'viewer',
        cost: 'search',
        tag: 'Outages',
        summary: 'List area outages',
        description:
          'Outages that many sites of one cell, feeder or neighbourhood share; the last to begin first. Only sites that have a place are looked at.',
        query: areaOutagesQuerySchema,
        answer: areaOutagesAnswerSchema,
      },
      ({ query: { status, page, limit } }) => {
        const { rows, total } = listAreaOutages(
          store,
          { isOpen: status === 'open' },
          { page, limit },
        );
        const data = rows.map((row) => describeWithSites(store, row));
        return { ok: true as const, data, total, page, limit };
      },
    ),
  ];
}

function describeWithSites(store: Store, row: AreaOutageRow): AreaOutageAnswer {
  const sites = readAreaSites(store, row.id, maxSites).map((site) => ({
    outage_id: site.outageId,
    device_id: site.deviceId,
    site_name: site.siteName,
    customer_id: site.customerId,
    cause: site.cause,
    down_at: isoTime(site.downAt),
    recover_at: isoTime(site.recoverAt),
  }));
  return { ...describeAreaOutage(row), sites };
}
