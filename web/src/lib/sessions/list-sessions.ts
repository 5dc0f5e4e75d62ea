import { queryOptions } from '@tanstack/react-query';
import type {
  SessionAnswer,
  sessionsAnswerSchema,
} from '../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { Api } from '../api-client.ts';
import type { Audience } from './audience.ts';

async function listSessions(api: Api, signal: AbortSignal): Promise<SessionAnswer[]> {
  type Answer = OutputOf<typeof sessionsAnswerSchema>;
  return (await api.get<Answer>('/api/account/sessions', { signal })).data;
}

/** Where one is logged in, the last used first. */
export function sessionsQuery({ api, queryKey }: Audience) {
  return queryOptions({
    queryKey: [...queryKey, 'sessions'],
    queryFn: ({ signal }) => listSessions(api, signal),
    refetchInterval: 60_000,
  });
}
