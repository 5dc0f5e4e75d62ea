import { z } from 'zod';
import { oneAnswer } from '../fields.ts';

/** What the address of a link in a message holds. */
export const ticketQuerySchema = z.strictObject({
  ticket: z
    .string()
    .min(1, 'is required')
    .max(2000)
    .regex(/^[\w-]+$/, 'is no ticket')
    .meta({ examples: ['WyJtZXNzYWdlLWxpbmsiLCJ7fSIsMF0'] }),
});

export const messageLinkAnswerSchema = oneAnswer(
  z.object({
    do: z.enum(['acknowledge', 'stop', 'confirm']),
    /** Whose link it is. */
    address: z.string().meta({ examples: ['som@example.com'] }),
    /** The account that it is about. */
    account: z.string().meta({ examples: ['Som'] }),
  }),
);
export type MessageLinkAnswer = z.infer<typeof messageLinkAnswerSchema>;
