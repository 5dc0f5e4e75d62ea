import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { areaOutagesAnswerSchema } from '../../../../../src/modules/areas/contract.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey, follow } from '../../../lib/console/live-query.ts';

type AreaOutagesAnswer = OutputOf<typeof areaOutagesAnswerSchema>;

/** The area outages that go on. */
export const areaOutagesQuery = queryOptions({
  queryKey: [...consoleKey, 'area-outages'],
  queryFn: ({ signal }): Promise<AreaOutagesAnswer> =>
    adminApi.get('/api/area-outages', { query: { status: 'open' }, signal }),
  meta: follow<AreaOutagesAnswer>((answer, message, askAgain) => {
    if (message.event === 'area-outage') askAgain();
    if (message.event !== 'area-outage-removed') return answer;
    return { ...answer, data: answer.data.filter(({ id }) => id !== message.data.id) };
  }),
});
