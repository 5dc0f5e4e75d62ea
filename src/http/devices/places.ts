import {
  cellsAnswerSchema,
  mapFileAnswerSchema,
  mapFileParams,
} from '../../contract/devices/place.ts';
import { AppError } from '../../domain/errors.ts';
import { readCells, readCellsFor } from '../../store/devices/cells.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { fileAnswers, sendFile } from '../engine/send-file.ts';

/** The places of sites: the tags of the grid to choose from, and the map of streets on which they are set. */
export function placeRoutes({ monitor: { store }, system }: ApiContext): Route[] {
  const readMap = () => {
    const map = system.map();
    return map?.problem === null ? map : null;
  };
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
        path: '/api/map-file',
        access: 'account',
        tag: 'Devices',
        summary: 'Ask for a map of streets',
        description: '`map.pmtiles` in the data directory, if the operator put one there.',
        answer: mapFileAnswerSchema,
      },
      () => {
        const map = readMap();
        return { ok: true as const, data: map && { version: map.version, size_bytes: map.size } };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/map-file/:version',
        access: 'account',
        tag: 'Devices',
        summary: 'Read the map of streets',
        description: 'A PMTiles file. `Range` and `If-None-Match` are heeded.',
        params: mapFileParams,
        answerType: 'application/octet-stream',
        otherAnswers: fileAnswers,
        errors: ['NOT_FOUND'],
      },
      ({ params: { version }, request }) => {
        const map = readMap();
        // Parts of two files make no map: who began with another file has to begin anew.
        if (map?.version !== version) throw new AppError('NOT_FOUND', 'There is no such map.');
        return sendFile(request, {
          path: map.path,
          size: map.size,
          etag: `"${version}"`,
          cacheControl: 'private, max-age=31536000, immutable',
        });
      },
    ),
  ];
}
