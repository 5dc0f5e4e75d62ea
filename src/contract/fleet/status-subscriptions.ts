/** Following an area of the public page; for everybody. */
import { z } from 'zod';
import { languages } from '../../domain/states.ts';
import { subscriptionSchema } from '../alerts/push.ts';
import { emailTextSchema, okShape, shortText } from '../fields.ts';

export const langQuerySchema = z.strictObject({
  /** In which messages are. */
  lang: z.enum(languages).default('th'),
});

/** As the feed of the public page has it. */
const areaSchema = shortText(100)
  .min(1, 'is required')
  .meta({ examples: ['TH-5001'] });

export const followByEmailSchema = z.strictObject({ area: areaSchema, address: emailTextSchema });

export const followByBrowserSchema = subscriptionSchema.extend({ area: areaSchema });

export const unfollowByBrowserSchema = subscriptionSchema;

/** The same whatever is known of the address. */
export const followAnswerSchema = z.object(okShape);
