import { z } from 'zod';
import { longestNameSeconds, mostSoundText } from '../../domain/devices/spoken-name.ts';
import { oneAnswer, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** A WAV file in base64: 8 kHz, one channel, µ-law or 16 bits. */
const soundSchema = shape(() =>
  z
    .base64('must be base64')
    .max(mostSoundText, `must be at most ${mostSoundText} characters`)
    .meta({
      examples: ['UklGRiwAAABXQVZF'],
      description: `A WAV file in base64: 8 kHz, one channel, at most ${longestNameSeconds} seconds by µ-law, or half of that with 16 bits`,
    }),
);

export const saveSpokenNameSchema = shape(() => z.strictObject({ sound: soundSchema() }));

export const spokenNameAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      /** Null: none is kept. */
      recorded_at: timeSchema.nullable(),
      /** As it was saved, of µ-law. */
      sound: soundSchema().nullable(),
    }),
  ),
);
export type SpokenNameAnswer = OutputOf<typeof spokenNameAnswerSchema>['data'];
