import { queryOptions } from '@tanstack/react-query';
import type {
  OperatorQuestionAnswer,
  operatorQuestionsAnswerSchema,
} from '../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../api-client.ts';
import { consoleKey, follow } from './live-query.ts';

/** What waits for the word of an account's owner, or of the operator; the longest waiting first. */
export const joinRequestsQuery = queryOptions({
  queryKey: [...consoleKey, 'joins'],
  queryFn: async ({ signal }): Promise<OperatorQuestionAnswer[]> => {
    type Answer = OutputOf<typeof operatorQuestionsAnswerSchema>;
    return (await adminApi.get<Answer>('/api/join-requests', { signal })).data;
  },
  meta: follow<OperatorQuestionAnswer[]>((requests, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return requests;
  }),
});
