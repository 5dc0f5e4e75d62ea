import { z } from 'zod';
import { shapes } from '../../domain/findings.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import { okShape, phoneTextSchema, shortText, timeSchema } from '../fields.ts';
import { shape } from '../shape.ts';
import { contactIdSchema } from './contacts.ts';

const numberSchema = shape(() =>
  phoneTextSchema
    .transform((text) => normalisePhone(text))
    .refine((number) => number !== null, shapes.phoneNumber),
);

export const addNumberSchema = shape(() =>
  z.strictObject({
    /** As people write it. */
    address: numberSchema(),
    contact_id: contactIdSchema.default('own'),
  }),
);

export const addNumberAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** Where the code went, as E.164. */
    address: z.string().meta({ examples: ['+66812345678'] }),
    /** The moment until which it works. */
    expires_at: timeSchema,
  }),
);

export const confirmNumberSchema = shape(() =>
  z.strictObject({
    address: numberSchema(),
    /** The six digits in the message. */
    code: shortText(20)
      .trim()
      .regex(/^\d{6}$/, 'must be six digits')
      .meta({ examples: ['402917'] }),
  }),
);

export const confirmNumberAnswerSchema = shape(() => z.object(okShape));

export const numberedSitesSchema = shape(() =>
  z.object({
    ...okShape,
    data: z.array(
      z.object({
        number: z.int().meta({ examples: [2] }),
        site_name: z.string().meta({ examples: ['Pond'] }),
      }),
    ),
  }),
);
