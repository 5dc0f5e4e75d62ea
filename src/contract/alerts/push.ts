import { z } from 'zod';
import { idSchema, oneAnswer, shortText } from '../fields.ts';
import { shape } from '../shape.ts';
import { contactIdSchema } from './contacts.ts';

const endpointSchema = z
  .url({ protocol: /^https?$/, error: 'must be the address of a push service' })
  .max(1000, 'must be at most 1000 characters')
  .meta({ examples: ['https://push.example.com/send/a1b2c3'] });

/** The subscription as a browser gives it out (https://www.w3.org/TR/push-api/#dom-pushsubscriptionjson). */
export const subscriptionSchema = shape(() =>
  z.strictObject({
    endpoint: endpointSchema,
    keys: z.strictObject({
      p256dh: z
        .string()
        .regex(/^B[\w-]{86}$/, 'must be a public key on P-256')
        .meta({
          examples: [
            'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          ],
        }),
      auth: z
        .string()
        .regex(/^[\w-]{22}$/, 'must be 16 bytes')
        .meta({ examples: ['tBHItJI5svbpez7KI4CCXg'] }),
    }),
  }),
);

export const addBrowserSchema = shape(() =>
  subscriptionSchema().extend({
    /** The people's name for the device. */
    name: shortText(60)
      .trim()
      .meta({ examples: ['Phone'] }),
    contact_id: contactIdSchema.default('own'),
  }),
);

/** The browser has another address now; all else stays. */
export const readdressBrowserSchema = shape(() =>
  z.strictObject({
    before: subscriptionSchema(),
    after: subscriptionSchema(),
  }),
);

export const browserQuerySchema = shape(() => z.strictObject({ endpoint: endpointSchema }));

export const browserAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      /** The recipient that the browser is. Null: it is none of the account's. */
      recipient_id: idSchema.nullable(),
    }),
  ),
);
