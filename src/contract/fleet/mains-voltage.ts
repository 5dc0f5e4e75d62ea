/** The voltage of the mains where a board measures it. */

import { z } from 'zod';
import { okShape, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { timeRangeShape } from '../time-range.ts';

/** At most 31 days. `to` defaults to now, `from` to 7 days before `to`. */
export const mainsVoltageQuerySchema = shape(() => z.strictObject(timeRangeShape()));

/** To a tenth. */
const voltsSchema = shape(() => z.number().meta({ examples: [228.4] }));

export const mainsVoltageAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    from: timeSchema,
    to: timeSchema,
    /** The normal range where 230 V are supplied. */
    normal: z.object({ low: voltsSchema(), high: voltsSchema() }),
    /** Ten minutes each, oldest first; those without a reading are left out. Empty: it is not measured. */
    points: z.array(
      z.object({
        /** When the ten minutes began. */
        at: timeSchema,
        min: voltsSchema(),
        mean: voltsSchema(),
        max: voltsSchema(),
      }),
    ),
  }),
);
export type MainsVoltageAnswer = OutputOf<typeof mainsVoltageAnswerSchema>;
