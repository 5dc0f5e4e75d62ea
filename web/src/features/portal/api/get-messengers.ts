import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

/** The accounts that chats can be connected with; null: there is none. */
export interface Messengers {
  readonly telegram: PublicInfo['bot'];
  readonly line: PublicInfo['line'];
  /** Null: there are none. */
  readonly webhook: true | null;
  /** Whether there is a public page of power by area. */
  readonly hasStatusPage: boolean;
}

async function getMessengers(signal: AbortSignal): Promise<Messengers> {
  const info = await publicApi.get<PublicInfo>('/api/public/info', { signal });
  const { bot, line, webhook, status_page: hasStatusPage } = info;
  return { telegram: bot, line, webhook: webhook ? true : null, hasStatusPage };
}

const hasNone = ({ telegram, line, webhook }: Messengers) =>
  telegram === null && line === null && webhook === null;

/** Asked again now and then while there is none, since one may come. */
export const messengersQuery = queryOptions({
  queryKey: portalKeys.messengers,
  queryFn: ({ signal }) => getMessengers(signal),
  staleTime: 60_000,
  refetchInterval: ({ state }) =>
    state.data !== undefined && hasNone(state.data) ? 30_000 : false,
  meta: { isLive: false },
});
