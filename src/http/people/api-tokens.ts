import { changeTokenScopes, createApiToken, getApiToken } from '../../actions/people/api-tokens.ts';
import { revokeApiToken } from '../../actions/people/revoke-token.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  type ApiTokenAnswer,
  apiTokenParams,
  apiTokensAnswerSchema,
  changeScopesAnswerSchema,
  changeScopesSchema,
  createApiTokenAnswerSchema,
  createApiTokenSchema,
  mostTraces,
  revokeTokenSchema,
  type TokenTraceAnswer,
  tokenTracesAnswerSchema,
} from '../../contract/people/api-tokens.ts';
import { maskKey } from '../../domain/keys/activation-key.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import { scopesFor, tokenScopes } from '../../domain/people/token-scopes.ts';
import { hostOf } from '../../store/alerts/outage-calendars.ts';
import { type ApiTokenRow, listApiTokens } from '../../store/people/api-tokens.ts';
import { readTraces, type TraceRow } from '../../store/people/token-traces.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const dayMs = 86_400_000;
const revoked = { ok: true as const, message: 'Token revoked' };
const common = { access: 'owner', tag: 'Operators' } as const;

/** Tokens with which programs call the API, instead of a person's session; for owners. */
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
        needsProof: true,
        summary: 'Make an API token',
        description:
          'Answers it, once. A program sends it as `Authorization: Bearer fwa_…`, and may do what an operator of its role may, but for accounts: log-ins, operators and tokens are for people. What would outlive the token needs a scope besides: `backups`, `recipients`, `sessions`, and `keys:whole` to see keys whole.',
        body: createApiTokenSchema,
        answer: createApiTokenAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body: { days, ...wanted }, actor, now }) => {
        const expiresAt = days == null ? null : now.wallMs + days * dayMs;
        const { token, row } = createApiToken(monitor, { ...wanted, expiresAt }, actor, now);
        return { ok: true as const, data: { ...describe(row), token }, message: 'Token made' };
      },
    ),
    route(
      {
        ...common,
        method: 'PUT',
        path: '/api/tokens/:id',
        needsProof: true,
        summary: 'Give an API token other scopes',
        description: 'They replace those it has, at once.',
        params: apiTokenParams,
        body: changeScopesSchema,
        answer: changeScopesAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, body, actor, now }) => {
        const row = changeTokenScopes(monitor, params.id, body.scopes, actor, now);
        return { ok: true as const, data: describe(row), message: 'Scopes saved' };
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/tokens/:id',
        needsProof: true,
        summary: 'Revoke an API token',
        description: 'It opens nothing from then on.',
        params: apiTokenParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        revokeApiToken(monitor, params.id, [], actor, now);
        return revoked;
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/tokens/:id/traces',
        summary: 'List what a program left that outlives its token',
        description: `Of what is still there, the newest ${mostTraces}; then, of what came into the accounts that it opened to somebody, as many: chats, contacts, shared reports, calendars, home automations. Who made those, a thief or the owner, is not known.`,
        params: apiTokenParams,
        answer: tokenTracesAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params }) => {
        const { id } = getApiToken(monitor.store, params.id);
        const { rows, hasMore } = readTraces(monitor.store, id, mostTraces);
        return { ok: true as const, data: rows.map(describeTrace), has_more: hasMore };
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/tokens/:id/revoke',
        needsProof: true,
        summary: 'Revoke an API token, and end what it left',
        description:
          'All that is named, or nothing: addresses, chats, contacts, calendars, reports and home automations are removed, keys revoked, and of accounts every session and link ends. The rest stays, and is looked after by hand.',
        params: apiTokenParams,
        body: revokeTokenSchema,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, body, actor, now }) => {
        revokeApiToken(monitor, params.id, body.end, actor, now);
        return revoked;
      },
    ),
  ];
}

function describe({ id, name, role, scopes, ...row }: ApiTokenRow): ApiTokenAnswer {
  return {
    id,
    name,
    role,
    scopes: tokenScopes.filter((scope) => scopes?.includes(scope)),
    lost_scopes: scopes === null ? scopesFor(role) : [],
    created_by: row.createdBy,
    created_at: isoTime(row.createdAt),
    expires_at: isoTime(row.expiresAt),
    last_used_at: isoTime(row.lastUsedAt),
  };
}

function describeTrace(trace: TraceRow): TokenTraceAnswer {
  const { kind, ref, customerId, customerName, isInUse } = trace;
  return {
    kind,
    ref,
    name: nameOf(trace),
    customer_id: customerId,
    customer_name: customerName,
    is_in_use: isInUse === 1,
    at: isoTime(trace.at),
  };
}

function nameOf({ ref, channel, address, url, label, keyCode, customerName }: TraceRow): string {
  if (label !== null) return label;
  if (channel !== null && address !== null) return showAddress(channel, address);
  if (url !== null) return hostOf({ url });
  return keyCode === null ? (customerName ?? ref) : maskKey(keyCode);
}
