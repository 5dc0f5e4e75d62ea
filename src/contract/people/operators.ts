/** Operators and their roles. Owners manage them. */

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
import { type OutputOf, shape } from '../shape.ts';

const username = z
  .string()
  .regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ @ -')
  .meta({ examples: ['somchai'] });

/** The verified e-mail address or the subject at the OpenID provider, matched at the first log-in. */
const oidcUsername = shape(() =>
  shortText(255)
    .min(1, 'is required')
    .meta({ examples: ['somchai@example.com'] }),
);

const operatorSchema = shape(() =>
  z.object({
    id: idSchema,
    username: z.string().meta({ examples: ['somchai'] }),
    operator_role: operatorRoleSchema,
    created_at: timeSchema,
    /** Last use of any open session. */
    last_used_at: timeSchema.nullable(),
    /** False: the operator logs in through OpenID Connect. */
    has_password: z.boolean(),
    second_factor: z.object({
      totp: z.boolean(),
      recovery_codes_left: z.int().meta({ examples: [10] }),
      passkeys: z.int().meta({ examples: [1] }),
    }),
    oidc: z.object({
      /** Whether the operator has logged in that way. From then on the name is no longer matched. */
      is_linked: z.boolean(),
      username: z
        .string()
        .nullable()
        .meta({ examples: ['somchai@example.com'] }),
    }),
  }),
);
export type OperatorAnswer = OutputOf<typeof operatorSchema>;

export const operatorsAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(operatorSchema()) }),
);
export const operatorParams = shape(() => z.strictObject({ id: idTextSchema }));

export const addOperatorSchema = shape(() =>
  z.strictObject({
    username,
    operator_role: operatorRoleSchema,
    /** With one, the operator has no password and logs in only through OpenID Connect. */
    oidc_username: oidcUsername().nullish(),
  }),
);

export const editOperatorSchema = shape(() =>
  z
    .strictObject({
      operator_role: operatorRoleSchema.optional(),
      /** Null: the operator can no longer log in through OpenID Connect. */
      oidc_username: oidcUsername().nullish(),
    })
    .refine((edit) => Object.keys(edit).length > 0, 'must hold at least one change'),
);

const password = z
  .string()
  .nullable()
  .meta({ examples: ['hV7kq9WmZt3RyPd5cXea'] });

/** The only answer that contains the password. Null: the operator has none. */
export const newPasswordAnswerSchema = shape(() =>
  changeAnswer(operatorSchema()).extend({ password }),
);
export const changeOperatorAnswerSchema = shape(() => changeAnswer(operatorSchema()));

const securitySchema = shape(() => z.object({ require_second_factor: z.boolean() }));
export const securityAnswerSchema = shape(() => oneAnswer(securitySchema()));
export const saveSecuritySchema = shape(() =>
  z.strictObject({ require_second_factor: z.boolean() }),
);
export const saveSecurityAnswerSchema = shape(() => changeAnswer(securitySchema()));
