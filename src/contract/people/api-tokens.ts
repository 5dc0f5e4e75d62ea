/** Tokens that programs call the operators' API with; for owners. */
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
  /** What it may do, as an operator of that role. */
  role: operatorRoleSchema,
  /** As the audit log names whoever made it. */
  created_by: z.string().meta({ examples: ['admin:somchai'] }),
  created_at: timeSchema,
  /** Null: it does not end by itself. */
  expires_at: timeSchema.nullable(),
  /** To within five minutes. */
  last_used_at: timeSchema.nullable(),
});
export type ApiTokenAnswer = z.infer<typeof apiTokenSchema>;

export const apiTokensAnswerSchema = z.object({ ...okShape, data: z.array(apiTokenSchema) });
export const apiTokenParams = z.strictObject({ id: idTextSchema });

/** The longest that a token may be asked to last. */
export const mostTokenDays = 3_650;

export const createApiTokenSchema = z.strictObject({
  name,
  role: operatorRoleSchema,
  /** Null or left out: it does not end by itself. */
  days: z
    .int()
    .min(1)
    .max(mostTokenDays)
    .nullish()
    .meta({ examples: [365] }),
});

/** The token is answered this once. */
export const createApiTokenAnswerSchema = changeAnswer(
  apiTokenSchema.extend({
    token: z.string().meta({ examples: ['fwa_q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E'] }),
  }),
);
