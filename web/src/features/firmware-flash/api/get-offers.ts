import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicApi } from '../../../lib/api-client.ts';
import type { Board } from '../boards.ts';

/** The version each board would get; a board that is not there has none. */
export type Offers = ReadonlyMap<Board, string>;

async function getOffers(signal: AbortSignal): Promise<Offers> {
  const { firmware } = await publicApi.get<PublicInfo>('/api/public/info', { signal });
  return new Map(firmware.map(({ board, version }) => [board, version]));
}

export const offersQuery = queryOptions({
  queryKey: ['firmware', 'offers'],
  queryFn: ({ signal }) => getOffers(signal),
});
