import { z } from 'zod';
import { changeAnswer, okShape, oneAnswer } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const wordsSchema = shape(() => z.object({ title: z.string(), summary: z.string() }));

/** The modules of this release, and which of them are on. */
const extrasSchema = shape(() =>
  z.object({
    extras: z.array(
      z.object({
        /** As in `FAIWATCH_EXTRAS`. */
        name: z.string().meta({ examples: ['extra'] }),
        words: z.object({ th: wordsSchema(), en: wordsSchema() }),
        /** Modules that are on with it. */
        needs: z.array(z.string()),
        /** The setting of the configuration by which it is on for as long as it stands there. Null: there is none. */
        set_up_by: z
          .string()
          .nullable()
          .meta({ examples: ['oidc_issuer'] }),
        /** Whether it is on in this run. */
        is_on: z.boolean(),
        /** Whether the next start switches it on. Where it differs from `is_on`, it waits for that start. */
        is_on_next: z.boolean(),
      }),
    ),
    /** True: a flag, the environment or the file names them, and nothing else switches them. */
    is_configured: z.boolean(),
    /** What restarts the server on its machine; null: not known. */
    restart_command: z
      .string()
      .nullable()
      .meta({ examples: ['sudo systemctl restart faiwatch'] }),
    /** Whether `POST /api/extras/restart` restarts it: it is certain that it is started again. */
    can_restart: z.boolean(),
  }),
);
export type ExtrasAnswer = OutputOf<typeof extrasSchema>;

export const restartAnswerSchema = shape(() => z.object(okShape));
export const extrasAnswerSchema = shape(() => oneAnswer(extrasSchema()));
export const saveExtrasSchema = shape(() =>
  z.strictObject({
    /** The modules that are to be on, in any order; what they need comes along, all others are off. */
    extras: z
      .array(z.string().max(40))
      .max(40)
      .meta({ examples: [[]] }),
  }),
);
export const saveExtrasAnswerSchema = shape(() => changeAnswer(extrasSchema()));
