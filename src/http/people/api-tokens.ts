import { createApiToken, revokeApiToken } from '../../actions/people/api-tokens.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  type ApiTokenAnswer,
  apiTokenParams,
  apiTokensAnswerSchema,
  createApiTokenAnswerSchema,
  createApiTokenSchema,
} from '../../contract/people/api-tokens.ts';
import { type ApiTokenRow, listApiTokens } from '../../store/people/api-tokens.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const dayMs = 86_400_000;
const common = { access: 'owner', tag: 'Operators' } as const;

/** What programs call the API with, instead of a person's session; for owners. */
export function apiTokenRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/tokens',
        summary: 'List API tokens',
        answer: apiTokensAnswerSchema,
      },
      () => ({ ok: true as const, data: listApiTokens(monitor.store).map(describe) }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/tokens',
        summary: 'Make an API token',
        description:
          'Answers it, once. A program sends it as `Authorization: Bearer fwa_…`, and may do what an operator of its role may, but for accounts: log-ins, operators and tokens are for people.',
        body: createApiTokenSchema,
        answer: createApiTokenAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body: { name, role, days }, actor, now }) => {
        const expiresAt = days == null ? null : now.wallMs + days * dayMs;
        const { token, row } = createApiToken(monitor, { name, role, expiresAt }, actor, now);
        return { ok: true as const, data: { ...describe(row), token }, message: 'Token made' };
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/tokens/:id',
        summary: 'Revoke an API token',
        description: 'It opens nothing from then on.',
        params: apiTokenParams,
        answer: doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        revokeApiToken(monitor, params.id, actor, now);
        return { ok: true as const, message: 'Token revoked' };
      },
    ),
  ];
}

function describe({ id, name, role, ...row }: ApiTokenRow): ApiTokenAnswer {
  return {
    ...{ id, name, role },
    created_by: row.createdBy,
    created_at: isoTime(row.createdAt),
    expires_at: isoTime(row.expiresAt),
    last_used_at: isoTime(row.lastUsedAt),
  };
}
