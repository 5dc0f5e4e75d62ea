import { z } from 'zod';
import { emailTextSchema, okShape, timeSchema } from '../fields.ts';
import { shape } from '../shape.ts';
import { contactIdSchema } from './contacts.ts';

export const addEmailSchema = shape(() =>
  z.strictObject({
    address: emailTextSchema,
    contact_id: contactIdSchema.default('own'),
  }),
);

export const addEmailAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** Where the message went. */
    address: emailTextSchema,
    /** The end of the link in it. */
    expires_at: timeSchema,
  }),
);
