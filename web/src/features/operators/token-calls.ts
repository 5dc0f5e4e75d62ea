import { queryOptions } from '@tanstack/react-query';
import type {
  ApiTokenAnswer,
  apiTokensAnswerSchema,
  changeScopesAnswerSchema,
  changeScopesSchema,
  createApiTokenAnswerSchema,
  createApiTokenSchema,
  revokeTokenSchema,
  TokenTraceAnswer,
  tokenTracesAnswerSchema,
} from '../../../../src/contract/people/api-tokens.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import {
  type EndableTrace,
  isEndable,
  isMadeSince,
} from '../../../../src/domain/people/token-trace.ts';
import { adminApi } from '../../lib/api-client.ts';
import { follow } from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { operatorsKey } from './operator-calls.ts';

const queryKey = [...operatorsKey, 'tokens'];

/** The API tokens of programs. */
export const apiTokensQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }): Promise<ApiTokenAnswer[]> => {
    type Answer = OutputOf<typeof apiTokensAnswerSchema>;
    return (await adminApi.get<Answer>('/api/tokens', { signal })).data;
  },
  meta: follow<ApiTokenAnswer[]>((tokens, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return tokens;
  }),
});

/** Makes an API token. Its answer is the only one that holds the token itself. */
export function useCreateApiToken() {
  type Answer = OutputOf<typeof createApiTokenAnswerSchema>;
  return useConsoleChange(
    (token: InputOf<typeof createApiTokenSchema>) => adminApi.post<Answer>('/api/tokens', token),
    queryKey,
  );
}

/** The traces of a token: what its program made that outlives the token. */
export function apiTokenTracesQuery(id: number) {
  type Answer = OutputOf<typeof tokenTracesAnswerSchema>;
  return queryOptions({
    // Not among the tokens: it is not asked again once its token is gone.
    queryKey: ['api-token-traces', id],
    queryFn: ({ signal }) => adminApi.get<Answer>(`/api/tokens/${id}/traces`, { signal }),
    // Not cached: a trace of a moment ago must be shown.
    gcTime: 0,
  });
}

interface ScopesChange extends InputOf<typeof changeScopesSchema> {
  id: number;
}

export function useChangeScopes() {
  type Answer = OutputOf<typeof changeScopesAnswerSchema>;
  return useConsoleChange(
    ({ id, scopes }: ScopesChange) => adminApi.put<Answer>(`/api/tokens/${id}`, { scopes }),
    queryKey,
  );
}

interface Revocation extends InputOf<typeof revokeTokenSchema> {
  id: number;
}

/** Revokes a token, and ends those of its traces that are named. */
export function useRevokeApiToken() {
  return useConsoleChange(
    ({ id, end }: Revocation) => adminApi.post(`/api/tokens/${id}/revoke`, { end }),
    queryKey,
  );
}

export type Trace = TokenTraceAnswer;

export interface Ending {
  readonly kind: EndableTrace;
  readonly ref: string;
}

/**
 * Chooses the traces that end together with a token. By default every trace that can end does, except those in use and
 * those that came into accounts, which may be their owners' own.
 * @param toggled `kind:ref` of each trace for which somebody chose the opposite of the default
 */
export function chooseEndings(traces: readonly Trace[], toggled: ReadonlySet<string>): Ending[] {
  return traces.flatMap(({ kind, ref, is_in_use: isInUse }) => {
    const isKept = isInUse || isMadeSince(kind);
    if (!isEndable(kind) || toggled.has(`${kind}:${ref}`) !== isKept) return [];
    return [{ kind, ref }];
  });
}
