import { z } from 'zod';
import { webhookFormats } from '../../domain/alerts/webhook-address.ts';
import { okShape } from '../fields.ts';
import { shape } from '../shape.ts';
import { contactIdSchema } from './contacts.ts';

export const addWebhookSchema = shape(() =>
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com/hook' })
      .max(1000, 'must be at most 1000 characters')
      .meta({ examples: ['https://example.com/hook'] }),
    /** The form of posts there: signed events, or a message as the service takes it. */
    format: z.enum(webhookFormats).default('events'),
    contact_id: contactIdSchema.default('own'),
  }),
);

const secretSchema = z
  .string()
  .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] });

export const addWebhookAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** Signs what is posted; it is never shown again. Null: there are no signatures. */
    secret: secretSchema.nullable(),
  }),
);
export const renewSecretAnswerSchema = shape(() => z.object({ ...okShape, secret: secretSchema }));
