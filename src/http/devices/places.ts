import {
  cellsAnswerSchema,
  mapAnswerSchema,
  mapQuerySchema,
} from '../../contract/devices/place.ts';
import { knownPower, lossOf } from '../../domain/fleet/loss.ts';
import { readCells, readCellsFor } from '../../store/devices/cells.ts';
import { type LocatedDevice, readLocated } from '../../store/devices/located.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

/** The places of sites: the tags of the grid to choose from, and the map. */
export function placeRoutes({ monitor: { store } }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/cells',
        access: 'viewer',
        cost: 'search',
        tag: 'Devices',
        summary: 'List the cells in use',
        description: 'The first 1000, in order.',
        answer: cellsAnswerSchema,
      },
      () => ({ ok: true as const, data: readCells(store) }),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/cells',
        access: 'customer',
        cost: 'search',
        tag: 'Portal',
        summary: 'List cells to choose from',
        description:
          'The caller’s own, and those in use at five sites of three owners or more. Others say who lives where, and are not shown.',
        answer: cellsAnswerSchema,
      },
      ({ caller }) => ({ ok: true as const, data: readCellsFor(store, caller.id) }),
    ),
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

function showOnMap({ deviceId, siteName, latitude, longitude, ...facts }: LocatedDevice) {
  const isUp = knownPower(facts) === 'UP';
  const state = lossOf(facts) ?? (isUp ? ('up' as const) : ('unknown' as const));
  return { device_id: deviceId, site_name: siteName, state, latitude, longitude };
}
