import { z } from 'zod';
import { okShape, operatorRoleSchema, shortText } from './fields.ts';
import { texts } from './texts.ts';

const fillIn = texts.fillInAllFields;

/** Not bounded by the rules for new passwords: an older one must still be accepted. */
const passwordText = z
  .string({ error: fillIn })
  .min(1, fillIn)
  .max(256, 'must be at most 256 characters')
  .meta({ examples: ['a long and private sentence'] });

export const adminLoginSchema = z.strictObject({
  username: shortText(64, fillIn)
    .min(1, fillIn)
    .meta({ examples: ['admin'] }),
  password: passwordText,
});

export const adminLoginAnswerSchema = z.object({
  ...okShape,
  /** For `Authorization: Bearer …`; good for 12 hours. */
  token: z.string(),
  user: z.object({
    username: z.string().meta({ examples: ['admin'] }),
    role: z.literal('admin'),
    operator_role: operatorRoleSchema,
  }),
});

export const customerLoginSchema = z.strictObject({
  phone: shortText(32, fillIn)
    .min(1, fillIn)
    .meta({ examples: ['081-234-5678'] }),
  activationKey: shortText(64, fillIn)
    .min(1, fillIn)
    .meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
});

export const customerLoginAnswerSchema = z.object({
  ...okShape,
  /** For `Authorization: Bearer …`; good for 30 days. */
  token: z.string(),
  user: z.object({
    name: z.string().meta({ examples: ['Corner shop'] }),
    /** E.164. */
    phone: z.string().meta({ examples: ['+66812345678'] }),
  }),
});

export const changePasswordSchema = z.strictObject({
  currentPassword: passwordText,
  newPassword: passwordText,
  /** When given, it must be the same as `newPassword`. */
  confirmPassword: passwordText.optional(),
});

export const changePasswordAnswerSchema = z.object({
  ...okShape,
  message: z.string().meta({ examples: ['Password changed'] }),
  /** Every other session has ended; this one goes on with a new token. */
  token: z.string(),
});
