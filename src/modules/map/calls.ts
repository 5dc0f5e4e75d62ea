import { knownPower, lossOf } from '../../domain/fleet/loss.ts';
import { type Route, route } from '../../http/engine/route.ts';
import type { Core } from '../module.ts';
import { mapAnswerSchema, mapQuerySchema } from './contract.ts';
import { type LocatedDevice, readLocated } from './located.ts';

/** The sites on the map. */
export function mapRoutes({ monitor: { store } }: Core): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/map',
        access: 'viewer',
        cost: 'search',
        tag: 'Devices',
        summary: 'List the sites with a location',
        description: 'Those enrolled first come first; at most 10,000.',
        query: mapQuerySchema,
        answer: mapAnswerSchema,
      },
      function* ({ query }) {
        const located = yield* readLocated(store, query.limit);
        return { ok: true as const, data: located.map(showOnMap) };
      },
    ),
  ];
}

function showOnMap(device: LocatedDevice) {
  const { deviceId, siteName, customerName, latitude, longitude, ...facts } = device;
  const isUp = knownPower(facts) === 'UP';
  const state = lossOf(facts) ?? (isUp ? ('up' as const) : ('unknown' as const));
  return {
    ...{ device_id: deviceId, site_name: siteName, customer_name: customerName },
    ...{ state, latitude, longitude },
  };
}
