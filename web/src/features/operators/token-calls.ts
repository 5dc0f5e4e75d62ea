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

/** What programs call the API with. */
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

/** Makes one; the answer holds it, this once. */
export function useCreateApiToken() {
  type Answer = OutputOf<typeof createApiTokenAnswerSchema>;
  return useConsoleChange(
    (token: InputOf<typeof createApiTokenSchema>) => adminApi.post<Answer>('/api/tokens', token),
    queryKey,
  );
}

/** What its program left that outlives it. */
export function apiTokenTracesQuery(id: number) {
  type Answer = OutputOf<typeof tokenTracesAnswerSchema>;
  return queryOptions({
    // Not among the tokens: it is not asked again once its token is gone.
    queryKey: ['api-token-traces', id],
    queryFn: ({ signal }) => adminApi.get<Answer>(`/api/tokens/${id}/traces`, { signal }),
    // What it left a moment ago counts.
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

/** Ends one, and what is named of the things it left. */
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
 * The things that end with a token: those that can, but for keys that serve a board and what came into accounts, which may be their owners' own, unless somebody chose otherwise.
 * @param toggled `kind:ref` of each that was chosen otherwise
 */
export function chooseEndings(traces: readonly Trace[], toggled: ReadonlySet<string>): Ending[] {
  return traces.flatMap(({ kind, ref, is_in_use: isInUse }) => {
    const isKept = isInUse || isMadeSince(kind);
    if (!isEndable(kind) || toggled.has(`${kind}:${ref}`) !== isKept) return [];
    return [{ kind, ref }];
  });
}
