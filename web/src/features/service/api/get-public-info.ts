import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/public-info.ts';

async function getPublicInfo(signal: AbortSignal): Promise<PublicInfo> {
  const response = await fetch('/api/public/info', { signal });
  if (!response.ok) throw new Error(`/api/public/info answered ${response.status}`);
  // Page and server come from one binary, so the shape is trusted rather than parsed again.
  const body: PublicInfo = await response.json();
  return body;
}

/** Asked again every minute, so that an open page notices a service that went away or came back. */
export const publicInfoQuery = queryOptions({
  queryKey: ['public-info'],
  queryFn: ({ signal }) => getPublicInfo(signal),
  refetchInterval: 60_000,
  retry: 1,
});
