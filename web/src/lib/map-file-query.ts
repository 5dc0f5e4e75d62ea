import { queryOptions } from '@tanstack/react-query';
import type { MapFileAnswer } from '../../../src/contract/devices/place.ts';
import type { Api } from './api-client.ts';

export type MapFile = NonNullable<MapFileAnswer['data']>;

/** The operator's map of streets; null: the outline of the country has to do. */
export function mapFileQuery(api: Api) {
  return queryOptions({
    queryKey: ['map-file'],
    queryFn: async ({ signal }) => (await api.get<MapFileAnswer>('/api/map-file', { signal })).data,
    staleTime: 300_000,
    meta: { isLive: false },
  });
}
