import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { keyKeys } from './key-keys.ts';

async function getBot(signal: AbortSignal): Promise<string | null> {
  const { bot } = await publicApi.get<PublicInfo>('/api/public/info', { signal });
  return bot?.handle ?? null;
}

/** The bot that customers write to, with its @; null: none is connected. */
export const botQuery = queryOptions({
  queryKey: keyKeys.bot,
  queryFn: ({ signal }) => getBot(signal),
  staleTime: 60_000,
});
