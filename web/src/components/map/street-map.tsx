import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MapFileAnswer } from '../../../../src/contract/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { TileMap, type TileMapProps } from './tile-map.tsx';

interface StreetMapProps extends Omit<TileMapProps, 'file' | 'onBroken'> {
  /** What is shown without a map of streets. */
  outline: ReactNode;
}

/** The operator's map of streets, where there is one that this browser can show. */
export function StreetMap({ outline, ...props }: StreetMapProps) {
  const { data: file, refetch } = useQuery(mapFileQuery(props.api));
  const [broken, setBroken] = useState<string | null>(null);
  if (file == null || file.version === broken) return outline;
  const giveUp = () => {
    setBroken(file.version);
    // Another file may have taken its place.
    void refetch();
  };
  return <TileMap {...props} file={file} onBroken={giveUp} />;
}

/** The operator's map of streets; null: the outline of the country has to do. */
function mapFileQuery(api: Api) {
  return queryOptions({
    queryKey: ['map-file'],
    queryFn: async ({ signal }) => (await api.get<MapFileAnswer>('/api/map-file', { signal })).data,
    staleTime: 300_000,
    meta: { isLive: false },
  });
}
