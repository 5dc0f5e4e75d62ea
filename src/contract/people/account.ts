/** One's own account: sessions and second factors. */

import { z } from 'zod';
import { sessionMethods } from '../../domain/states.ts';
import {
  changeAnswer,
  okShape,
  oneAnswer,
  operatorRoleSchema,
  shortText,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { passwordText } from './auth.ts';
import { creationOptionsSchema, registrationResponseSchema } from './webauthn.ts';

const sessionSchema = shape(() =>
  z.object({
    /** An identifier that opens nothing. */
    id: z.string().meta({ examples: ['5f0c2a91d7e3b864'] }),
    /** The way in which the session was opened. */
    method: z.enum(sessionMethods),
    created_at: timeSchema,
    /** Accurate to five minutes. */
    last_used_at: timeSchema,
    /** Network address of the last use. */
    address: z
      .string()
      .nullable()
      .meta({ examples: ['203.0.113.7'] }),
    browser: z
      .string()
      .nullable()
      .meta({ examples: ['Firefox, Android'] }),
    /** Whether this is the session that asks. */
    is_current: z.boolean(),
  }),
);
export type SessionAnswer = OutputOf<typeof sessionSchema>;

export const sessionsAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(sessionSchema()) }),
);
export const sessionParams = shape(() =>
  z.strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits')
      .meta({ examples: ['5f0c2a91d7e3b864'] }),
  }),
);

/** Credential id, base64url. */
const passkeyId = z
  .string()
  .regex(/^[\w-]{1,1400}$/, 'must be base64url')
  .meta({ examples: ['AbCd-1234_efgh'] });

const passkeyName = shape(() =>
  shortText(64)
    .min(1, 'is required')
    .meta({ examples: ['My phone'] }),
);

const passkeySchema = shape(() =>
  z.object({
    id: passkeyId,
    name: z.string().meta({ examples: ['My phone'] }),
    created_at: timeSchema,
    last_used_at: timeSchema.nullable(),
  }),
);

const accountSchema = shape(() =>
  z.object({
    username: z.string().meta({ examples: ['admin'] }),
    operator_role: operatorRoleSchema,
    /** False: the operator logs in through OpenID Connect. */
    has_password: z.boolean(),
    second_factor: z.object({
      totp: z.boolean(),
      recovery_codes_left: z.int().meta({ examples: [10] }),
      passkeys: z.array(passkeySchema()),
    }),
    /** True: only calls under /api/account and /api/auth are allowed until a second factor is set up. */
    must_set_second_factor: z.boolean(),
    /** Whether pages at this address can make and use passkeys. */
    can_use_passkeys: z.boolean(),
  }),
);
export type AccountAnswer = OutputOf<typeof accountSchema>;
export const accountAnswerSchema = shape(() => oneAnswer(accountSchema()));

/** The thief of a session must not be able to change how its owner logs in. */
export const withPasswordSchema = shape(() =>
  z.strictObject({
    /** Proves whose the session is. Left out: it has done so in the last five minutes. */
    current_password: passwordText.optional(),
  }),
);

export const beginTotpAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      /** Base32, to be typed where there is no camera. */
      secret: z.string().meta({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
      /** For a QR code. */
      otpauth_url: z.string().meta({
        examples: ['otpauth://totp/FaiWatch:admin?issuer=FaiWatch&secret=JBSWY3DPEHPK3PXP'],
      }),
    }),
  ),
);

export const totpCodeSchema = shape(() =>
  z.strictObject({
    code: z
      .string()
      .regex(/^\s*\d{3}\s?\d{3}\s*$/, 'must be six digits')
      .meta({ examples: ['123456'] }),
  }),
);

/** Shown once. */
export const recoveryCodesAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      recovery_codes: z.array(z.string().meta({ examples: ['7Q4K-D9M2-XPC3-R8TV'] })),
    }),
  ),
);

export const passkeyCreationAnswerSchema = shape(() => oneAnswer(creationOptionsSchema()));
export const addPasskeySchema = shape(() =>
  z.strictObject({
    name: passkeyName(),
    response: registrationResponseSchema(),
  }),
);
export const addPasskeyAnswerSchema = shape(() => changeAnswer(passkeySchema()));
export const passkeyParams = shape(() => z.strictObject({ id: passkeyId }));
