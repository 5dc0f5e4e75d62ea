/** Tokens with which programs call the operators' API. Owners manage them. */

import { z } from 'zod';
import { tokenScopes } from '../../domain/people/token-scopes.ts';
import { endableTraces, traceKinds } from '../../domain/people/token-trace.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  operatorRoleSchema,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const name = z
  .string()
  .regex(/^[\w.@ -]{1,64}$/, 'must be 1 to 64 letters, digits, spaces or . _ @ -')
  .meta({ examples: ['Grafana'] });

const scopesSchema = shape(() =>
  z
    .array(z.enum(tokenScopes))
    .max(tokenScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each once')
    .meta({ examples: [['recipients']] }),
);

const apiTokenSchema = shape(() =>
  z.object({
    id: idSchema,
    name: z.string().meta({ examples: ['Grafana'] }),
    /** The token may do what an operator of this role may. */
    role: operatorRoleSchema,
    /** Its scopes: rights to effects that outlive it. */
    scopes: z.array(z.enum(tokenScopes)).meta({ examples: [['recipients']] }),
    /** Scopes that it had before there were any, and lacks until an owner has said whether it may have them. */
    lost_scopes: z.array(z.enum(tokenScopes)).meta({ examples: [[]] }),
    /** The maker of the token, as the audit log names them. */
    created_by: z.string().meta({ examples: ['admin:somchai'] }),
    created_at: timeSchema,
    /** Null: the token does not end by itself. */
    expires_at: timeSchema.nullable(),
    /** Accurate to five minutes. */
    last_used_at: timeSchema.nullable(),
  }),
);
export type ApiTokenAnswer = OutputOf<typeof apiTokenSchema>;

export const apiTokensAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(apiTokenSchema()) }),
);
export const apiTokenParams = shape(() => z.strictObject({ id: idTextSchema }));

/** The longest life of a token that may be asked for, in days. */
const mostTokenDays = 3_650;

export const createApiTokenSchema = shape(() =>
  z.strictObject({
    name,
    role: operatorRoleSchema,
    /** Left out: none. */
    scopes: scopesSchema().default([]),
    /** Null or left out: the token does not end by itself. */
    days: z
      .int()
      .min(1)
      .max(mostTokenDays)
      .nullish()
      .meta({ examples: [365] }),
  }),
);

export const changeScopesSchema = shape(() => z.strictObject({ scopes: scopesSchema() }));
export const changeScopesAnswerSchema = shape(() => changeAnswer(apiTokenSchema()));

/** A trace of a program that outlives its token, or came into an account that it opened. */
const tokenTraceSchema = shape(() =>
  z.object({
    kind: z.enum(traceKinds),
    /** Names it among those of its kind. */
    ref: z.string().meta({ examples: ['3'] }),
    /** As people know it: a host, an address, a key's end, a file. */
    name: z.string().meta({ examples: ['hooks.example.com'] }),
    /** The account, or whose the key is. */
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    /** A key that serves a device. */
    is_in_use: z.boolean().meta({ examples: [false] }),
    at: timeSchema,
  }),
);
export type TokenTraceAnswer = OutputOf<typeof tokenTraceSchema>;

/** Traces that are still there, the newest first, and whether there are more than are shown. */
export const tokenTracesAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: z.array(tokenTraceSchema()),
    has_more: z.boolean().meta({ examples: [false] }),
  }),
);

/** The most that is shown of what a token left, and of what came into the accounts that it opened. */
export const mostTraces = 200;

export const revokeTokenSchema = shape(() =>
  z.strictObject({
    /** Traces that end with the token; of an account, the sessions and links. */
    end: z
      .array(
        z.strictObject({
          kind: z.enum(endableTraces),
          ref: z
            .string()
            .min(1)
            .max(64)
            .meta({ examples: ['3'] }),
        }),
      )
      .max(2 * mostTraces)
      .default([])
      .meta({ examples: [[]] }),
  }),
);

/** The only answer that contains the token. */
export const createApiTokenAnswerSchema = shape(() =>
  changeAnswer(
    apiTokenSchema().extend({
      token: z.string().meta({ examples: ['fwa_q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E'] }),
    }),
  ),
);
