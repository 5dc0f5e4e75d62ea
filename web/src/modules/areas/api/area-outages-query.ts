import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { areaOutagesAnswerSchema } from '../../../../../src/modules/areas/contract.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey, follow } from '../../../lib/console/live-query.ts';
import type { SharedLosses } from '../../../lib/extras.ts';

type AreaOutagesAnswer = OutputOf<typeof areaOutagesAnswerSchema>;

function listAreaOutages(signal: AbortSignal): Promise<AreaOutagesAnswer> {
  return adminApi.get('/api/area-outages', { query: { status: 'open' }, signal });
}

const queryKey = [...consoleKey, 'area-outages'];
const meta = follow<AreaOutagesAnswer>((answer, message, askAgain) => {
  if (message.event === 'area-outage') askAgain();
  if (message.event !== 'area-outage-removed') return answer;
  return { ...answer, data: answer.data.filter(({ id }) => id !== message.data.id) };
});

/** The area outages that go on. */
export const areaOutagesQuery = {
  ...queryOptions({ queryKey, queryFn: ({ signal }) => listAreaOutages(signal) }),
  meta,
};

/** The same, as the lists of the console need them. */
export const goingOnQuery: SharedLosses['goingOn'] = {
  queryKey,
  queryFn: ({ signal }): Promise<unknown> => listAreaOutages(signal),
  meta,
  select: (answer) =>
    (answer as AreaOutagesAnswer).data.map(({ id, lost, back, sites }) => ({
      ...{ id, sites: lost - back },
      deviceIds: sites.map(({ device_id: deviceId }) => deviceId),
    })),
};
