import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/public-info.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

async function getVersion(signal: AbortSignal): Promise<string> {
  const { version } = await publicApi.get<PublicInfo>('/api/public/info', { signal });
  return version;
}

/** Of the server: `1.0.0`. */
export const versionQuery = queryOptions({
  queryKey: [...consoleKey, 'version'],
  queryFn: ({ signal }) => getVersion(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
