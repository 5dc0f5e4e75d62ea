/** Tokens with which programs call the operators' API. Owners manage them. */
import { z } from 'zod';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  operatorRoleSchema,
  timeSchema,
} from '../fields.ts';

const name = z
  .string()
  .regex(/^[\w.@ -]{1,64}$/, 'must be 1 to 64 letters, digits, spaces or . _ @ -')
  .meta({ examples: ['Grafana'] });

export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string().meta({ examples: ['Grafana'] }),
  /** The token may do what an operator of this role may. */
  role: operatorRoleSchema,
  /** Who made the token, as the audit log names them. */
  created_by: z.string().meta({ examples: ['admin:somchai'] }),
  created_at: timeSchema,
  /** Null: the token does not end by itself. */
  expires_at: timeSchema.nullable(),
  /** Accurate to five minutes. */
  last_used_at: timeSchema.nullable(),
});
export type ApiTokenAnswer = z.infer<typeof apiTokenSchema>;

export const apiTokensAnswerSchema = z.object({ ...okShape, data: z.array(apiTokenSchema) });
export const apiTokenParams = z.strictObject({ id: idTextSchema });

/** The longest life of a token that may be asked for, in days. */
const mostTokenDays = 3_650;

export const createApiTokenSchema = z.strictObject({
  name,
  role: operatorRoleSchema,
  /** Null or left out: the token does not end by itself. */
  days: z
    .int()
    .min(1)
    .max(mostTokenDays)
    .nullish()
    .meta({ examples: [365] }),
});

/** The only answer that contains the token. */
export const createApiTokenAnswerSchema = changeAnswer(
  apiTokenSchema.extend({
    token: z.string().meta({ examples: ['fwa_q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E'] }),
  }),
);
