import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { SetupAnswer, setupAnswerSchema } from '../../../../../src/contract/system/setup.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow } from '../../../lib/console/live-query.ts';

async function getSetup(signal: AbortSignal): Promise<SetupAnswer> {
  return (await adminApi.get<OutputOf<typeof setupAnswerSchema>>('/api/setup', { signal })).data;
}

/** What the installation still lacks. */
export const setupQuery = queryOptions({
  queryKey: [...consoleKey, 'setup'],
  queryFn: ({ signal }) => getSetup(signal),
  meta: follow<SetupAnswer>((setup, message, askAgain) => {
    if (message.event === 'change' && /^(setup|messenger|admin)\./.test(message.data.action)) {
      askAgain();
    }
    return setup;
  }),
});
