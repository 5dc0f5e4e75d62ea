/** Who runs the service, and what they may do; for owners. */
import { z } from 'zod';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  oneAnswer,
  operatorRoleSchema,
  shortText,
  timeSchema,
} from '../fields.ts';

const username = z
  .string()
  .regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ @ -')
  .meta({ examples: ['somchai'] });

/** Who they are at the OpenID provider until they first sign in: their verified e-mail, or their subject. */
const oidcUsername = shortText(255)
  .min(1, 'is required')
  .meta({ examples: ['somchai@example.com'] });

export const operatorSchema = z.object({
  id: idSchema,
  username: z.string().meta({ examples: ['somchai'] }),
  operator_role: operatorRoleSchema,
  created_at: timeSchema,
  /** Of any session that is open still. */
  last_used_at: timeSchema.nullable(),
  /** False: they sign in through OpenID Connect. */
  has_password: z.boolean(),
  second_factor: z.object({
    totp: z.boolean(),
    recovery_codes_left: z.int().meta({ examples: [10] }),
    passkeys: z.int().meta({ examples: [1] }),
  }),
  oidc: z.object({
    /** Whether they have signed in that way; from then on the name does not count any more. */
    is_linked: z.boolean(),
    username: z
      .string()
      .nullable()
      .meta({ examples: ['somchai@example.com'] }),
  }),
});
export type OperatorAnswer = z.infer<typeof operatorSchema>;

export const operatorsAnswerSchema = z.object({ ...okShape, data: z.array(operatorSchema) });
export const operatorParams = z.strictObject({ id: idTextSchema });

export const addOperatorSchema = z.strictObject({
  username,
  operator_role: operatorRoleSchema,
  /** With one they have no password, and sign in through OpenID Connect only. */
  oidc_username: oidcUsername.nullish(),
});

export const editOperatorSchema = z
  .strictObject({
    operator_role: operatorRoleSchema.optional(),
    /** Null: they cannot sign in through OpenID Connect any more. */
    oidc_username: oidcUsername.nullish(),
  })
  .refine((edit) => Object.keys(edit).length > 0, 'must hold at least one change');

const password = z
  .string()
  .nullable()
  .meta({ examples: ['hV7kq9WmZt3RyPd5cXea'] });

/** The password is shown only now; null: they have none. */
export const newPasswordAnswerSchema = changeAnswer(operatorSchema).extend({ password });
export const changeOperatorAnswerSchema = changeAnswer(operatorSchema);

export const securitySchema = z.object({ require_second_factor: z.boolean() });
export const securityAnswerSchema = oneAnswer(securitySchema);
export const saveSecuritySchema = z.strictObject({ require_second_factor: z.boolean() });
export const saveSecurityAnswerSchema = changeAnswer(securitySchema);
