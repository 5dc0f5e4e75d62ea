import { z } from 'zod';
import { okShape, timeSchema } from '../fields.ts';
import { shape } from '../shape.ts';

export const lineLinkAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** To type into a chat with the account, or into a group that it was added to. Works once. */
    code: z.string().meta({ examples: ['FW-7Q4K-DC3R-8TVW'] }),
    /** Opens the chat with the code already written; only *send* is left to press. */
    link: z
      .url()
      .meta({ examples: ['https://line.me/R/oaMessage/%40faiwatch/?FW-7Q4K-DC3R-8TVW'] }),
    /** The account's own name, to search for. */
    account: z.string().meta({ examples: ['@faiwatch'] }),
    expires_at: timeSchema,
  }),
);

/** LINE's own token for a chat that asked to be connected. */
export const lineAccountSchema = shape(() =>
  z.strictObject({
    link_token: z
      .string()
      .min(1, 'is required')
      .max(200)
      .regex(/^[\w-]+$/, 'is no link token')
      .meta({ examples: ['NMZTNuVrPTqlr2IF8Bnymkb7rXfYv5EY'] }),
  }),
);

export const lineAccountAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** LINE's dialog, which asks the person once more. */
    location: z.url().meta({
      examples: [
        'https://access.line.me/dialog/bot/accountLink?linkToken=NMZTNuVrPTqlr2IF&nonce=x3Kd',
      ],
    }),
  }),
);

export const takenAnswerSchema = shape(() => z.object(okShape));
