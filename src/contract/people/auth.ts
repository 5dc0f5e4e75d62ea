import { z } from 'zod';
import { texts } from '../../domain/findings.ts';
import { okShape, oneAnswer, operatorRoleSchema, shortText } from '../fields.ts';
import { shape } from '../shape.ts';
import { authenticationResponseSchema, requestOptionsSchema } from './webauthn.ts';

const fillIn = texts.fillInAllFields;

/** Without the rules for new passwords: older passwords stay valid. */
export const passwordText = z
  .string({ error: fillIn })
  .min(1, fillIn)
  .max(256, 'must be at most 256 characters')
  .meta({ examples: ['a long and private sentence'] });

export const adminLoginSchema = shape(() =>
  z.strictObject({
    username: shortText(64, fillIn)
      .min(1, fillIn)
      .meta({ examples: ['admin'] }),
    password: passwordText,
  }),
);

export const adminLoginAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** For `Authorization: Bearer …`; valid for 12 hours. */
    token: z.string(),
    user: z.object({
      username: z.string().meta({ examples: ['admin'] }),
      role: z.literal('admin'),
      operator_role: operatorRoleSchema,
      /** Left out when false; see GET /api/account. */
      must_set_second_factor: z.literal(true).optional(),
    }),
  }),
);

export const customerLoginSchema = shape(() =>
  z.strictObject({
    phone: shortText(32, fillIn)
      .min(1, fillIn)
      .meta({ examples: ['081-234-5678'] }),
    activationKey: shortText(64, fillIn)
      .min(1, fillIn)
      .meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
  }),
);

export const customerLoginAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** For `Authorization: Bearer …`; valid for 30 days. */
    token: z.string(),
    user: z.object({
      name: z.string().meta({ examples: ['Corner shop'] }),
      /** E.164. */
      phone: z.string().meta({ examples: ['+66812345678'] }),
    }),
  }),
);

/** From the answer SECOND_FACTOR_REQUIRED; valid for five minutes. */
const challenge = z
  .string()
  .max(1_000)
  .regex(/^[\w-]*$/, 'must be base64url')
  .meta({ examples: ['WyJzZWNvbmQt'] });

export const secondFactorSchema = shape(() =>
  z.strictObject({
    challenge,
    /** A code of the authenticator app, or a recovery code. */
    code: shortText(32, fillIn)
      .min(1, fillIn)
      .meta({ examples: ['123456'] }),
  }),
);

/** With a challenge for the second step of a log-in. Without one, the passkey is the whole log-in. */
export const passkeyOptionsSchema = shape(() =>
  z.strictObject({ challenge: challenge.optional() }),
);
export const passkeyOptionsAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      /** To be sent back with the browser's answer. */
      id: z.string().meta({ examples: ['AbCd-1234'] }),
      options: requestOptionsSchema(),
    }),
  ),
);
export const passkeyLoginSchema = shape(() =>
  z.strictObject({
    /** From the answer to the options. */
    id: challenge,
    response: authenticationResponseSchema(),
    challenge: challenge.optional(),
  }),
);

/** From the link that the bot sends: `/customer#login=TOKEN`. */
export const linkLoginSchema = shape(() =>
  z.strictObject({
    token: z
      .string()
      .max(100)
      .regex(/^[\w-]*$/, 'must be base64url')
      .meta({ examples: ['q1w2e3r4'] }),
  }),
);

/** From `/admin/login#oidc=CODE`, to which the OpenID provider sent the browser back. */
export const oidcLoginSchema = shape(() =>
  z.strictObject({
    code: z
      .string()
      .max(1_000)
      .regex(/^[\w-]*$/, 'must be base64url')
      .meta({ examples: ['q1w2e3r4'] }),
  }),
);

export const changePasswordSchema = shape(() =>
  z.strictObject({
    currentPassword: passwordText,
    newPassword: passwordText,
    /** The same as `newPassword`, when given. */
    confirmPassword: passwordText.optional(),
  }),
);

export const changePasswordAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    message: z.string().meta({ examples: ['Password changed'] }),
    /** The new token of this session. All other sessions have ended. */
    token: z.string(),
  }),
);
