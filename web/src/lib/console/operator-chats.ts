import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  OperatorLinkAnswer,
  OperatorRecipientAnswer,
  operatorRecipientsAnswerSchema,
} from '../../../../src/contract/system/operator-recipients.ts';
import { adminApi } from '../api-client.ts';
import type { Language } from '../language.ts';
import { consoleKey } from './console-keys.ts';
import { follow } from './live-query.ts';

export const operatorRecipientsPath = '/api/operator-recipients';

/** The operator's own addresses. */
export const operatorRecipientsQuery = queryOptions({
  queryKey: [...consoleKey, 'operator-recipients'],
  queryFn: async ({ signal }) => {
    type Answer = OutputOf<typeof operatorRecipientsAnswerSchema>;
    return (await adminApi.get<Answer>(operatorRecipientsPath, { signal })).data;
  },
  meta: follow<OperatorRecipientAnswer[]>((recipients, message, askAgain) => {
    if (message.event === 'change' && message.data.action.startsWith('operator-recipient.')) {
      askAgain();
    }
    return recipients;
  }),
});

/** Messengers whose chats connect by a link. */
export const linkedMessengers = ['telegram', 'line'] as const;
export type LinkedMessenger = (typeof linkedMessengers)[number];

/**
 * A link that connects a chat of the operator's, once. Every call ends the link before, so it is made only
 * when somebody is to see it, and again only when they ask.
 */
export function operatorLinkQuery(channel: LinkedMessenger, language: Language) {
  return queryOptions({
    // Not among what the live stream asks for again.
    queryKey: ['operator-link', channel],
    queryFn: () =>
      adminApi.post<OperatorLinkAnswer>(`${operatorRecipientsPath}/link`, { channel, language }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}
