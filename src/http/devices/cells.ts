import { cellsAnswerSchema } from '../../contract/devices/place.ts';
import { readCells, readCellsFor } from '../../store/devices/cells.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

/** The tags of the grid that a site's place may be given. */
export function cellRoutes({ monitor: { store } }: ApiContext): Route[] {
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
  ];
}
