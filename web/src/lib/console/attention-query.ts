import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  AttentionAnswer,
  attentionAnswerSchema,
} from '../../../../src/contract/system/attention.ts';
import { adminApi } from '../api-client.ts';
import { consoleKey, follow, isChangeOf } from './live-query.ts';

/**
 * What should be looked at now: on the dashboard, beside the menu's entries, in the title of the tab.
 * Asked by the clock, too: nobody tells of a full disk, and no stream reaches a tab in the background.
 */
export const attentionQuery = queryOptions({
  queryKey: [...consoleKey, 'attention'],
  queryFn: async ({ signal }): Promise<AttentionAnswer> => {
    type Answer = OutputOf<typeof attentionAnswerSchema>;
    return (await adminApi.get<Answer>('/api/attention', { signal })).data;
  },
  refetchInterval: 30_000,
  refetchIntervalInBackground: true,
  meta: follow<AttentionAnswer>((attention, message, askAgain) => {
    const isNews =
      message.event === 'device' ||
      message.event === 'notification' ||
      isChangeOf(message, 'device', 'notification', 'backup', 'settings');
    if (isNews) askAgain();
    return attention;
  }),
});
