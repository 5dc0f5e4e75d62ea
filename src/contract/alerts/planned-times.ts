/** Times in which power is planned to be off. */

import { z } from 'zod';
import { longestNote, plannedKinds } from '../../domain/alerts/planned-time.ts';
import { someDeviceIds } from '../devices/devices.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** What is said of each when it is planned. */
export const plannedFields = shape(() => ({
  note: shortText(longestNote)
    .default('')
    .meta({ examples: ['Electrician at the fuse box'] }),
  starts_at: timeSchema.meta({ examples: ['2099-04-12T02:00:00.000Z'] }),
  /** Less than seven days later. */
  ends_at: timeSchema.meta({ examples: ['2099-04-12T05:00:00.000Z'] }),
}));

const plannedTimeSchema = shape(() =>
  z.object({
    id: idSchema,
    /** `maintenance`: nobody is told before it ends; `announced`: losses are told as announced. */
    kind: z.enum(plannedKinds),
    note: z.string(),
    starts_at: timeSchema,
    ends_at: timeSchema,
    /** Each week at the same time by the clocks of the installation. */
    is_weekly: z.boolean(),
    /** Null: all of the customer's sites. */
    sites: z
      .array(
        z.object({
          device_id: shownDeviceId,
          site_name: shownSiteName,
        }),
      )
      .nullable(),
    /** The operator announced it. */
    is_operators: z.boolean(),
    /** It was read from an outage calendar, which alone changes it. */
    is_imported: z.boolean(),
    /** When it was taken back after it had begun. */
    ended_at: timeSchema.nullable(),
    /** When it takes place, now or the next time. */
    next: z.object({ from: timeSchema, to: timeSchema }).nullable(),
  }),
);
export type PlannedTimeAnswer = OutputOf<typeof plannedTimeSchema>;

export const plannedTimesAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(plannedTimeSchema()) }),
);
export const plannedTimeAnswerSchema = shape(() => changeAnswer(plannedTimeSchema()));

export const plannedTimeParams = shape(() => z.strictObject({ id: idTextSchema }));

export const newPlannedTimeSchema = shape(() =>
  z.strictObject({
    ...plannedFields(),
    kind: z.enum(plannedKinds).default('maintenance'),
    is_weekly: z.boolean().default(false),
    /** Null: all sites. */
    device_ids: someDeviceIds().nullable().default(null),
  }),
);
