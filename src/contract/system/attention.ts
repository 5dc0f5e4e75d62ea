import { z } from 'zod';
import { systemProblems } from '../../domain/system/system-problems.ts';
import { oneAnswer } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { plainOutsideSchema } from './system.ts';

/** Matters that an operator should look at now. */
const attentionSchema = shape(() =>
  z.object({
    /** Sites without mains, and sites that are not heard. */
    sites: z.object({
      mains_lost: z.int().meta({ examples: [14] }),
      contact_lost: z.int().meta({ examples: [3] }),
    }),
    /** Problems of the service, the gravest first, as in `/api/system`. */
    problems: z.array(z.enum([...systemProblems])).meta({ examples: [['bot_unreachable']] }),
    plain_outside: plainOutsideSchema(),
    /** Messages that were given up in the last 24 hours. */
    undelivered: z.int().meta({ examples: [0] }),
  }),
);
export type AttentionAnswer = OutputOf<typeof attentionSchema>;

export const attentionAnswerSchema = shape(() => oneAnswer(attentionSchema()));
