/** Following an area of the public page; for everybody. */

import { z } from 'zod';
import { subscriptionSchema } from '../../contract/alerts/push.ts';
import { emailTextSchema, okShape, shortText } from '../../contract/fields.ts';
import { shape } from '../../contract/shape.ts';
import { languages } from '../../domain/states.ts';

export const langQuerySchema = shape(() =>
  z.strictObject({
    /** In which messages are. */
    lang: z.enum(languages).default('th'),
  }),
);

/** As the feed of the public page has it. */
const areaSchema = shape(() =>
  shortText(100)
    .min(1, 'is required')
    .meta({ examples: ['TH-5001'] }),
);

export const followByEmailSchema = shape(() =>
  z.strictObject({ area: areaSchema(), address: emailTextSchema }),
);

export const followByBrowserSchema = shape(() =>
  subscriptionSchema().extend({ area: areaSchema() }),
);

export const unfollowByBrowserSchema = shape(() => subscriptionSchema());

/** The same whatever is known of the address. */
export const followAnswerSchema = shape(() => z.object(okShape));
