import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { devicesAnswerSchema } from '../../../../../src/contract/devices/devices.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

async function countDown(signal: AbortSignal): Promise<number> {
  type Answer = z.output<typeof devicesAnswerSchema>;
  const query = { filter: 'down', limit: 1 };
  return (await adminApi.get<Answer>('/api/devices', { query, signal })).total;
}

/** How many devices have no power now. Asked once a minute, too, where nobody looks and no stream tells. */
export const countDownQuery = queryOptions({
  queryKey: [...consoleKey, 'down'],
  queryFn: ({ signal }) => countDown(signal),
  refetchInterval: 60_000,
  refetchIntervalInBackground: true,
  meta: follow<number>((count, message, askAgain) => {
    if (message.event === 'device' || isChangeOf(message, 'device')) askAgain();
    return count;
  }),
});
