import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../src/contract/system/public-info.ts';
import { publicApi } from './api-client.ts';

/** What the server says of itself to anybody. A page asks for it once, whatever of it its parts need. */
export const publicInfoQuery = queryOptions({
  queryKey: ['public-info'],
  queryFn: ({ signal }) => publicApi.get<PublicInfo>('/api/public/info', { signal }),
  meta: { isLive: false },
});
