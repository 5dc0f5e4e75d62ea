import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { publicApi } from '../api-client.ts';
import { consoleKey } from './console-keys.ts';

/** The server's version, and how one may sign in to it. */
export const publicInfoQuery = queryOptions({
  queryKey: [...consoleKey, 'public-info'],
  queryFn: ({ signal }) => publicApi.get<PublicInfo>('/api/public/info', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
