import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { answerOperatorQuestionAnswerSchema } from '../../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { WordForAccount } from '../../../components/console/use-whose-account.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

export interface JoinReply {
  id: string;
  answer: 'accept' | 'refuse';
  /** For a yes: whose the account is. */
  account?: 'ask' | WordForAccount;
}

function answerJoin({
  id,
  answer,
  account,
}: JoinReply): Promise<OutputOf<typeof answerOperatorQuestionAnswerSchema>> {
  return adminApi.post(`/api/join-requests/${encodeURIComponent(id)}/${answer}`, undefined, {
    query: { account },
  });
}

/** Answers yes or no in the owner's place. */
export function useAnswerJoin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: answerJoin,
    // Also after a refusal, since the owner may have been quicker.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
