import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

async function getBot(signal: AbortSignal): Promise<PublicInfo['bot']> {
  const info = await publicApi.get<PublicInfo>('/api/public/info', { signal });
  return info.bot;
}

/** The messenger's bot, null when there is none; asked again now and then, since one may come. */
export const botQuery = queryOptions({
  queryKey: portalKeys.bot,
  queryFn: ({ signal }) => getBot(signal),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data === null ? 30_000 : false),
  meta: { isLive: false },
});
