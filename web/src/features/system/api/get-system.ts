import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  SystemAnswer,
  systemAnswerSchema,
} from '../../../../../src/contract/system/system.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { type ConsoleMessage, follow } from '../../../lib/console/live-query.ts';

async function getSystem(signal: AbortSignal): Promise<SystemAnswer> {
  const { data } = await adminApi.get<OutputOf<typeof systemAnswerSchema>>('/api/system', {
    signal,
  });
  return data;
}

/** Whether a message may change the page. Other facts, such as the disk, send no messages. */
function isAboutSystem(message: ConsoleMessage): boolean {
  if (message.event === 'notification') return true;
  return message.event === 'change' && /^(backup|notification)\./.test(message.data.action);
}

export const systemQuery = queryOptions({
  queryKey: [...consoleKey, 'system'],
  queryFn: ({ signal }) => getSystem(signal),
  refetchInterval: 5_000,
  meta: follow<SystemAnswer>((system, message, askAgain) => {
    if (isAboutSystem(message)) askAgain();
    return system;
  }),
});
