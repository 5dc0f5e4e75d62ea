import { z } from 'zod';
import { languages } from '../../domain/states.ts';
import { oneAnswer } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** The parameters in the address of a link in a message. */
export const ticketQuerySchema = shape(() =>
  z.strictObject({
    ticket: z
      .string()
      .min(1, 'is required')
      .max(4000)
      .regex(/^[\w-]+$/, 'is no ticket')
      .meta({ examples: ['WyJtZXNzYWdlLWxpbmsiLCJ7fSIsMF0'] }),
    /** Posted by a page without a script, in this language: it is led on to another one. */
    lang: z.enum(languages).optional(),
  }),
);

export const messageLinkAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      do: z.enum(['acknowledge', 'stop', 'confirm', 'follow', 'unfollow']),
      /** The owner of the link. */
      address: z.string().meta({ examples: ['som@example.com'] }),
      /** The account that it is about, or the area of the public page that is followed. */
      account: z.string().meta({ examples: ['Som'] }),
    }),
  ),
);
export type MessageLinkAnswer = OutputOf<typeof messageLinkAnswerSchema>;
